/** Words of all languages that refuse or negate. */
import { answerLanguages } from "./languages/languages.js";
import { makePhraseTable } from "./spoken-words.js";

/** Signs that refuse in every language. */
export const commonNo = "👎|❌|🚫|✖|🙅|⛔";

export const noWords = makePhraseTable(...answerLanguages.map(({ no }) => no), commonNo);
export const lettingGoWords = makePhraseTable(...answerLanguages.flatMap(({ lettingGo }) => lettingGo ?? []));

/** Any word that negates. */
export const negationWords = makePhraseTable(
  "not|don't|doesn't|didn't|won't|can't|cannot|isn't|aren't|wasn't|shouldn't|wouldn't|couldn't|never|neither|nor|none|nothing|nobody|hardly|barely|nicht|kein|keine|keinen|keinem|keiner|keines|nichts|nie|niemals|niemand|weder|pas|jamais|aucun|aucune|rien|nunca|jamás|nada|ningún|ninguna|ninguno|tampoco|niente|nessun|nessuna|nessuno|nemmeno|neanche|não|nenhum|nenhuma|niet|geen|nooit|niets|не|нет|ни|никогда|ничего|нельзя|değil|hayır|asla|hiçbir|nie|nigdy|ні|ніколи|není|nikdy|ei|älä|όχι|δεν|μην|لا|ليس|لم|لن|नहीं|मत|không|đừng|chưa|tidak|jangan|bukan|belum|안|못|不|没|沒|别|別|勿",
);
