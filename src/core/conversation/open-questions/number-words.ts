/** Numbers by name and words about them. A bar separates phrases, a space numbers. */
import { defer } from "../../text/defer.js";
import { answerLanguages } from "./languages/languages.js";
import { makePhraseTable, readSpokenText } from "./spoken-words.js";

/** Other forms. Those that are also an article, a pronoun or a negation are left out. */
const otherForms =
  "duas:2 две:2 одна:1 dwie:2 两:2 兩:2 한:1 두:2 세:3 thirty:30 forty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90 dreißig:30 vierzig:40 fünfzig:50 trente:30 quarante:40 cinquante:50 treinta:30 cuarenta:40 cincuenta:50 trenta:30 quaranta:40 cinquanta:50 trinta:30 quarenta:40 cinquenta:50 dertig:30 veertig:40 vijftig:50 тридцать:30 сорок:40 пятьдесят:50 yirmi:20 otuz:30 kırk:40 elli:50 百:100 hundert:100 cien:100 cento:100 honderd:100 сто:100 yüz:100";
/** Numbers that are more often another word, also in another language: an article, a "what", the English "once". */
const doubtfulNames = new Set(
  "không on năm 네 ba hai een um un uno una once bir один одна do sei pet sto 영 열".split(" "),
);
/** Two meanings in two languages make no number. */
const loadNumberNames = defer((): ReadonlyMap<string, number | null> => {
  const names = new Map<string, number | null>();
  const add = (name: string, value: number) => {
    const word = readSpokenText(name).words[0]?.written ?? "";
    names.set(word, names.has(word) && names.get(word) !== value ? null : value);
  };
  for (const { numbers } of answerLanguages) for (const [value, name] of numbers.split(" ").entries()) add(name, value);
  for (const form of otherForms.split(" ")) add(form.split(":")[0] ?? "", Number(form.split(":")[1]));
  for (const name of doubtfulNames) names.set(name, null);
  return names;
});

/** The number of this name, with its accents: without them it is often another word. */
export function findNamedNumber(written: string): number | null {
  return loadNumberNames().get(written) ?? null;
}

/** A zero that would be a negation in company: "keine Ahnung". It counts alone. */
export const noneWords = makePhraseTable(
  "none|keine|keiner|aucun|aucune|ninguno|ninguna|nessuno|nessuna|nenhum|nenhuma|geen|ни одного|ни одной|hiç|hiçbiri|一个也没有|없음|žádný|ei yhtään|κανένας",
);

/** Words that change the figure, so that the answer keeps its own words. */
export const scaleWords = makePhraseTable(
  "k|mn|mio|mrd|bn|hundred|thousand|million|millions|billion|dozen|tausend|hundert|dutzend|million|millionen|mille|millions|douzaine|mil|millones|mila|milioni|milhões|duizend|miljoen|тысяч|тысячи|миллион|миллиона|миллионов|bin|milyon|万|億|亿|千|百|만|천|억|tysięcy|tysiące|milion|тисяч|мільйон|tisíc|tuhat|tuhatta|χιλιάδες|ألف|हज़ार|हजार|लाख|nghìn|ngàn|triệu|ribu|juta",
);

/** Units in which people also say how long somebody is to wait: "5 minutes!". */
export const waitingUnits = makePhraseTable(
  "moment|moments|sec|secs|second|seconds|min|mins|minute|minutes|moment|sekunde|sekunden|minute|minuten|instant|seconde|secondes|momento|segundo|segundos|minuto|minutos|momentito|attimo|secondo|secondi|minuti|momentje|minuut|минуту|минуты|минут|секунду|секунды|секунд|dakika|saniye|分钟|分鐘|秒|分|秒|분|초|minut|minuty|sekund|хвилин|хвилину|minut|minuutti|minuuttia|λεπτό|λεπτά|دقيقة|دقائق|मिनट|phút|giây|menit|detik",
);
