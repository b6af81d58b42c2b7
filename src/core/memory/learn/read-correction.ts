/**
 * Whether a sentence takes back what was said before, and what of it.
 *
 * 1. Words that say so ("I misspoke", "scratch that") correct what the sentence names: its subject, what it denies, else what was
 *    said last, if all else in it may be a value. With more beside them they are kept beside what the same person has just told, if
 *    both give a value of one sort.
 * 2. A short denial ("Dr. Brandt, not Dr. Weber") corrects only what has the denied words.
 * 3. A word of doubt before a few others ("Sorry, 8:30", "no, it's white") may mean anything: it is kept beside what the same
 *    person has just told, and takes nothing away.
 */
import { listContentWords, readContentStems } from "../../text/content-words.js";
import type { LearnedStatement } from "../learned.js";
import { cues } from "./learn-cues.js";
import { readInstead } from "./read-instead.js";
import type { ToldSubject } from "./read-subject.js";
import { speaksOfSelf } from "./speaks-of-self.js";

export function readCorrection(text: string, subject: ToldSubject | null): LearnedStatement | null {
  if (reminds.test(text)) return null;
  const refusal = refuses.exec(text)?.[0] ?? "";
  // "No es …" denies what follows; "no, …" refuses what was said.
  const denied = readDenied(text.slice(refusal.length)) ?? (/^\p{L}+\s$/u.test(refusal) ? readDenied(text) : null);
  const isNamed = subject?.isNamed === true;
  if (isNamed && (cues.correction.isIn(text) || refuses.test(text)))
    return { kind: "fact", text, subject: subject.key, ends: denied ?? true };
  if (isNamed || text.length > mostDenial) return null;
  if (cues.correction.isIn(text)) return readCorrected(text, denied);
  if (refuses.test(text) && ((subject !== null && readInstead(text) !== null) || isSureRefusal(text)))
    return { kind: "fact", text, ends: denied ?? true };
  // "Je ne bois pas de café" tells how things are.
  if (denied !== null && (!speaksOfSelf(text) || quotesMyself.test(text)) && text.split(/\s+/u).length <= shortDenial)
    return { kind: "fact", text, ends: denied, endsNamedOnly: true };
  return doubts(text) ? { kind: "fact", text, ends: true, endsBesideOnly: true } : null;
}

/**
 * Words of error are said of much else ("Oops, I burnt the toast"): they correct if they name what was wrong, or if beside them
 * stands nothing but what is right.
 */
function readCorrected(text: string, denied: string | null): LearnedStatement | null {
  if (readInstead(text) !== null) return { kind: "fact", text, ends: denied ?? true };
  const beside = isOwnError(text) && !slips.test(text) ? { endsBesideOnly: "alike" as const } : {};
  if (denied !== null) return { kind: "fact", text, ends: denied, endsNamedOnly: true, ...beside };
  return "endsBesideOnly" in beside ? { kind: "fact", text, ends: true, ...beside } : null;
}

/** "Nonsense, it's the 19th", "I miscounted", and not "such nonsense on the telly": the words of error begin a clause, or are of oneself. */
function isOwnError(text: string): boolean {
  return cues.correction.spansIn(text).some(({ start }) => {
    const before = cues.doubt
      .blankedIn(
        text
          .slice(0, start)
          .split(/[,;:.!—，；：。！]/u)
          .at(-1) ?? "",
      )
      .trim();
    return before === "" || speaksOfSelf(before);
  });
}

/** Said of what went wrong in the house as often as of what was told wrongly. */
const slips = /^(?:oops|ups|hoppla|oups|uy|ой|哎呀)(?![\p{L}](?<!\p{sc=Han}))/iu;

/** "Oh no, it's the 17th of May": without the "no", which is no thing that anything is said of. */
export function dropRefusal(text: string): string {
  const refusal = refuses.exec(text)?.[0] ?? "";
  return /[,，]\s*$/u.test(refusal) ? text.slice(refusal.length) : text;
}

const reminds =
  /^(?:please |bitte |por favor,? |пожалуйста,? )?(?:don['’]t forget|do not forget|vergiss (?:.* )?nicht|n['’]oublie(?:z)? pas|no (?:te )?olvides|не забудь|не забывай|别忘|不要忘|请?别忘)/iu;

/** "No, wait, number 41" and not only "no": with a figure, and not in the first person. */
function isSureRefusal(text: string): boolean {
  const rest = text.replace(refuses, "");
  const doubt = cues.doubt.spansIn(rest).find(({ start }) => start === 0);
  return doubt !== undefined && /\p{N}/u.test(rest) && !speaksOfSelf(rest) && rest.split(/\s+/u).length <= shortDenial;
}

