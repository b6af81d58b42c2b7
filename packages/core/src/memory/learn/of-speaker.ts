/** Whether a sentence is about its speaker, or about the speaker's people and things. */
import { cues } from "./learn-cues.js";

export function isOfSpeaker(text: string): boolean {
  const begins = [cues.mine, cues.ours].some((owner) =>
    owner.spansIn(text).some(({ start }) => text.slice(0, start).split(/\s+/u).length <= mostBefore),
  );
  const opening = text.split(/\s+/u).slice(0, mostBefore).join(" ");
  return begins || speaksOfSelf(opening);
}

/** Words in which a sentence says whom it is of: "On Tuesdays and Thursdays I …". */
const mostBefore = 8;

/** Whether a clause tells of the one who says it, or of those of the chat, by its pronoun. */
export function speaksOfSelf(clause: string): boolean {
  return pronoun.test(clause) || eastern.test(clause);
}

const pronoun =
  /(?<![\p{L}'’-])(?:(?:i|we)(?:['’](?:m|ve|re|d))?|ich|wir|je|nous|yo|nosotr[oa]s|я|мы|у меня|у нас)(?![\p{L}-])|(?<![\p{L}])j['’]\p{L}/iu;

/** "I", and not "my brother". */
const eastern =
  /(?:我|咱)(?:们家?|家)?(?!们|家)(?!的|弟|哥|姐|妹|爸|妈|父|母|爷|奶|姥|外[公婆]|同事|同学|朋友|老师|老板|邻居|孩子|儿子|女儿|丈夫|老公|老婆|妻|太太|先生|表[哥弟姐妹]|堂[哥弟姐妹]|叔|姑|舅|姨|室友|男友|女友|男朋友|女朋友|对象|岳|公公|婆婆|上司|房东|医生|侄|外甥)/u;
