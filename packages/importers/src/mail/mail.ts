import { makeChannelRecord } from "@clewline/core/importing/channel-record.js";
import type { BadRecord, ImportedRecord, Importer, ImportSource } from "@clewline/core/importing/importer.js";
import { sortByTime } from "@clewline/core/importing/order-imported.js";
import { makeContentKeys, makeSafeName } from "@clewline/core/importing/safe-name.js";
import { parseSessionKey, type SessionKey } from "@clewline/core/log/keys.js";
import { route } from "@clewline/core/log/route-to-lane.js";
import { isMailbox, type Letter, type RawLetter, readLetter, splitLetters } from "./letter.js";

export const mail: Importer = {
  format: "mail",
  title: "E-mail (mbox or eml)",
  recognises: ({ head }) => isMailbox(head) || isLetter(head),
  async *read(source, { agents }) {
    const letters: Letter[] = [];
    for await (const raw of readRawLetters(source)) {
      const letter = await readLetter(raw);
      if (letter.kind === "bad") yield letter;
      else letters.push(letter);
    }
    const session = parseSessionKey(`email:${makeSafeName(source.sample.name)}`);
    yield* makeLetterRecords(session, sortByTime(letters), new Set(agents.map((agent) => agent.toLowerCase())));
  },
};

/** Whether it begins with headers, among them those that every letter has. */
function isLetter(head: string): boolean {
  const text = head.replace(/^\uFEFF/, "");
  const end = text.search(/\r?\n\r?\n/);
  const lines = (end < 0 ? text : text.slice(0, end)).split(/\r?\n/);
  const whole = end < 0 && lines.length > 1 ? lines.slice(0, -1) : lines;
  if (!whole.every((line) => /^([!-9;-~]+:|[ \t])/.test(line))) return false;
  const names = new Set(whole.map((line) => line.split(":", 1)[0]?.toLowerCase()));
  return names.has("from") && ["date", "message-id", "received", "mime-version"].some((name) => names.has(name));
}

async function* readRawLetters(source: ImportSource): AsyncIterable<RawLetter> {
  if (isMailbox(source.sample.head)) yield* splitLetters(source.lines());
  else yield { line: 1, text: await source.text() };
}

/** Expects letters in order of time. */
function* makeLetterRecords(
  session: SessionKey,
  letters: readonly Letter[],
  agents: ReadonlySet<string>,
): Iterable<ImportedRecord | BadRecord> {
  const group = isGroup(letters, agents);
  const threads = mapThreads(letters);
  const keyOf = makeContentKeys();
  const known = new Map<string, Letter>();
  const subjects = new Map<string, string>();
  for (const letter of letters) {
    const { id, at, from, line } = letter;
    const twin = id === null ? undefined : known.get(id);
    if (twin !== undefined) {
      // Mailboxes often contain a letter twice; only a different text is worth reporting.
      if (twin.text !== letter.text)
        yield { kind: "bad", line, reason: `the letter repeats the id of line ${twin.line}` };
      continue;
    }
    const key = id ?? keyOf(at, from, letter.subject, letter.text);
    if (id !== null) known.set(id, letter);
    const thread = threads.get(letter) ?? key;
    const text = subjects.get(thread) === readTopic(letter.subject) ? letter.text : writeLetterText(letter);
    subjects.set(thread, readTopic(letter.subject));
    const lane = route({ session, topic: thread, replyTo: null }, null);
    const source = id === null ? null : { id, revision: 0, replyTo: letter.replyTo };
    const byAgent = from !== null && agents.has(from);
    yield makeChannelRecord({ session, lane, key, at, text, from, source, byAgent, group });
  }
}

/** Whether anybody but one person and the agent sent or got a letter; undefined where a letter hides to whom it went. */
function isGroup(letters: readonly Letter[], agents: ReadonlySet<string>): boolean | undefined {
  const readers = new Set(letters.flatMap(({ from, recipients }) => [from, ...recipients]));
  const people = [...readers].filter((reader) => reader !== null && !agents.has(reader));
  if (people.length > 1) return true;
  return letters.every(({ recipients }) => recipients.length > 0) ? false : undefined;
}

function writeLetterText({ subject, text }: Letter): string {
  return subject === "" ? text : `Subject: ${subject}\n${text}`;
}

/** The id that names each letter's thread; none for a letter without any id. */
function mapThreads(letters: readonly Letter[]): ReadonlyMap<Letter, string> {
  const byId = new Map(letters.flatMap((letter) => (letter.id === null ? [] : [[letter.id, letter]])));
  const threads = new Map<Letter, string>();
  for (const letter of letters) {
    const path: Letter[] = [];
    let last = letter;
    // Headers come from outside: letters may claim to answer each other in a circle.
    const seen = new Set<Letter>();
    for (
      let each: Letter | undefined = letter;
      each !== undefined && !seen.has(each);
      each = findParentLetter(each, byId)
    ) {
      seen.add(each);
      path.push(each);
      last = each;
      if (threads.has(each)) break;
    }
    const thread = threads.get(last) ?? last.first ?? last.id;
    if (thread !== null) for (const each of path) threads.set(each, thread);
  }
  return threads;
}

/** The subject without marks of replies and forwards. */
function readTopic(subject: string): string {
  return subject.replace(/^((re|fwd?|aw|wg|sv|antw|tr|rv)(\[\d+\])?\s*:\s*)+/i, "").toLowerCase();
}

function findParentLetter({ first, replyTo }: Letter, byId: ReadonlyMap<string, Letter>): Letter | undefined {
  return byId.get(first ?? replyTo ?? "");
}
