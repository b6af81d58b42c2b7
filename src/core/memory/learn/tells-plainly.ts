/**
 * Whether a short sentence tells plainly of its speaker, or of the speaker's people and things, without any of the words by
 * which lasting things are known.
 *
 * 1. It says nothing of a mood, a thought, a need or the moment; or it tells of what happens to people once.
 * 2. It comes in a short message: in a long one, sentences of the first person tell a story or describe a task.
 * 3. It is not about programs: what a session of work says of its files is over with it.
 * 4. It begins with whoever it is of, and asks for nothing.
 */
import { makeMatchers } from "../../summary/rules/phrases.js";
import { listContentWords } from "../../text/content-words.js";
import { cues } from "./learn-cues.js";
import { plainTables } from "./plain-tables.js";
import { speaksOfSelf } from "./speaks-of-self.js";

const plain = makeMatchers(plainTables);

/** `message` is the whole that the sentence is from. */
export function tellsPlainly(text: string, message: string): boolean {
  if (message.length > longestMessage || text.length > longest || namesProgram(text)) return false;
  if (!isTelling(text) || !isOwn(text) || cues.correction.isIn(text) || isFleeting(text)) return false;
  return (
    plain.milestone.isIn(text) ||
    (!past.test(text) &&
      !plain.passing.isIn(text.replace(announces, "").replace(sinceWhen, "").replace(haveGot, "have")))
  );
}

/** Of the moment by what it says, or by its form: somebody is just doing it. */
export function isFleeting(text: string): boolean {
  return plain.fleeting.isIn(text) || doing.test(text);
}

const doing =
  /(?<![\p{L}])(?:am|is|are|i['’]m|we['’]re)\s+(?:(?:just|still|currently)\s+)?(?!(?:living|working|studying|learning|training|expecting|saving|taking|going|moving|getting|starting|teaching|seeing|dating|using|growing|raising|renting|paying|visiting|having|meeting|coming|staying|being|missing|wearing|doing|playing|building|writing)(?![\p{L}]))\p{L}{3,}ing(?![\p{L}])|(?<![\p{L}])(?:está|estoy|están|estamos)\s+(?!(?:viviendo|trabajando|estudiando|aprendiendo|saliendo|tomando|ahorrando)(?![\p{L}]))\p{L}+(?:ando|iendo|yendo)(?![\p{L}])|正在/iu;

/** What somebody did is a story of that day. Other languages have their past in the table. */
const past = /(?<![\p{L}])(?:I|we)\s+(?:(?:also|finally|recently|really|even|both|then)\s+)?\p{L}+ed(?![\p{L}])/iu;

/** The same of what says by when it is over: then also what somebody can, wants or has to do. */
export function tellsForAWhile(text: string, message: string): boolean {
  if (message.length > longestMessage || text.length > longest || namesProgram(text)) return false;
  return isTelling(text) && (isOwn(text) || toMe.test(text));
}

function isTelling(text: string): boolean {
  return countWords(text) >= leastWords && !supposes.test(text) && !othersAct.test(text) && !begs.test(text);
}

/** An errand for whoever listens. */
const begs =
  /(?<![\p{L}])(?:please|bitte|s['’]il (?:te|vous) pla[iî]t|por favor|пожалуйста)(?![\p{L}])|请(?!假|病假|客)|告诉我/iu;

/** Whether it tells of something that happens to people once: it is kept although it is over. */
export function tellsMilestone(text: string, message: string): boolean {
  return plain.milestone.isIn(text) && tellsPlainly(text, message);
}

const haveGot = /(?<![\p{L}])(?:(?:i|we)['’]ve|have) got(?![\p{L}])/iu;

/** What was when something began says nothing of the moment. */
const sinceWhen =
  /(?<![\p{L}])(?:since (?:i|we) (?:was|were)|seit ich|depuis que|desde que|с тех пор как)(?![\p{L}]).*$/iu;

/** A sentence about programs, which is over with the session that it is from. */
export function namesProgram(text: string): boolean {
  return technical.test(text.replace(products, ""));
}

/** Of things that everybody has, written as names in programs are. */
const products =
  /(?<![\p{L}])(?:i(?:Phone|Pad|Mac|Pod|Cloud|Tunes)|eBay|e(?:Bike|Book)|YouTube|PlayStation|WhatsApp|LinkedIn|TikTok|MacBook|AirPods|PayPal|FaceTime|McDonald)/gu;

/** In characters. */
const longestMessage = 200;
const longest = 110;
const leastWords = 2;

/** Signs of code, paths and names in programs. */
const technical =
  /[`_{}[\]<>=\\/|#]|\(\)|\p{Ll}\p{Lu}|\.\p{Ll}{2,4}(?![\p{L}])|(?<![\p{L}])(?:function|class|API|repo|commit|server|script|code)(?![\p{L}])/u;

/** "Si je gagnais …", "要是中了 …". */
const supposes = /^(?:if|wenn|falls|si|if only|если|коли|如果|要是|假如|倘若)(?![\p{L}](?<!\p{sc=Han}))/iu;

/** Somebody who is not named: what they did or said is not known to be anybody's. */
const othersAct =
  /^(?:he|she|they|er|sie|il|elle|ils|elles|él|ella|ellos|ellas|он|она|они|он[ai]?)(?:['’]\p{L}+)?(?![\p{L}])|^[他她它]/iu;

/** Chinese has no spaces: four characters are about two words. */
function countWords(text: string): number {
  const eastern = text.match(/\p{sc=Han}/gu)?.length ?? 0;
  return listContentWords(text.replace(/\p{sc=Han}+/gu, " ")).length + Math.floor(eastern / 2);
}

/** Who announces what they say has it known: "Just so you know, the spare key …". */
const announces =
  /^(?:just so (?:you|everyone) knows?|so (?:that )?you know|fyi|for your information|for the record|nur damit du(?:['’]s| es)? weißt|damit du bescheid weißt|zur info|pour (?:ton |votre )?info(?:rmation)?|sache que|que sepas que|para que (?:lo )?sepas|para tu información|к (?:твоему )?сведению|имей в виду|чтобы ты знала?|跟你说一声|告诉你一声|说一声)(?![\p{L}](?<!\p{sc=Han}))/iu;

function isOwn(text: string): boolean {
  if (announces.test(text)) return true;
  const begins = [cues.mine, cues.ours, plain.kin].some((owner) =>
    owner.spansIn(text).some(({ start }) => text.slice(0, start).split(/\s+/u).length <= 3),
  );
  const main = text.split(/(?<![\p{L}])(?:that|dass|que|что)(?![\p{L}])/iu)[0] ?? "";
  const opening = main.split(/\s+/u).slice(0, mostBefore).join(" ");
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

/** "You can reach me on …". */
const toMe = /(?<![\p{L}])(?:me|us|mich|mir|uns|moi|nous|nos)(?![\p{L}])|[找给]我/iu;

/** "My sister", without the word for whose. */
const easternOwn =
  /^(?:[^，,。]{0,6}[，,])?(?:我|咱)(?!想|觉得|知道|要|太|很|好|也|真|能|会|可|刚|再|就去|去|来|看|说|问|等|试|想|在想)/u;
