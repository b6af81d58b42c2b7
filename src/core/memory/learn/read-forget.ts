/** What somebody asks to be remembered no more, as the words that name it: "Forget my blood type", "Forget that I'm vegetarian". */
import { isNegative } from "../../summary/rules/classify.js";
import { cues } from "./learn-cues.js";
import { speaksOfSelf } from "./speaks-of-self.js";
import { turnCues } from "./turn-cues.js";
import { listTurnedWords } from "./turned-words.js";

export function readForget(text: string): string | null {
  const bare = text.replace(/[.!。！吧\s]+$/u, "").replace(opening, "");
  const named = eastern.exec(bare)?.groups?.what ?? readAfterCue(bare);
  if (named === null) return null;
  const what = named
    .replace(about, "")
    .replace(/(?:这件|那件|的)?事情?$/u, "")
    .trim();
  const isOwn = cues.mine.isIn(what) || cues.ours.isIn(what) || speaksOfSelf(what);
  return isOwn && !isNegative(bare) && !/[,;，；].*\p{L}/u.test(what) && listTurnedWords(what).length > 0 ? what : null;
}

const opening = /^(?:(?:ok|okay|so|and|please|bitte|s['’]il te plaît|por favor|пожалуйста|请|那)[\s,，]*)+/iu;
const eastern = /^把(?<what>.+?)(?:忘掉|忘了|忘记|删掉|删除)/u;

function readAfterCue(text: string): string | null {
  const cue = turnCues.forget.spansIn(text).find(({ start }) => start === 0);
  return cue === undefined ? null : text.slice(cue.end);
}

/** "What I said about …", "that …". */
const about =
  /^(?:[\s,]|please|bitte|s['’]il te plaît|por favor|пожалуйста)*(?:(?:what|everything|all|the thing) i (?:said|told you|ever said) about|about|that|was ich (?:dir )?über|alles über|dass|ce que j['’]ai dit (?:sur|de)|tout sur|que|lo que dije (?:de|sobre)|todo sobre|de|(?:всё|все|то), что я (?:говорил|говорила|сказал|сказала) (?:про|о)|что|про|о|об|关于)(?![\p{L}](?<!\p{sc=Han}))[\s,]*/iu;
