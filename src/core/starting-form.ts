import type { Entry, Part, Returned, Text } from "./entry.js";
import type { Form } from "./form.js";
import type { Item } from "./item.js";
import type { Tokens } from "./keys.js";
import type { Policy } from "./policy.js";
import type { Scribe } from "./scribe.js";
import type { TurnRecord } from "./turn.js";

/** Full, unless one of its texts is over a fixed limit or its bytes were not handed in. */
export function startingForm(scribe: Scribe, entry: Entry): readonly [Form, Item["baseRule"]] {
  const texts = textsOf(entry);
  const largest = Math.max(0, ...texts.map((text) => scribe.tokens(text)));
  const answering = turnAnswering(scribe, entry);
  if (answering !== undefined && Math.max(largest, fileTokens(entry)) > answering.attachOver) {
    return ["spilled", "attachment"];
  }
  const message = answering !== undefined && answering.id === scribe.snapshot.turn?.id;
  const spills = entry.kind !== "returned" || !scribe.policy.neverSpill.includes(entry.tool);
  if (!message && spills && largest > spillLimit(scribe.policy)) return ["spilled", "spill.over"];
  // Drawn in full, what is missing shows itself by its ends or a stub and everything else stays whole.
  return ["full", lacksBytes(scribe, entry) ? "spill.over" : "fits"];
}

/** Whether anything of an entry was not handed in. Results can't carry a file by its address. */
function lacksBytes(scribe: Scribe, entry: Entry): boolean {
  if (entry.kind === "called") return scribe.whole(entry.input) === null;
  const { blobs } = scribe.snapshot;
  const content = entry.kind === "returned" && entry.output.kind === "content" ? entry.output.parts : [];
  const parts = entry.kind === "said" || entry.kind === "revised" ? entry.parts : content;
  return (
    textsOf(entry).some((text) => scribe.whole(text) === null) ||
    parts.some((part) => part.kind === "file" && part.source.kind === "blob" && !blobs.has(part.source.blob)) ||
    content.some((part) => part.kind === "file" && part.source.kind === "url")
  );
}

/** The turn whose message an entry is. */
export function turnAnswering({ snapshot }: Scribe, entry: Entry): TurnRecord | undefined {
  const { turn, turns } = snapshot;
  if (entry.kind !== "said" || entry.by.role === "agent") return undefined;
  if (turn?.messages.includes(entry.id)) return turn;
  const own = entry.turn === null ? undefined : turns.get(entry.turn);
  return own?.messages.includes(entry.id) ? own : undefined;
}

/** An attachment's ends take at most half of what the text itself may take, in small windows too. */
export function scaled(scribe: Scribe, entry: Entry, rule: Item["baseRule"]): Scribe {
  const answering = turnAnswering(scribe, entry);
  if (rule !== "attachment" || answering === undefined) return scribe;
  return { ...scribe, preview: Math.min(scribe.preview, Math.floor(answering.attachOver / 2)) };
}

/** Every view shows a larger text by its ends, except in the message that it answers. */
export function spillLimit({ spillOver, preview }: Policy): Tokens {
  return Math.max(spillOver, preview * 2);
}

function fileTokens(entry: Entry): Tokens {
  if (entry.kind !== "said") return 0;
  return entry.parts.reduce((sum, part) => sum + (part.kind === "file" ? part.tokens : 0), 0);
}

function textsOf(entry: Entry): readonly Text[] {
  switch (entry.kind) {
    case "said":
    case "revised":
      return entry.parts.flatMap(partText);
    case "called":
      return [];
    case "returned":
      return outputTexts(entry);
    case "noted":
    case "withdrawn":
      return [];
    default:
      return entry satisfies never;
  }
}

function outputTexts(entry: Returned): readonly Text[] {
  return entry.output.kind === "content" ? entry.output.parts.flatMap(partText) : [entry.output.text];
}

function partText(part: Part): readonly Text[] {
  return part.kind === "file" ? [] : [part.text];
}
