/** Short words of many languages. A bar separates phrases. */
import { answerLanguages } from "./languages/languages.js";
import { countPhraseWords, makePhraseTable, type PhraseTable, type SpokenWord } from "./spoken-words.js";

/** Orders, which answer no question. */
export const orderWords = makePhraseTable(
  "stop|stop it|stop that|cancel|cancel it|cancel that|abort|wait|hold on|hang on|never mind|nevermind|scratch that|quit|undo|undo that|halt|pause",
  "stopp|halt|warte|warte mal|abbrechen|brich ab|vergiss es|vergiss das|moment|moment mal|schon gut",
  "arrête|arrêtez|attends|attendez|annule|annulez|laisse tomber|peu importe",
  "detente|espera|espere|cancela|cancelar|cancélalo|olvídalo|déjalo",
  "fermati|ferma|aspetta|annulla|lascia perdere|lascia stare",
  "pára|espere aí|deixa pra lá|esquece|esqueça",
  "wacht|wacht even|annuleer|laat maar|stop maar",
  "стоп|стой|подожди|подождите|отмена|отмени|отмените|забудь|хватит|неважно",
  "dur|durdur|bekle|iptal|iptal et|vazgeç|boş ver|boşver",
  "停|停止|停下|等等|等一下|取消|等一等",
  "止めて|やめて|ストップ|待って|ちょっと待って|キャンセル|中止",
  "멈춰|그만|잠깐|잠깐만|기다려|취소|취소해|취소해줘",
);

/** Orders anywhere in a short message. */
export const insteadWords = makePhraseTable(
  "instead|on second thought no|stattdessen|plutôt|à la place|en su lugar|en vez de eso|en cambio|invece|em vez disso|in plaats daarvan|вместо этого|bunun yerine|onun yerine|而是|改成|代わりに|その代わり|대신",
);

/** Sounds and small words before an answer that add nothing to it. */
export const openingWords = makePhraseTable(
  "oh|um|uh|uhm|hm|hmm|ah|well|so|hey|please|then|ach|äh|ähm|naja|na|na dann|also|bitte|eh|euh|ben|bah|alors|ah bon|pues|bueno|por favor|allora|beh|então|bem|nou|nou ja|dus|ну|тогда|пожалуйста|şey|o zaman|lütfen|那|那么|那就|那麼|请|請|啊|じゃあ|では|それでは|じゃ|음|그럼|아|저기|więc|ну то|niin|λοιπόν|إذن|तो|thì|vậy|jadi|nah",
);

/** Where the words end that are phrases of these tables, or sounds with a pause behind them: "um," but not "um 8 Uhr". */
export function skipPhrases(words: readonly SpokenWord[], from: number, tables: readonly PhraseTable[]): number {
  let at = from;
  while (at < words.length) {
    const opening = countPhraseWords(words, at, openingWords);
    const isSound = opening > 0 && opening < words.length - at && words[at + opening - 1]?.pause === true;
    const length = Math.max(isSound ? opening : 0, ...tables.map((table) => countPhraseWords(words, at, table)));
    if (length === 0) break;
    at += length;
  }
  return at;
}

export const contrastingWords = makePhraseTable(...answerLanguages.map(({ contrast }) => contrast));

export const joiningWords = makePhraseTable(...answerLanguages.map(({ joining }) => joining));

/** Signs that may surround an answer in every language. */
export const commonPolite = "🙏|😊|😀|😃|😄|😁|🎉|❤|🥳|💪|🚀|🤝";

/** Words of all languages that may surround a number, a date or a choice without changing it. */
export const politeWords = makePhraseTable(
  ...answerLanguages.flatMap(({ please, thanks, sorry }) => [please, thanks, sorry]),
  commonPolite,
  "sir|ma'am|mate|buddy|dear",
);

export const actuallyWords = makePhraseTable(...answerLanguages.flatMap(({ actually }) => actually ?? []));

export const everyWords = makePhraseTable(
  "both|all|all of them|both of them|everything|beide|beides|alle|alles|les deux|tous|toutes|ambos|ambas|los dos|todos|entrambi|tutti|tutto|os dois|allebei|allemaal|оба|обе|все|всё|ikisi|ikisi de|hepsi|两个都|都|全部|両方|全部|둘 다|모두|다",
);

/** Words that refer to something said before. */
export const pointingWords = makePhraseTable(
  "that|it|this|that one|this one|the last one|the last|them|das|es|dies|dieses|den|die|ça|cela|ceci|le|la|celui-ci|eso|esto|lo|quello|questo|isso|isto|dat|dit|het|это|этот|то|bunu|onu|şunu|那个|这个|它|それ|これ|그거|이거|그것",
);

/** Actions on something that a message only points at. */
export const doingWords = makePhraseTable(
  "do|redo|repeat|cancel|stop|send|delete|remove|undo|show|open|read|explain|summarize|summarise|translate|save|forward|share|fix|change|update|confirm|retry|rerun|run|again|please|more|now|me|to|tell|about|up|off|out|for|just|can|you|could|then|and|the|let's|wiederhole|mach|schick|lösch|lösche|zeig|öffne|nochmal|bitte|stopp|refais|envoie|supprime|montre|encore|hazlo|envía|borra|muestra|otra vez|ripeti|manda|cancella|mostra|ancora|envia|apaga|mostra|de novo|stuur|verwijder|toon|opnieuw|повтори|отправь|удали|покажи|ещё раз|снова",
);
