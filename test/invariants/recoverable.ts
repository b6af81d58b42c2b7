/** I9: whatever a view does not show in full is two calls of recall away. */
import type { Entry, Part, Text } from "@clewline/core/log/entry.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import type { Verdict } from "@clewline/core/view/verdict.js";
import type { Engine } from "@clewline/engine/engine.js";
import { type RecallResult, recall, recallPage } from "@clewline/engine/read/recall.js";
import type { GeneratedLane } from "@clewline/store-kit/logs.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";

const tombstone = "This message was deleted.";

/** The sentences that say what can't be reached, for every entry that a verdict reduced. */
export async function unreachable(
  engine: Engine,
  lane: GeneratedLane,
  verdicts: readonly Verdict[],
): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const verdict of verdicts) {
    if (verdict.kind === "kept") continue;
    for (const entry of lane.entries.slice(verdict.from - 1, verdict.to)) {
      const problem = await problemWith(engine, lane, verdict, entry);
      if (problem !== null) failures.push(`entry ${entry.seq} (${entry.kind}, ${verdict.rule}): ${problem}`);
    }
  }
  return failures;
}

async function problemWith(
  engine: Engine,
  lane: GeneratedLane,
  { pointer, from }: Verdict,
  entry: Entry,
): Promise<string | null> {
  if (pointer === null) return "has no pointer";
  const open = (at: string, offset: number) =>
    recall(engine, lane.ref, { pointer: at, offset, find: null, limit: recallPage });
  const own = makePointer("e", lane.ref, entry.seq, engine.fns.hash);
  const gone = isWithdrawn(lane, entry);
  if (pointer !== own) {
    // The first call: the span, from as many entries on as the entry is away from its beginning.
    const list = await open(pointer, entry.seq - from);
    const found = list.kind === "page" && list.text.startsWith(own);
    if (gone) return found ? "was withdrawn and the span lists it" : null;
    if (!found) return `the span does not list it first: ${JSON.stringify(list.text.slice(0, 200))}`;
    if (isTooLong(engine, list)) return "the span's page is too long";
  }
  const first = await open(own, 0);
  if (gone)
    return first.text === tombstone
      ? null
      : `was withdrawn and recall gives ${JSON.stringify(first.text.slice(0, 80))}`;
  return pagesProblem(engine, wholeText(lane, entry), first, (offset) => open(own, offset));
}

/** Joined, the pages are the text. */
async function pagesProblem(
  engine: Engine,
  whole: string,
  first: RecallResult,
  next: (offset: number) => Promise<RecallResult>,
): Promise<string | null> {
  let page = first;
  let text = "";
  for (;;) {
    if (page.kind === "nothing") return `recall gives nothing: ${page.text}`;
    if (isTooLong(engine, page)) return `a page has more than ${recallPage} tokens`;
    text += page.text;
    if (page.next === null) break;
    if (page.text === "") return "a page is empty";
    page = await next(page.next);
  }
  return text === whole ? null : `the pages give ${text.length} characters, not ${whole.length}`;
}

function isTooLong({ fns }: Engine, { text }: RecallResult): boolean {
  return countTokens(text, fns.calibration) > recallPage;
}

/** With a message its edits are taken back, and of the withdrawal itself there is nothing to read. */
function isWithdrawn({ entries }: GeneratedLane, entry: Entry): boolean {
  const message = entry.kind === "revised" || entry.kind === "withdrawn" ? entry.target : entry.id;
  return entries.some((each) => each.kind === "withdrawn" && each.target === message);
}

/** What an entry says, read from the lane itself. */
function wholeText({ blobs }: GeneratedLane, entry: Entry): string {
  const whole = (text: Text) => (typeof text === "string" ? text : (blobs.get(text.blob) ?? ""));
  const ofPart = (part: Part) => (part.kind === "file" ? `[${part.name ?? part.mediaType}]` : whole(part.text));
  if (entry.kind === "said" || entry.kind === "revised") return entry.parts.map(ofPart).join("\n");
  if (entry.kind === "called") return whole(entry.input);
  if (entry.kind === "noted") return encodeCanonicalJson(entry.note);
  if (entry.kind === "withdrawn") return "";
  return entry.output.kind === "content" ? entry.output.parts.map(ofPart).join("\n") : whole(entry.output.text);
}
