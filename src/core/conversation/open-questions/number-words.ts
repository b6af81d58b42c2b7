/** Numbers by name, units and words about them, language by language. A bar separates phrases, a space numbers. */
import { defer } from "../../text/defer.js";
import { makePhraseTable, splitWords } from "./spoken-words.js";

/** From zero on. */
const fromZero = [
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
  "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
  "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
  "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte",
  "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti",
  "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove vinte",
  "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig",
  "ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать",
  "sıfır bir iki üç dört beş altı yedi sekiz dokuz on",
  "零 一 二 三 四 五 六 七 八 九 十",
  "영 하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열",
  "zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć",
  "нуль один два три чотири п'ять шість сім вісім дев'ять десять",
  "nula jedna dva tři čtyři pět šest sedm osm devět deset",
  "nolla yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen",
  "μηδέν ένα δύο τρία τέσσερα πέντε έξι επτά οκτώ εννέα δέκα",
  "صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة",
  "शून्य एक दो तीन चार पाँच छह सात आठ नौ दस",
  "không một hai ba bốn năm sáu bảy tám chín mười",
  "nol satu dua tiga empat lima enam tujuh delapan sembilan sepuluh",
];
/** Other forms. Those that are also an article, a pronoun or a negation in another language are left out. */
const otherForms =
  "eine:1 einen:1 uma:1 duas:2 две:2 одна:1 dwie:2 两:2 兩:2 한:1 두:2 세:3 네:4 thirty:30 forty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90 dreißig:30 vierzig:40 fünfzig:50 trente:30 quarante:40 cinquante:50 treinta:30 cuarenta:40 cincuenta:50 trenta:30 quaranta:40 cinquanta:50 trinta:30 quarenta:40 cinquenta:50 dertig:30 veertig:40 vijftig:50 тридцать:30 сорок:40 пятьдесят:50 yirmi:20 otuz:30 kırk:40 elli:50 百:100 hundred:100 hundert:100 cien:100 cento:100 honderd:100 сто:100 yüz:100";
/** Two meanings in two languages make no number. */
const loadNumberNames = defer((): ReadonlyMap<string, number | null> => {
  const names = new Map<string, number | null>();
  const add = (name: string, value: number) => {
    const word = splitWords(name)[0] ?? "";
    names.set(word, names.has(word) && names.get(word) !== value ? null : value);
  };
  for (const line of fromZero) for (const [value, name] of line.split(" ").entries()) add(name, value);
  for (const form of otherForms.split(" ")) add(form.split(":")[0] ?? "", Number(form.split(":")[1]));
  // A no, a "what", an "on": these are more often something else.
  for (const name of ["khong", "on", "nam", "네", "ba", "een", "um"]) names.set(splitWords(name)[0] ?? "", null);
  return names;
});

export function findNamedNumber(word: string): number | null {
  return loadNumberNames().get(word) ?? null;
}

/** A zero that would be a negation in company: "keine Ahnung". It counts alone. */
export const noneWords = makePhraseTable(
  "none|no one|nobody|keine|keiner|niemand|aucun|aucune|personne|ninguno|ninguna|nadie|nessuno|nessuna|nenhum|nenhuma|ninguém|geen|niemand|никто|ни одного|ни одной|hiç|hiçbiri|hiç kimse|没有人|一个也没有|ゼロ|誰も|없어요|없음|zadny|žádný|nikt|ніхто|ei yhtään|κανένας",
);

/** Words before a number that make it no less certain. */
export const aroundNumber = makePhraseTable(
  "about|around|roughly|approximately|approx|only|just|exactly|make it|say|it's|it is|i'd say|let's say|we are|we're|there are|there will be|there's|the number is|the answer is|for|a total of|in total|altogether|ungefähr|etwa|circa|ca|genau|nur|es sind|wir sind|sagen wir|insgesamt|zu|environ|à peu près|exactement|seulement|on est|nous sommes|nous serons|disons|unos|unas|aproximadamente|exactamente|alrededor de|solo|sólo|somos|seremos|son|digamos|più o meno|esattamente|solo|siamo|saremo|sono|diciamo|uns|umas|aproximadamente|exatamente|só|apenas|somos|são|digamos|ongeveer|precies|slechts|we zijn|zeg maar|около|примерно|ровно|только|нас|нас будет|yaklaşık|tam|sadece|大约|大概|约|約|就|一共|只有|だいたい|ちょうど|약|대략|딱|około|dokładnie|tylko|приблизно|близько|asi|přesně|jen|noin|tasan|vain|περίπου|ακριβώς|حوالي|تقريبا|فقط|लगभग|सिर्फ|केवल|khoảng|chỉ|sekitar|hanya|kira-kira",
);

