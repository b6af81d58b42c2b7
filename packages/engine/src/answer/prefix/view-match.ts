/** Compares a view with the view of the call before, and finds whose change separates them. */
import type { LaneRef } from "@clewline/core/log/keys.js";
import { differsInClock } from "@clewline/core/model/prefix/clock.js";
import type { CallBefore, PrefixChange, PrefixMatch } from "@clewline/core/model/prefix/sent-prefix.js";
import type { LayerName } from "@clewline/core/policy/layer.js";
import { type Policy, readPrefix } from "@clewline/core/policy/policy.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import { type ChangedLot, diffVerdicts } from "@clewline/core/receipt/view-diff.js";
import { comparePrefixes, listViewParts, type ViewPart } from "@clewline/core/receipt/view-parts.js";
import type { Block } from "@clewline/core/view/block.js";
import { readReach, reductions } from "@clewline/core/view/reduce/reductions.js";
import { encodeBlock, hashBlock } from "@clewline/core/view/render/block-pieces.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { View } from "@clewline/core/view/view.js";
import { isObject, tryParseJson } from "@clewline/text/json.js";
import type { Engine } from "../../engine.js";
import type { CountingHistory } from "../learned-limits.js";

/** The last answered call of a lane, and its view as far as it is known. */
export interface EarlierView {
  readonly before: CallBefore;
  readonly receipt: Receipt | null;
  /** Blocks before the first that it renews with each turn; absent where it has none. */
  readonly stable: number | undefined;
}

export interface MadeView {
  readonly view: View;
  readonly receipt: Receipt;
  readonly snapshot: Pick<Snapshot, "entries">;
}

/** Null before the first answered call. `known` is a receipt that was read already. */
export async function findEarlierView(
  { receipts }: Pick<Engine, "receipts">,
  ref: LaneRef,
  { last }: Pick<CountingHistory, "last">,
  known: Receipt | null,
): Promise<EarlierView | null> {
  if (last === null) return null;
  const { receipt: id, prefix } = last.usage;
  const found = id === null || known?.id === id ? null : await receipts.look(ref, id);
  const read = found?.bytes === "whole" ? found.receipt : null;
  return { before: last, receipt: id !== null && known?.id === id ? known : read, stable: prefix?.stable };
}

/** Blocks before the first that a view renews with each turn; undefined where it renews none. */
export function countStable({ blocks }: View, tools: number, policy: Policy): number | undefined {
  const shown = blocks.filter(({ role, contents }) => role === "system" || contents.length > 0);
  const isHead = ({ role, layer }: Block) => role === "system" || layer === "summary";
  const end =
    readPrefix(policy) === "head"
      ? shown.findIndex((block) => !isHead(block) || block.volatile)
      : shown.findLastIndex((block, index) => block.volatile && shown[index - 1]?.volatile !== true);
  if (end < 0) return undefined;
  return shown.slice(0, end).reduce((sum, block) => sum + encodeBlock(block).length, tools);
}

export async function matchView(
  engine: Engine,
  { receipt: before, stable }: EarlierView & { readonly receipt: Receipt },
  made: MadeView,
): Promise<PrefixMatch> {
  const { receipt, view } = made;
  const then = listViewParts(before.chunks);
  await engine.pause();
  const now = listViewParts(receipt.chunks, view.pieces);
  const { split, shared, again } = comparePrefixes(
    then.map(({ key }) => key),
    now,
  );
  await engine.pause();
  if (split === null) return { shared, again, change: null };
  const isRenewed = stable !== undefined && split >= stable && !isCompacted(before, receipt);
  if (isRenewed) return { shared, again, change: null, isRenewed };
  return { shared, again, change: await describeSplit(engine, before, made, { split, then, now }) };
}

/** By the view itself, or since the one before it, on request. */
function isCompacted(before: Receipt, { compacted, epoch }: Receipt): boolean {
  return compacted || (epoch.key === before.epoch.key && epoch.number !== before.epoch.number);
}

interface Split {
  readonly split: number;
  readonly then: readonly ViewPart[];
  readonly now: readonly ViewPart[];
}

