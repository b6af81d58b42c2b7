import { condenseResult } from "../../log/arrival/condensed-result.js";
import type { Entry, Part, ReturnedEntry, Text } from "../../log/entry.js";
import type { Tokens, TurnId } from "../../log/keys.js";
import { isOwnTool } from "../../log/own-tools.js";
import type { TurnRecord } from "../../log/turn.js";
import { hasSchedule, type Policy } from "../../policy/policy.js";
import { isShortened, type Renderer } from "../renderer.js";
import type { Rendition } from "../rendition.js";
import type { Item } from "./item.js";

/** The rendition of an entry before any reduction, and the rule that decided it. */
export type StartingRendition = readonly [rendition: Rendition, rule: Item["baseRule"]];

/**
 * Full, unless one of its texts exceeds a fixed limit or a blob is missing. `answering` is the turn whose message the
 * entry is, `current` the one that the view is for.
 */
export function pickStartingRendition(
  renderer: Renderer,
  entry: Entry,
  limits: Pick<Policy, "spillOver" | "preview" | "neverSpill" | "outlineOver" | "missCost">,
  { answering, current }: { readonly answering: TurnRecord | undefined; readonly current: TurnId | undefined },
): StartingRendition {
  const condensed = entry.kind === "returned" && hasSchedule(limits) ? condenseResult(entry) : null;
  const texts = condensed === null ? listShownTexts(entry) : [condensed];
  const largest = texts.reduce((most, text) => Math.max(most, renderer.tokens(text)), 0);
  const isMessage = answering !== undefined && answering.id === current;
  if (answering !== undefined && isAttachment(entry, largest, answering)) {
    const { attachRoom } = answering;
    // Like any large text, a large attachment is shown whole or nearly so only while it is to be answered.
    const isSpilled = attachRoom === undefined || (!isMessage && attachRoom > computeSpillLimit(limits));
    return [isSpilled ? "spilled" : "attached", "attachment"];
  }
  // Results of the log's own tools were fitted to the window, and the model asked for them because nothing else shows them.
  const spills = entry.kind !== "returned" || !(limits.neverSpill.includes(entry.tool) || isOwnTool(entry.tool));
  const isWhole = entry.kind === "returned" && entry.whole === true && hasSchedule(limits);
  if (!isMessage && spills && !isWhole && largest > computeSpillLimit(limits)) return ["spilled", "spill.over"];
  if (entry.kind === "returned" && spills && largest > limits.outlineOver) return ["outlined", "outline.over"];
  if (condensed !== null) return ["condensed", "condense"];
  if (spills && isLongValue(renderer, entry)) return ["limited", "value.over"];
  // In full, missing parts show their ends or a stub, and everything else stays whole.
  return ["full", isMissingBytes(renderer, entry) ? "spill.over" : "fits"];
}

/** Whether a tool's data or error is too long to be shown whole. Plain text doesn't count: it may be anything. */
function isLongValue(renderer: Renderer, entry: Entry): boolean {
  if (entry.kind !== "returned" || entry.output.kind === "content") return false;
  const { kind, text } = entry.output;
  return kind !== "text" && kind !== "denied" && isShortened(renderer, text, "limited");
}

/** A text that its turn has room for is none, however large it is beside the room. */
function isAttachment(entry: Entry, largest: Tokens, { attachOver, attachRoom = 0 }: TurnRecord): boolean {
  return largest > Math.max(attachOver, attachRoom) || countFileTokens(entry) > attachOver;
}

/** Whether a blob of the entry is missing. Results can't refer to a file by its URL. */
function isMissingBytes(renderer: Renderer, entry: Entry): boolean {
  if (entry.kind === "called") return renderer.whole(entry.input) === null;
  const content = entry.kind === "returned" && entry.output.kind === "content" ? entry.output.parts : [];
  const parts = entry.kind === "said" || entry.kind === "revised" ? entry.parts : content;
  return (
    listShownTexts(entry).some((text) => renderer.whole(text) === null) ||
    parts.some(
      (part) => part.kind === "file" && part.source.kind === "blob" && renderer.file(part.source.blob) === undefined,
    ) ||
    content.some((part) => part.kind === "file" && part.source.kind === "url")
  );
}

/** The turn whose message an entry is. */
export function findAnsweringTurn(
  entry: Entry,
  turn: TurnRecord | null,
  turns: ReadonlyMap<TurnId, TurnRecord>,
): TurnRecord | undefined {
  if (entry.kind !== "said" || entry.by.role !== "user") return undefined;
  if (turn?.messages.includes(entry.id)) return turn;
  const own = entry.turn === null ? undefined : turns.get(entry.turn);
  return own?.messages.includes(entry.id) ? own : undefined;
}

/** An attachment's ends take what its turn has for them; once they are spilled, at most half of the text's own limit. */
export function scaleToAttachment(
  renderer: Renderer,
  rule: Item["baseRule"],
  answering: Pick<TurnRecord, "attachOver" | "attachRoom"> | null,
): Renderer {
  if (rule !== "attachment" || answering === null) return renderer;
  const { attachOver, attachRoom } = answering;
  const preview = Math.min(renderer.preview, Math.floor(attachOver / 2));
  return { ...renderer, preview, attachment: attachRoom ?? preview };
}

/** Every view shows a larger text by its ends, except in the message that it answers. */
export function computeSpillLimit({ spillOver, preview }: Pick<Policy, "spillOver" | "preview">): Tokens {
  return Math.max(spillOver, preview * 2);
}

function countFileTokens(entry: Entry): Tokens {
  if (entry.kind !== "said") return 0;
  return entry.parts.reduce((sum, part) => sum + (part.kind === "file" ? part.tokens : 0), 0);
}

function listShownTexts(entry: Entry): readonly Text[] {
  switch (entry.kind) {
    case "said":
    case "revised":
      return entry.parts.flatMap(listPartTexts);
    case "returned":
      return listResultTexts(entry);
    case "called":
    case "noted":
    case "withdrawn":
      return [];
    default:
      return entry satisfies never;
  }
}

function listResultTexts(entry: ReturnedEntry): readonly Text[] {
  return entry.output.kind === "content" ? entry.output.parts.flatMap(listPartTexts) : [entry.output.text];
}

function listPartTexts(part: Part): readonly Text[] {
  return part.kind === "file" ? [] : [part.text];
}
