/**
 * What a sentence tells the value of, as the folded words that name it: "dentist" for "my dentist is now Dr. Brandt".
 *
 * 1. A sentence is cut into pieces at its verbs of being, its commas and dashes, and at words of change and time.
 * 2. The thing is the piece that begins with its owner ("my", "our", "Nora's"), wherever it stands; else the piece before
 *    the verb, unless that is a pronoun.
 * 3. A key begins with "our " if the thing is not the speaker's alone: then whoever speaks of it means the same one.
 */
import type { Span } from "../../summary/rules/phrases.js";
import { foldWord, listContentWords } from "../../text/content-words.js";
import { rememberByText } from "../../text/remember.js";
import { cues } from "./learn-cues.js";
import { shortenWord } from "./shorten-word.js";
import { speaksOfSelf } from "./speaks-of-self.js";
import { turnCues } from "./turn-cues.js";

export interface ToldSubject {
  readonly key: string;
  /** As the sentence has it, with its owner. */
  readonly words: string;
  /** It has an owner: it is not just any noun. */
  readonly isNamed: boolean;
}

/** `text` has lost the words that tell a time; "|" stands where they were. Kept, because a message is compared with all memories. */
export const readSubject = rememberByText(findSubject, { texts: 4_000, characters: 500_000 });

function findSubject(text: string): ToldSubject | null {
  const pieces = cutPieces(text.replace(boundVerb, (bound) => " ".repeat(bound.length)));
  const besideVerb = pieces.filter(({ isBeforeVerb, isAfterVerb }) => isBeforeVerb || isAfterVerb);
  // Where being needs no verb, a word of change or time parts a thing from its value.
  if (besideVerb.length === 0)
    return (
      readShifted(text) ??
      readRole(text) ??
      (pieces.length > 1 ? (findFirst(pieces, readOwn) ?? readAside(text, pieces)) : readBare(pieces)) ??
      readFresh(text)
    );
  return (
    readShifted(text) ??
    readRole(text) ??
    findFirst(besideVerb, readOwn) ??
    findFirst(pieces, readOwn) ??
    findFirst(besideVerb, readOwnAfterOthers) ??
    readFresh(text) ??
    findFirst(besideVerb, readOthers) ??
    findFirst(pieces, readOthers) ??
    readPlain(pieces)
  );
}

/** Where being needs no verb: "Ольги велосипед, на самом деле, белый". */
function readAside(text: string, pieces: readonly Piece[]): ToldSubject | null {
  return cues.aside.isIn(text) ? findFirst(pieces, readOthers) : null;
}

/** A thing that is named by itself: "my dentist", "Nora's dentist", or just "dentist", which is then the speaker's. */
export function readNamedThing(words: string): ToldSubject | null {
  const piece = { text: words.trim(), isBeforeVerb: true, isAfterVerb: false, isOpening: false };
  return readOwn(piece) ?? readOthers(piece) ?? makeSubject(words, false);
}

interface Piece {
  readonly text: string;
  /** A verb of being, a dash or a colon follows. */
  readonly isBeforeVerb: boolean;
  readonly isAfterVerb: boolean;
  /** It begins the sentence, and a colon follows. */
  readonly isOpening: boolean;
}

/** Words with a character in them that alone would be a verb of being. */
const boundVerb = /总是|老是|可是|但是|要是|只是|是否|于是/gu;

function findFirst(pieces: readonly Piece[], read: (piece: Piece) => ToldSubject | null): ToldSubject | null {
  for (const piece of pieces) {
    const subject = read(piece);
    if (subject !== null) return subject;
  }
  return null;
}

const mostStems = 6;
const breaks = /[,;:，；：。.!?|()（）«»=＝→⇒]|\s[—–-]\s|\s-\s|->/gu;