async function describeSplit(
  engine: Engine,
  before: Receipt,
  { receipt, view, snapshot }: MadeView,
  { split, then, now }: Split,
): Promise<PrefixChange> {
  const [old, part] = [then[split], now[split]];
  const layer = part === undefined ? null : findLayer(view, part, engine);
  const block = nameBlock(view, receipt, { part: part ?? old, layer });
  if (before.policy.hash !== receipt.policy.hash)
    return { cause: "setting", block, because: `policy ${before.policy.name}, now ${receipt.policy.name}` };
  if (before.window !== receipt.window)
    return { cause: "setting", block, because: `window ${before.window}, now ${receipt.window}` };
  if (part?.area === "tools" || old?.area === "tools")
    return { cause: hasSame(then, now, "tools") ? "reordered" : "tools", block, because: null };
  const isGiven = layer === "instructions" || layer === "persona" || layer === "skills";
  if (part?.area === "system" && isGiven) {
    const text = view.blocks.find((each) => hashBlock(each, engine.fns.hash).includes(part.key));
    const was = old === undefined ? undefined : (await engine.store.chunks(before.ref, [old.key])).get(old.key);
    const isClock = was !== undefined && text !== undefined && differsInClock(was, encodeBlock(text).join(""));
    return { cause: isClock ? "clock" : "instructions", block, because: layer };
  }
  const changed = diffVerdicts(before.verdicts, receipt.verdicts).filter((each) => each.before !== null);
  const reader = describeReaders(changed, { before, after: receipt, snapshot });
  if (reader !== null) return { cause: "edited", block, because: reader };
  if (isCompacted(before, receipt))
    return { cause: "compaction", block, because: describeCompaction(before, receipt, view) };
  return { cause: "rewritten", block, because: describeVerdict(changed) ?? layer };
}

function findLayer({ blocks }: View, { key }: ViewPart, { fns }: Engine): LayerName | null {
  return blocks.find((block) => hashBlock(block, fns.hash).includes(key))?.layer ?? null;
}

interface NamedPart {
  readonly part: ViewPart | undefined;
  readonly layer: LayerName | null;
}

function nameBlock({ pieces }: View, { chunks }: Receipt, { part, layer }: NamedPart): string {
  if (part === undefined) return "the end of the request";
  if (part.area === "tools") {
    const tool = tryParseJson(pieces[chunks.indexOf(part.key)] ?? "");
    return isObject(tool) ? `tool ${String(tool.name)}` : "the last tool";
  }
  if (part.area === "system") return layer === null ? "system text" : `system text (${layer})`;
  return `message ${part.message} (${[part.role, layer].filter((each) => each !== null).join(", ")})`;
}

function hasSame(then: readonly ViewPart[], now: readonly ViewPart[], area: ViewPart["area"]): boolean {
  const list = (parts: readonly ViewPart[]) => parts.flatMap((part) => (part.area === area ? [part.key] : [])).sort();
  return list(then).join() === list(now).join();
}

interface ReadViews {
  readonly before: Receipt;
  readonly after: Receipt;
  readonly snapshot: Pick<Snapshot, "entries">;
}

/** Finds changes by people since then: a deletion, an edit in stateless views, a hidden range, a cleared context. */
function describeReaders(
  changes: readonly ChangedLot[],
  { before, after, snapshot: { entries } }: ReadViews,
): string | null {
  const withdrawn = entries.find((entry) => entry.kind === "withdrawn" && entry.seq > before.epoch.foldedThrough);
  if (withdrawn?.kind === "withdrawn") {
    const target = entries.find(({ id }) => id === withdrawn.target);
    return target === undefined ? "an entry was withdrawn" : `#${target.seq} was withdrawn`;
  }
  const changed = changes.find(({ after: now, before: then }) => {
    return (
      now !== null && then !== null && then.rule !== now.rule && /^(?:hidden|pinned|cleared|edited)$/.test(now.rule)
    );
  });
  if (changed?.after?.rule === "edited" && isCompacted(before, after)) return null;
  return changed === undefined ? null : `#${changed.from}: ${changed.after?.rule}`;
}

/** Names the limits that moved a reduction. */
function describeCompaction(before: Receipt, { epoch }: Receipt, { scheduled }: View): string {
  const moved = reductions.filter(({ name }) => {
    return readReach(epoch.through, { name }) !== readReach(before.epoch.through, { name });
  });
  const limits = moved.flatMap(({ name }) => epoch.limits[name] ?? []);
  const named = [...new Set([...(scheduled?.kind === "clear" ? ["price"] : []), ...limits])];
  return named.length === 0 ? "an edit was folded in" : named.join(", ");
}

/** The first entry that is shown in another form. */
function describeVerdict([changed]: readonly ChangedLot[]): string | null {
  if (changed?.after === undefined || changed.after === null) return null;
  const { rule, limit } = changed.after;
  return `#${changed.from}: ${changed.before?.rule}, now ${rule}${limit === null ? "" : ` (${limit})`}`;
}