const refuses =
  /^(?:(?:(?:ah|oh|ach|ay)\s(?:god|gosh|dear|man|gott|je|mon dieu|là là|dios|боже)|боже|天哪|ah|oh|ach|mais|well|bueno|enfin|na ja|uh|um|hm+|er|äh|ähm|euh|eh|este|да|ну|ах|хотя|эм+|э-э|啊|呃|嗯)[\s,，…]*)?(?:no|nope|nah|nein|nö|non|nee|qué va|нет|не-а|不|不是)(?![\p{L}](?<!\p{sc=Han}))(?:[\s,，]+(?:no|nein|non|нет))*[\s,，]*/iu;
/** In words: who only denies something in more of them tells of something else. */
const shortDenial = 12;
/** In characters. */
const mostDenial = 80;

/** Up to the end of a clause; the point of an abbreviation ends none. */
const clause = "(?:[^,，.。;；:：—]|(?<=(?<![\\p{L}])\\p{L}{1,4})\\.(?=\\s))+?";
const clauseEnd = "\\s*(?:[,，:：]|[.。!]?$)";

const mySaying =
  "(?:I (?:said|typed|wrote)|ich (?:sagte|schrieb|tippte)|ich habe gesagt|j['’]ai (?:dit|écrit|tapé|mis)|dije|escribí|puse|he (?:dicho|escrito|puesto)|я (?:сказал|написал|напечатал)а?)";

const denials: readonly RegExp[] = [
  `(?:^|[\\s,，])(?:(?:not|nicht|pas|no|non|не)\\s+|不是\\s*)(?<what>${clause})${clauseEnd}`,
  `(?<=\\p{sc=Han}|[\\p{L}\\p{N}])不是(?<what>${clause})${clauseEnd}`,
  `(?<![\\p{L}])(?:instead of|rather than|statt|anstatt|au lieu d[e'’]|en vez de|en lugar de|вместо)\\s*(?<what>${clause})${clauseEnd}`,
  `(?<![\\p{L}])${mySaying}\\s+(?<what>${clause})\\s*(?:,|(?=\\s(?:but|aber|mais|pero|но)\\s))|(?<![\\p{L}])ich habe\\s(?<wrote>${clause})\\s(?:geschrieben|gesagt|getippt)(?![\\p{L}])|我(?:说|写|打)了?(?<said>${clause})[,，]`,
  `^(?<what>${clause})(?:,| —)?\\s*(?:was wrong|war falsch|c['’]était faux|était faux|estaba mal|неверно)(?![\\p{L}])|^(?!我)(?<said>${clause})(?<![说讲弄搞记打写])错了`,
].map((source) => new RegExp(source, "iu"));

const quotesMyself = new RegExp(`(?<![\\p{L}])${mySaying}(?![\\p{L}])|我[说写]`, "iu");

/** "That's not right" denies nothing by its name. */
const judges =
  /^(?:(?:is|was|ist|est|es|está|это)\s+)?(?:(?:quite|ganz|tout à fait|del todo|совсем|很)\s*)?(?:right|correct|true|so|it|that|this|richtig|wahr|korrekt|das|es|juste|exact|vrai|ça|cela|bien|correcto|cierto|eso|así|так|верно|правильно|это|то|对|这样)$/iu;

/** What is named after a "not", without a judgement. */
function readDenied(text: string): string | null {
  for (const denial of denials) {
    const { what, said, wrote } = denial.exec(text)?.groups ?? {};
    const named = (what ?? said ?? wrote)?.trim();
    if (named !== undefined && cues.doubt.blankedIn(named).trim() !== "" && !judges.test(named)) return named;
  }
  return null;
}

/** In words, without the one of doubt. */
const mostAfterDoubt = 5;

function doubts(text: string): boolean {
  const refused = refuses.exec(text)?.[0].length ?? 0;
  const doubted = cues.doubt.spansIn(text).find(({ start }) => start === 0 || start === refused)?.end ?? 0;
  // "No bebo café" begins with a "no" that refuses nothing; "no, wait" does.
  if (cues.state.isIn(text) && doubted <= refused) return false;
  const rest = dropTrailingDoubt(text.slice(Math.max(refused, doubted)));
  return (
    rest !== text &&
    !speaksOfSelf(rest) &&
    rest.split(/\s+/u).length <= mostAfterDoubt + 1 &&
    listContentWords(rest).length > 0 &&
    !(refused === 0 && hesitates.test(text) && readContentStems(rest).size === 0)
  );
}

/** "Hm 3" chooses among what was offered: a sound and a figure put nothing right. */
const hesitates = /^(?:hm+|хм+)(?![\p{L}])/iu;

/** "The violin, sorry." */
function dropTrailingDoubt(text: string): string {
  const bare = text.replace(/[.!。！\s]+$/u, "");
  const last = cues.doubt.spansIn(bare).find(({ start, end }) => start > 0 && end === bare.length);
  return last === undefined || !/[,，]\s*$/u.test(bare.slice(0, last.start)) ? text : bare.slice(0, last.start);
}