function cutPieces(text: string): readonly Piece[] {
  const verbs = [...cues.copula.spansIn(text), ...(cues.change.isIn(text) ? cues.former.spansIn(text) : [])];
  const others = [cues.change, cues.filler, cues.aside, cues.standing]
    .flatMap((cue) => cue.spansIn(text))
    .filter((span) => !isOwner(text, span) && !isNewness(text, span));
  const marks = [...text.matchAll(breaks)]
    .filter(({ 0: mark, index }) => mark !== "." || /^\s|^$/u.test(text.slice(index + 1, index + 2)))
    .filter(({ index }) => !/^\d[:：]\d/u.test(text.slice(index - 1, index + 2)))
    .filter(({ index }) => !/\b(?:dr|mr|mrs|ms|prof|st)$/iu.test(text.slice(0, index)))
    .map(({ 0: mark, index }) => ({ start: index, end: index + mark.length, isVerb: /[—–:：=＝→⇒]|->/u.test(mark) }));
  const cuts = [
    ...verbs.map((span) => ({ ...span, isVerb: true })),
    ...others.map((span) => ({ ...span, isVerb: false })),
    ...marks,
  ];
  const pieces: Piece[] = [];
  let [from, isAfterVerb] = [0, false];
  for (const cut of cuts.toSorted((a, b) => a.start - b.start)) {
    if (cut.start < from) continue;
    const piece = text.slice(from, cut.start).trim();
    const before = pieces.at(-1);
    const isOpening = pieces.length === 0 && /[:：]/u.test(text.slice(cut.start, cut.end));
    if (piece !== "") pieces.push({ text: piece, isBeforeVerb: cut.isVerb, isAfterVerb, isOpening });
    else if (before !== undefined && cut.isVerb) pieces[pieces.length - 1] = { ...before, isBeforeVerb: true };
    // What stands between a verb and a piece without words of its own does not part them: "is now my dentist".
    isAfterVerb = cut.isVerb || (piece === "" && isAfterVerb);
    from = cut.end;
  }
  const last = text.slice(from).trim();
  return last === "" ? pieces : [...pieces, { text: last, isBeforeVerb: false, isAfterVerb, isOpening: false }];
}

/** "Mine" and "ours" are longer than some fillers that they begin with. */
function isOwner(text: string, { start, end }: Span): boolean {
  const owners = [...cues.mine.spansIn(text), ...cues.ours.spansIn(text)];
  return owners.some((owner) => owner.start < end && owner.end > start);
}

/** "My new dentist": says which, and parts nothing. */
function isNewness(text: string, { start, end }: Span): boolean {
  const owners = [...cues.mine.spansIn(text), ...cues.ours.spansIn(text)];
  return (
    owners.some((owner) => text.slice(owner.end, start).trim() === "" && owner.end <= start) &&
    newness.test(text.slice(start, end))
  );
}