/** What a number may count. Words of the question count too. */
export const unitWords = makePhraseTable(
  "people|persons|person|guests|guest|adults|kids|children|pieces|piece|items|item|times|tickets|rooms|nights|days|day|weeks|week|months|month|years|year|hours|hour|kg|kilo|kilos|g|gram|grams|km|kilometers|m|meters|cm|mm|l|liter|liters|litres|percent|euro|euros|eur|dollar|dollars|usd|bucks|pounds|pound|gbp|yen|stars|points|copies|units|of us|of them|in total|total|altogether|years old|degrees|mb|gb",
  "leute|personen|person|gäste|gast|erwachsene|kinder|stück|mal|karten|zimmer|nächte|tage|tag|wochen|woche|monate|monat|jahre|jahr|stunden|stunde|kilo|gramm|meter|liter|prozent|franken|punkte|insgesamt|personnes|personne|invités|adultes|enfants|pièces|fois|billets|chambres|nuits|jours|jour|semaines|mois|ans|heures|heure|mètres|litres|pour cent|en tout|au total|personas|persona|invitados|adultos|niños|piezas|veces|entradas|habitaciones|noches|días|día|semanas|meses|años|horas|hora|kilos|metros|litros|por ciento|pesos|en total|persone|persona|ospiti|adulti|bambini|pezzi|volte|biglietti|camere|notti|giorni|giorno|settimane|mesi|anni|ore|ora|chili|metri|litri|per cento|in tutto|in totale",
  "pessoas|pessoa|convidados|adultos|crianças|peças|vezes|bilhetes|quartos|noites|dias|dia|semanas|meses|anos|horas|hora|quilos|metros|litros|por cento|reais|no total|ao todo|mensen|personen|persoon|gasten|volwassenen|kinderen|stuks|keer|kaartjes|kamers|nachten|dagen|dag|weken|maanden|jaar|uur|meter|liter|procent|in totaal|человек|человека|гостей|гостя|гость|взрослых|детей|штук|штуки|раз|раза|билета|билетов|комнаты|комнат|ночи|ночей|дней|дня|день|недели|недель|месяца|месяцев|лет|года|год|часа|часов|час|кг|км|метров|литров|процентов|рублей|евро|долларов|kişi|kişiyiz|misafir|yetişkin|çocuk|tane|adet|kez|bilet|oda|gece|gün|hafta|ay|yıl|saat|metre|litre|yüzde|lira|tl",
  "个|個|个人|個人|人|位|名|张|張|次|间|天|周|个月|年|岁|小时|公斤|公里|米|块|元|人です|名です|個です|つです|人|名|個|枚|回|泊|日|週間|年|歳|時間|円|円です|명|명이요|명입니다|명이에요|개|개요|장|번|박|일|주|년|살|시간|원|osób|osoby|osoba|gości|sztuk|sztuki|razy|biletów|pokoje|nocy|dni|tygodnie|miesięcy|lat|godzin|złotych|zł|людей|осіб|гостей|штук|разів|квитків|кімнат|ночей|днів|тижнів|місяців|років|годин|гривень|lidí|osob|osoby|hostů|kusů|krát|lístků|pokojů|nocí|dní|dny|týdnů|měsíců|let|hodin|korun|henkilöä|henkeä|vierasta|kappaletta|kertaa|lippua|huonetta|yötä|päivää|viikkoa|kuukautta|vuotta|tuntia|euroa|άτομα|καλεσμένοι|φορές|μέρες|ημέρες|εβδομάδες|μήνες|χρόνια|ώρες|ευρώ|أشخاص|شخص|ضيوف|أيام|يوم|أسابيع|أشهر|سنوات|ساعات|लोग|मेहमान|बार|दिन|हफ्ते|महीने|साल|घंटे|रुपये|người|khách|lần|ngày|tuần|tháng|giờ|đồng|orang|tamu|kali|hari|minggu|bulan|tahun|jam|rupiah",
);

/** Words that change the figure, so that the answer keeps its own words. */
export const scaleWords = makePhraseTable(
  "k|m|mn|mio|mrd|bn|hundred|thousand|million|millions|billion|dozen|tausend|hundert|dutzend|million|millionen|mille|millions|douzaine|mil|millones|mila|milioni|milhões|duizend|miljoen|тысяч|тысячи|миллион|миллиона|миллионов|bin|milyon|万|億|亿|千|百|만|천|억|tysięcy|tysiące|milion|тисяч|мільйон|tisíc|tuhat|tuhatta|χιλιάδες|ألف|हज़ार|हजार|लाख|nghìn|ngàn|triệu|ribu|juta",
);

/** Units in which people also say how long somebody is to wait: "5 minutes!". */
export const waitingUnits = makePhraseTable(
  "moment|moments|sec|secs|second|seconds|min|mins|minute|minutes|moment|sekunde|sekunden|minute|minuten|instant|seconde|secondes|momento|segundo|segundos|minuto|minutos|momentito|attimo|secondo|secondi|minuti|momentje|minuut|минуту|минуты|минут|секунду|секунды|секунд|dakika|saniye|分钟|分鐘|秒|分|秒|분|초|minut|minuty|sekund|хвилин|хвилину|minut|minuutti|minuuttia|λεπτό|λεπτά|دقيقة|دقائق|मिनट|phút|giây|menit|detik",
);
