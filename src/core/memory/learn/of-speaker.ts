/** Whether a sentence is about its speaker, or about the speaker's people and things. */
import { cues } from "./learn-cues.js";
import { announces, plain } from "./refuse.js";
import { speaksOfSelf } from "./speaks-of-self.js";

export function isOfSpeaker(text: string): boolean {
  if (announces.test(text)) return true;
  const begins = [cues.mine, cues.ours, plain.kin].some((owner) =>
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
