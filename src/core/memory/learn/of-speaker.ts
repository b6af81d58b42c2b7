/** Whether a sentence is about its speaker, or about the speaker's people and things. */
import { cues } from "./learn-cues.js";
import { announces } from "./refuse.js";

export function isOfSpeaker(text: string): boolean {
  if (announces.test(text)) return true;
  const begins = [cues.mine, cues.ours].some((owner) =>
    owner.spansIn(text).some(({ start }) => text.slice(0, start).split(/\s+/u).length <= mostBefore),
  );
  const opening = text.split(/\s+/u).slice(0, mostBefore).join(" ");
  return begins || (speaksOfSelf(opening) && !isForeign(text)) || withMe.test(text) || easternOwn.test(text);
}

/** Words in which a sentence says whom it is of: "On Tuesdays and Thursdays I …". */
const mostBefore = 8;

/** "Hello all" begins as a Spanish verb may, and has no other word of Spanish. */
function isForeign(text: string): boolean {
  return /^\p{L}+o(?![\p{L}])/iu.test(text) && !spanishWord.test(text);
}

const spanishWord =
  /(?<![\p{L}])(?:el|la|los|las|un|una|unos|unas|de|del|en|con|por|para|que|y|al|mi|mis|se|le|sin|desde|hasta)(?![\p{L}])/iu;

/** Where the speaker is not the one who acts: "bei mir ist …", "on m'a …", "me han …". */
const withMe =
  /(?<![\p{L}])(?:bei (?:mir|uns)|m['’]a|m['’]ont|nous a|nous ont|(?:me|nos) (?:ha|han|vienen?|toca)|et moi|меня|мне|нам|нас|у меня|у нас)(?![\p{L}])/iu;

/** "My sister", without the word for whose. */
const easternOwn =
  /^(?:[^，,。]{0,6}[，,])?(?:我|咱)(?!想|觉得|知道|要|太|很|好|也|真|能|会|可|刚|再|就去|去|来|看|说|问|等|试|想|在想)/u;

/** Whether a clause tells of the one who says it, or of those of the chat: by its pronoun, else by the ending of its verb. */
export function speaksOfSelf(clause: string): boolean {
  return pronoun.test(clause) || impersonal.test(clause) || isSpanishFirst(clause) || eastern.test(clause);
}

const pronoun =
  /(?<![\p{L}'’-])(?:(?:i|we)(?:['’](?:m|ve|re|d))?|ich|wir|je|nous|yo|nosotr[oa]s|я|мы|у меня|у нас)(?![\p{L}-])|(?<![\p{L}])j['’]\p{L}/iu;

/** The French "on", which is another word in English. */
const impersonal =
  /(?<![\p{L}])on (?:n['’]|ne |habite|vit|est |était|avait|vient |va |a (?:plus|une? |\p{L}+(?:é|i|u)e?s?(?![\p{L}])))/iu;

/** "I", and not "my brother". */
const eastern =
  /(?:我|咱)(?:们家?|家)?(?!们|家)(?!的|弟|哥|姐|妹|爸|妈|父|母|爷|奶|姥|外[公婆]|同事|同学|朋友|老师|老板|邻居|孩子|儿子|女儿|丈夫|老公|老婆|妻|太太|先生|表[哥弟姐妹]|堂[哥弟姐妹]|叔|姑|舅|姨|室友|男友|女友|男朋友|女朋友|对象|岳|公公|婆婆|上司|房东|医生|侄|外甥)/u;

const spanishOpening =
  /^[\s,;:¡]*(?:(?:ahora|ya no|ya|no|hoy|ayer|al final|en realidad|resulta que|por cierto|me|nos|lo|la|los|las|y|pero|que|desde (?:hace |la |el )?\p{L}+(?: pasad[oa]| que viene)?|est[ea] (?:fin de )?\p{L}+|mañana|últimamente|hasta (?:el |la )?\p{L}+|para ir (?:al?|a la) \p{L}+|le|les|otra vez)[\s,]+)*/iu;
const spanishVerb =
  /^(?:soy|estoy|voy|doy|he|hemos|sé|(?!(?:caf|jos|tambi|qu|porqu|as|aqu|ah|all|s|m|t)[éí])\p{L}{2,}[éí]|\p{L}+(?:amos|emos|imos)|(?!(?:nuestro|vuestro|otro|mucho|poco|tanto|todo|algo|cuanto|luego|pronto|esto|eso|aquello|solo|sólo|cierto|dentro|cuando|como si|bueno|claro|pero|uno|cero|cuatro|cinco|ocho|primero|segundo|tercero|último|nuevo|viejo)(?![\p{L}]))\p{L}{2,}o)(?![\p{L}])/iu;
/** After a word in -o that is a name: "Pedro ya no es …". */
const spanishOther = /^\p{L}+\s+(?:ya|no|es|ha|está|tiene|fue|\p{L}+ó)(?![\p{L}])/iu;

/** Spanish has the person in the verb, which comes first. */
function isSpanishFirst(clause: string): boolean {
  const rest = clause.slice(spanishOpening.exec(clause)?.[0].length ?? 0);
  // A single word is a name sooner than a verb.
  return /\S\s+\S/u.test(rest) && spanishVerb.test(rest) && !spanishOther.test(rest);
}
