/** What a number may count. A unit that the question does not name makes it the number of something else. */
import { makePhraseTable, type PhraseTable, readSpokenText } from "./spoken-words.js";

/** The words for one kind of thing. A question about guests is answered in people. */
const groups: readonly PhraseTable[] = [
  "people|persons|person|guests|guest|visitors|participants|attendees|of us|leute|personen|gäste|gast|teilnehmer|personnes|personne|invités|invité|participants|personas|persona|invitados|asistentes|persone|ospiti|ospite|invitati|pessoas|pessoa|convidados|mensen|persoon|gasten|человек|человека|людей|гостей|гостя|гость|гости|kişi|kişiyiz|misafir|个人|個人|人|位|名|客人|人です|名です|お客様|명|명이요|명입니다|명이에요|분|손님|손님이|osób|osoby|osoba|gości|goście|осіб|гостей|lidí|osob|hostů|henkilöä|henkeä|vierasta|vieraita|άτομα|καλεσμένοι|أشخاص|شخص|ضيوف|ضيف|लोग|मेहमान|người|khách|orang|tamu",
  "times|time|mal|male|fois|veces|vez|volte|vezes|keer|раз|раза|kez|kere|defa|次|回|回です|번|razy|raz|разів|krát|kertaa|φορές|مرات|बार|lần|kali",
  "rooms|room|zimmer|chambres|chambre|habitaciones|camere|quartos|kamers|комнаты|комнат|oda|间|部屋|室|방|pokoje|pokoi|кімнат|pokojů|huonetta|δωμάτια|غرف|कमरे|phòng|kamar",
  "tickets|ticket|karten|karte|billets|entradas|boletos|biglietti|bilhetes|ingressos|kaartjes|билета|билетов|bilet|张|張|票|枚|チケット|장|biletów|bilety|квитків|квитки|lístků|vstupenek|lippua|εισιτήρια|تذاكر|टिकट|vé|tiket",
  "nights|night|nächte|nacht|nuits|noches|notti|noites|nachten|ночи|ночей|gece|晚|泊|박|noce|nocy|nocí|yötä|βράδια|ليال|रातें|đêm|malam",
  "days|day|tage|tag|jours|jour|días|día|giorni|giorno|dias|dia|dagen|dag|дней|дня|день|gün|天|日|日間|일|dni|днів|dní|dny|päivää|μέρες|ημέρες|أيام|يوم|दिन|ngày|hari",
  "weeks|week|wochen|woche|semaines|semaine|semanas|semana|settimane|weken|недели|недель|неделю|hafta|周|週間|주|tygodnie|tygodni|тижнів|týdnů|viikkoa|εβδομάδες|أسابيع|हफ्ते|tuần|minggu",
  "months|month|monate|monat|mois|meses|mesi|maanden|месяца|месяцев|ay|个月|か月|ヶ月|개월|miesięcy|місяців|měsíců|kuukautta|μήνες|أشهر|महीने|tháng|bulan",
  "years|year|years old|old|age|alt|oud|vanha|wiek|возраст|вік|jahre|jahr|alter|ans|année|âge|años|edad|anni|età|anos|idade|jaar|лет|года|год|yıl|yaş|年|岁|歳|년|살|lat|років|let|vuotta|χρόνια|سنوات|साल|năm|tuổi|tahun",
  "hours|hour|stunden|stunde|heures|heure|horas|hora|ore|ora|uur|часа|часов|час|saat|小时|時間|시간|godzin|годин|hodin|tuntia|ώρες|ساعات|घंटे|giờ|jam",
  "minutes|minute|mins|min|minuten|minutos|minuti|minuut|минут|минуты|минуту|dakika|分钟|分鐘|分|분|minut|minuty|хвилин|minuuttia|λεπτά|دقائق|मिनट|phút|menit",
  "kg|kilo|kilos|kilogram|kilograms|weight|gewicht|chili|quilos|кг|公斤|キロ|킬로|κιλά|كيلو|किलो",
  "km|kilometers|kilometres|kilometer|distance|км|公里|キロメートル",
  "m|meters|metres|metre|mètres|metros|metri|meter|метров|米|メートル|미터|metrów|μέτρα",
  "l|liter|liters|litres|litros|litri|литров|升|リットル|리터",
  "percent|percentage|prozent|pour cent|por ciento|per cento|por cento|procent|процентов|yüzde|%",
  "euro|euros|eur|€|евро|ευρώ|euroa|ユーロ|欧元|유로",
  "dollar|dollars|usd|bucks|$|долларов|dólares|dollari|美元|ドル|달러",
  "pound|pounds|gbp|£|pfund|libras|sterline",
  "yen|¥|円|円です|日元",
  "块|元|人民币",
  "원|krw",
  "рублей|rubel|₽|rubles",
  "lira|tl|₺",
  "złotych|zł|pln",
  "гривень|₴",
  "korun|kč",
  "रुपये|₹|rupees",
  "đồng|₫",
  "rupiah|rp",
  "pesos|reais|franken|francs|chf",
  "stars|star|sterne|étoiles|estrellas|stelle|estrelas|sterren|звезды|звёзд|yıldız|星|별",
  "points|punkte|puntos|punti|pontos|punten|очков|баллов|puan|分|点|점",
  "copies|kopien|exemplare|copias|copie|cópias|kopieën|копий|份|部|부",
  "degrees|grad|degrés|grados|gradi|graus|градусов|derece|度|도|stopni|°",
  "mb|gb|tb",
].map((line) => makePhraseTable(line));
/** Words that count anything. */
const counters = makePhraseTable(
  "pieces|piece|items|item|units|in total|total|altogether|of them|stück|insgesamt|pièces|en tout|au total|piezas|en total|pezzi|in tutto|in totale|peças|no total|ao todo|stuks|in totaal|штук|штуки|всего|tane|adet|个|個|個です|つ|つです|개|개요|sztuk|sztuki|łącznie|kusů|celkem|kappaletta|yhteensä|τεμάχια|συνολικά|cái|buah",
);
const signs: Readonly<Record<string, string>> = {
  "€": "euro",
  $: "dollar",
  "£": "pound",
  "¥": "yen",
  "%": "percent",
  "°": "degrees",
};

/** Whether a number in this unit answers the question: it counts anything, or what the question names. */
export function isAskedUnit(unit: string, about: string): boolean {
  if (counters.has(unit)) return true;
  const { words, plain } = readSpokenText(about);
  // "D'invités" is one word.
  const named = [...words.flatMap(({ word }) => [word, ...word.split("'")]), ...listSignUnits(plain)];
  if (named.includes(unit)) return true;
  const own = groups.filter((group) => group.has(unit));
  const asked = (group: PhraseTable) => named.some((word) => group.has(word)) || hasUnspaced(plain, group);
  return own.some(asked);
}

/** Whether the words are a unit at all. */
export const unitWords: PhraseTable = { has: (run) => counters.has(run) || groups.some((group) => group.has(run)) };

/** The units of the signs in a text: "€" is the euro. */
export function listSignUnits(plain: string): readonly string[] {
  return [...plain].flatMap((sign) => signs[sign] ?? []);
}

/** A question in a script without spaces names a unit somewhere in it. */
function hasUnspaced(plain: string, group: PhraseTable): boolean {
  const letters = [...plain];
  return letters.some((letter, at) => {
    const runs = [1, 2, 3].map((length) => letters.slice(at, at + length).join(""));
    return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letter) && runs.some((run) => group.has(run));
  });
}
