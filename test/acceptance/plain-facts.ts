/** Things that people tell without a figure, in six languages, and talk that says next to nothing. */

/** What is said, and the words of it that must stay. */
export const plainFacts: readonly (readonly [string, string])[] = [
  ["Okonkwo is my dentist.", "Okonkwo is my dentist"],
  ["Mr. Smith owns the house.", "Smith owns the house"],
  ["I have two dogs.", "two dogs"],
  ["The key lies under the blue pot.", "under the blue pot"],
  ["Please remember that the gate sticks in winter.", "gate sticks in winter"],
  ["My daughter is allergic to peanuts.", "allergic to peanuts"],
  ["Grandma takes warfarin every evening.", "warfarin"],
  ["Our landlord hates noise.", "landlord hates noise"],
  ["The tax return is due at the end of May.", "tax return is due"],
  ["We can spend two thousand pounds on the roof and not a penny more.", "two thousand pounds on the roof"],

  ["Frau Lindner ist unsere Hausärztin.", "Lindner ist unsere Hausärztin"],
  ["Merk dir bitte, dass der Keller im Frühjahr feucht wird.", "Keller im Frühjahr feucht"],
  ["Mein Bruder verträgt keine Milch.", "verträgt keine Milch"],
  ["Der Ersatzschlüssel hängt neben der Garage.", "hängt neben der Garage"],
  ["Unsere Katze heißt Mimi.", "heißt Mimi"],
  ["Der Nachbar sammelt alte Uhren.", "sammelt alte Uhren"],

  ["Mi hermana trabaja de enfermera.", "trabaja de enfermera"],
  ["Recuerda que el portón se cierra por la noche.", "portón se cierra por la noche"],
  ["La llave está detrás del espejo.", "detrás del espejo"],
  ["Tenemos tres gatos y un loro.", "tres gatos y un loro"],
  ["Mi padre es diabético.", "es diabético"],
  ["La casa pertenece a la familia Robles.", "familia Robles"],

  ["Мой врач живёт в соседнем доме.", "врач живёт в соседнем доме"],
  ["Запомни, пожалуйста: дверь в подвал заедает.", "дверь в подвал заедает"],
  ["У меня аллергия на клубнику.", "аллергия на клубнику"],
  ["Ключ лежит под синим ковриком.", "под синим ковриком"],
  ["У нас две собаки и кошка.", "две собаки и кошка"],
  ["Мой брат боится высоты.", "боится высоты"],

  ["王医生是我的牙医。", "王医生是我的牙医"],
  ["请记住后门冬天会卡住。", "后门冬天会卡住"],
  ["我女儿对海鲜过敏。", "对海鲜过敏"],
  ["钥匙在蓝色花盆下面。", "蓝色花盆下面"],
  ["我家养了两只猫。", "两只猫"],
  ["这栋房子属于李先生。", "属于李先生"],

  ["سميرة هي طبيبة أسناني.", "طبيبة أسناني"],
  ["تذكر أن البوابة الخلفية لا تغلق جيدا.", "البوابة الخلفية لا تغلق جيدا"],
  ["ابني عنده حساسية من الفول السوداني.", "حساسية من الفول السوداني"],
  ["المفتاح تحت الأصيص الأزرق.", "تحت الأصيص الأزرق"],
  ["عندي كلبان وقطة.", "كلبان وقطة"],
  ["البيت ملك للسيد حداد.", "ملك للسيد حداد"],
];

/** Nearly the same each time: with a number that runs, with another day, with another word. */
export function tellFiller(number: number): string {
  const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
  const moods = ["calm", "quiet", "slow", "dull", "grey"];
  const kinds = [
    `Report ${number}: the shop by the lake had a few visitors in the afternoon.`,
    `On ${days[number % 7]} the shop by the lake had a few visitors in the afternoon again.`,
    `The afternoon in the shop by the lake was ${moods[number % 5]} as it often is.`,
  ];
  return kinds[number % 3] ?? "";
}