const ownerMark =
  /^(?!(?:Let|It|That|What|Where|Here|There|He|She|Who|How|Today|Yesterday|Tomorrow)['’])\p{Lu}[\p{L}-]*['’]s\s+\p{L}/u;
const germanOwner = /^\p{Lu}\p{Ll}+s\s+(?:\p{Ll}+\s+)*\p{Lu}\p{L}+/u;
const romanceOwner =
  /^(?:[Ll]e|[Ll]a|[Ll]es|[Ll]['’]|[Ee]l|[Ll]os|[Ll]as)\s?\p{L}.*\s(?:de|d['’]|du|del)\s?\p{Lu}\p{L}+$/u;
/** "Окулист Веры": a name in the genitive after what is owned. A title is owned by nobody. */
const slavicOwner =
  /^(?!(?:[Дд]октор|[Пп]рофессор|[Тт][её]тя|[Дд]ядя|[Бб]абушка|[Дд]едушка|[Уу]лица|[Гг]ород|[Мм]агазин|[Кк]афе)\s)\p{sc=Cyrillic}+(?:\s(?!\p{Lu})\p{sc=Cyrillic}+)*\s\p{Lu}(?!\p{Lu})\p{sc=Cyrillic}*[аяыи]$/u;
const easternOwner = /^(?![我你他她它把请别给用])\p{sc=Han}{2,4}的\p{sc=Han}/u;

function readOwn({ text }: Piece): ToldSubject | null {
  const mine = cues.mine.spansIn(text).find(({ start }) => start === 0);
  const ours = cues.ours.spansIn(text).find(({ start }) => start === 0);
  const [owner, shared] = ours === undefined ? [mine, false] : [ours, true];
  if (owner === undefined) return null;
  const thing = cutAtNoun(text.slice(owner.end));
  const subject = makeSubject(thing, shared);
  return subject === null ? null : { ...subject, words: `${text.slice(0, owner.end)} ${thing.trim()}` };
}

const bindsOwner =
  /(?<![\p{L}])(?:of|to|for|with|in|at|on|from|by|von|vom|zu|zum|für|mit|in|an|bei|de|du|des|d['’]|à|pour|avec|dans|del|a|para|con|en|por|у|для|от|из|с|к|в|на)\s*$/iu;

/** "Because of the repairs my office is …", "since Monday my dentist is …": the owner stands after words that nothing binds to it. */
function readOwnAfterOthers({ text, ...piece }: Piece): ToldSubject | null {
  const owner = [...cues.mine.spansIn(text), ...cues.ours.spansIn(text)].find(
    ({ start }) => start > 0 && !bindsOwner.test(text.slice(0, start)),
  );
  const before = text.slice(0, owner?.start ?? 0);
  if (owner === undefined || before.trim().split(/\s+/u).length > mostBefore || acts.test(before)) return null;
  return readOwn({ ...piece, text: text.slice(owner.start) });
}

/** In words. */
const mostBefore = 5;
/** Somebody who does something with what is owned, "the man who sold my car", or a case that is only supposed. */
const acts =
  /(?<![\p{L}])(?:i|we|you|he|she|they|who|which|that|ich|wir|du|er|sie|wer|je|nous|tu|il|elle|qui|yo|nosotros|tú|él|ella|quien|я|мы|ты|он|она|который|которая|if|whether|wenn|falls|ob|si|если)(?![\p{L}])|[他她你谁]|如果|要是|假如|倘若/iu;

/** "Dr. Patel replaces Dr. Nowak as my dentist". */
function readRole(text: string): ToldSubject | null {
  const role = /(?:\s(?:as|als|comme|como)\s+|成为)(?<thing>[^,.，。;；]+)[.。!！\s]*$/iu.exec(text)?.groups?.thing;
  return role === undefined ? null : readOwn({ ...noPiece, text: role.trim() });
}

function readOthers({ text }: Piece): ToldSubject | null {
  if (isPronoun(text) || theirs.test(text)) return null;
  const german = germanOwner.exec(text)?.[0];
  if (german !== undefined) return makeSubject(german, true);
  const isOther = [ownerMark, romanceOwner, slavicOwner, easternOwner].some((mark) => mark.test(text));
  return isOther ? makeSubject(text, true) : null;
}

/** Of somebody who is not named: nobody knows whose it is. */
const theirs =
  /^(?:his|her|their|its|your|sein\p{L}{0,2}|ihr\p{L}{0,2}|dein\p{L}{0,2}|son|sa|ses|leurs?|ton|ta|tes|votre|vos|sus?|tus?|его|е[её]|их|тво\p{L}+)(?![\p{L}])|^(?:他|她|它|你)们?的/iu;

const capital = /\p{Lu}\p{L}*/u;

/** In German the value may follow without a verb between: a thing ends at its first noun. */
function cutAtNoun(text: string): string {
  const words = text.trim().split(/\s+/u);
  const noun = words.findIndex((word) => capital.test(word.charAt(0)));
  return noun === -1 || noun === words.length - 1 ? text : words.slice(0, noun + 1).join(" ");
}

/** "Мой номер телефона 555 0199": where nothing stands between, the value begins with a figure or a name. */
function readBare(pieces: readonly Piece[]): ToldSubject | null {
  const found = /^(?<thing>\p{sc=Cyrillic}+(?:\s\p{sc=Cyrillic}+)+?)\s[\p{N}\p{Lu}]/u.exec(pieces[0]?.text ?? "");
  const thing = found?.groups?.thing;
  return thing === undefined ? null : readOwn({ ...noPiece, text: thing });
}

/** "They moved my desk to the fifth floor": the thing stands after the verb, and ends where its value begins. */
function readShifted(text: string): ToldSubject | null {
  const eastern = easternShift.exec(text.trim())?.groups?.thing;
  if (eastern !== undefined) return readOwn({ ...noPiece, text: eastern }) ?? makeSubject(eastern, true);
  const shift = turnCues.shifted.spansIn(text).find(({ start }) => start > 0);
  if (shift === undefined) return null;
  const owner = [...cues.mine.spansIn(text), ...cues.ours.spansIn(text)].find(({ start }) => start > 0);
  const gap = owner === undefined ? null : text.slice(Math.min(shift.end, owner.start), owner.start);
  if (owner === undefined || gap === null || gap.trim() !== "") return null;
  return readOwn({ ...noPiece, text: cutAtGoal(text.slice(owner.start).split(shiftGoal)[0] ?? "") });
}

const easternShift =
  /^(?<thing>(?:(?:我们家?|我家?|咱们?家?)的)?\p{sc=Han}{1,8}?)(?:现在|已经)?(?:改到|挪到|移到|调到|推迟到|提前到|涨到|升到|降到)/u;

/** After a verb of moving, these begin what it moved to. */
const shiftGoal = /\s(?:into|in|zu|zur|ins|à|au|aux|pour|a|al|en|в|во|до)\s/u;

const noPiece: Piece = { text: "", isBeforeVerb: false, isAfterVerb: false, isOpening: false };

const goal =
  /\s(?:to|from|into|auf|zum|nach|на|к|(?:à|au|pour|a|al|por|von|zu)(?=\s(?:l[ae]s?\s|el\s|l['’])?[\p{Lu}\p{N}]))\s|[到成为给]|[,;:，；：.。]/u;

/** Where a value begins after its thing: "to Dr. Brandt". */
function cutAtGoal(text: string): string {
  return text.split(goal)[0] ?? text;
}

/** "I have a new dentist", "I changed dentists", "I've joined a different gym". */
function readFresh(text: string): ToldSubject | null {
  const other = speaksOfSelf(text) ? Object.values(otherThing.exec(text)?.groups ?? {}) : [];
  const thing = other.find((each: string | undefined) => each !== undefined);
  if (thing !== undefined && !notThings.test(thing)) return makeSubject(thing, false);
  for (const clause of text.split(/[,;:，；：|]/u)) {
    const span = cues.fresh.spansIn(clause).at(0);
    if (span !== undefined) return makeSubject(cutAtGoal(clause.slice(span.end)), false);
  }
  return null;
}

/** Somebody got another of its kind. The thing ends where its value, a place or the sentence's verb begins. */
const otherThing = new RegExp(
  [
    "(?:got|gotten|bought|joined|found|chose|chosen|picked|have|has|use|signed up (?:with|for|at)|registered (?:with|at)|went to|go to|switched to|started (?:with|at)) (?:myself |ourselves )?(?:an? (?:brand )?(?:new|different)|another) (?<en>\\p{Ll}+(?: (?!in|on|at|for|from|with|by|the|and|now)\\p{Ll}+)?)",
    "(?:ein(?:en|em|er|e)?) (?:neue|andere)[nmrs]? (?<de>\\p{Lu}\\p{L}+)",
    "(?:une?) (?:autre|nouveau|nouvel|nouvelle) (?<fr>\\p{Ll}+(?: de \\p{Ll}+)?)",
    "(?:otr[oa]|un nuevo|una nueva) (?<es>\\p{Ll}+(?: de \\p{Ll}+)?)|(?:un|una) (?<esLast>\\p{Ll}+) (?:nuev[oa]|distint[oa]|diferente)",
    "(?:друг(?:ой|ую|ое)|нов(?:ый|ую|ое)) (?<ru>\\p{Ll}+(?: \\p{Ll}+[аяыи])?)",
  ]
    .map((one) => `(?<![\\p{L}])(?:${one})(?![\\p{L}])`)
    .concat(
      "(?:换了|买了|找了|有了)(?:[一个家台部辆]{0,2})(?:新的?|另外?的?)?(?<zh>\\p{sc=Han}{2,4}?)(?=[,，。]|是|在|$)",
    )
    .join("|"),
  "u",
);

/** Not of a kind that one has: "a new idea", "another time". */
const notThings =
  /^(?:idea|question|problem|time|day|week|way|thing|one|idee|frage|problem|mal|tag|idée|question|fois|jour|façon|idea|pregunta|vez|día|manera|идея|вопрос|раз|день)(?![\p{L}])/iu;

function readPlain(pieces: readonly Piece[]): ToldSubject | null {
  const named = pieces.filter(({ text, isBeforeVerb }) => isBeforeVerb && !isPronoun(text) && !theirs.test(text));
  // "For the record: the garage is …" is about the garage.
  const piece = named[0]?.isOpening === true ? (named[1] ?? named[0]) : named[0];
  if (piece === undefined || piece.text.split(/\s+/u).length > mostStems) return null;
  const subject = makeSubject(piece.text, true);
  return subject === null ? null : { ...subject, isNamed: false };
}

function isPronoun(text: string): boolean {
  // In German the article of a thing is a pronoun too.
  return !/^(?:[Dd]as|[Dd]iese[rs]?) \p{Lu}/u.test(text) && cues.pronoun.spansIn(text).some(({ start }) => start === 0);
}

/** "My new dentist" is the dentist. */
const newness =
  /^\s*(?:(?:brand[- ]new|new|current|present|latest|neu(?:e[rnsm]?)?|aktuelle[rnsm]?|jetzige[rnsm]?|nouveau|nouvel(?:le)?|actuel(?:le)?|nuev[oa]|actual|нов(?:ый|ая|ое|ые|ого|ой|ую|ым|ом|ых)|нынешн\p{L}+)(?![\p{L}])|新的?(?![闻年加疆西郎娘]))/iu;

/** The words of a name, folded, so that two forms of it meet; null for one without words. */
function makeSubject(text: string, isShared: boolean): ToldSubject | null {
  const bare = text.replace(newness, (found) => " ".repeat(found.length));
  const words = listContentWords(bare).map(({ start, end }) => shortenWord(foldWord(text.slice(start, end))));
  const unique = [...new Set(words)].slice(0, mostStems);
  // The number of a line or of a message names nothing.
  if (!unique.some((word) => /\p{L}/u.test(word))) return null;
  return { key: `${isShared ? "our " : ""}${unique.join(" ")}`, words: text.trim(), isNamed: true };
}
