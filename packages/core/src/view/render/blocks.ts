import { mark } from "@clewline/text/fence.js";
import { endsStep, type Steps } from "@clewline/text/steps.js";
import type { EntryId } from "../../log/keys.js";
import type { TurnRecord } from "../../log/turn.js";
import { isStateless, type Policy } from "../../policy/policy.js";
import { type Block, makeBlock, ours, type Piece } from "../block.js";
import { makeTextPiece, type Renderer } from "../renderer.js";
import type { Content, Role } from "../request.js";
import type { Item } from "../units/item.js";
import type { Account, ShownUnit } from "./account.js";
import { drawNotice, type Gap } from "./notice.js";

/** The blocks that are inserted among the units, and the names of calls. */
export interface BlockSurroundings {
  /** The turn's volatile blocks, before its message. */
  readonly preambles: readonly Block[];
  readonly historyNotes: readonly Block[];
  /** By the seq of the call. */
  readonly callNames: ReadonlyMap<number, string>;
  readonly turn: TurnRecord | null;
}

/** The blocks of the recent and message layers, with notices where entries were left out. */
export function* makeRecentBlocks(
  renderer: Renderer,
  policy: Policy,
  account: Account,
  among: BlockSurroundings,
): Steps<readonly Block[]> {
  const blocks: Block[] = [];
  const isAnew = isStateless(policy);
  const pending = isAnew ? [] : [...account.gaps];
  const anchor =
    account.shown.find(({ unit }) => unit.role === "message") ??
    account.shown.find(({ unit: { unit } }) => unit.kind === "step" && unit.turn === among.turn?.id);
  const due = [...among.preambles];
  for (const [place, shown] of account.shown.entries()) {
    if (endsStep(place)) yield;
    const isBefore = (gap: Gap | undefined) => gap !== undefined && gap.from < shown.unit.unit.place;
    if (isBefore(pending[0])) {
      const before = pending.filter(isBefore);
      pending.splice(0, before.length);
      blocks.push(drawNotice(renderer, before));
    }
    if (shown === anchor) blocks.push(...due.splice(0));
    blocks.push(...shown.unit.asides, ...makeUnitBlocks(shown, among.callNames));
  }
  if (pending.length > 0) blocks.push(drawNotice(renderer, pending));
  // Stateless views have many gaps: one notice before everything else covers all of them.
  const notice = isAnew && account.gaps.length > 0 ? [drawNotice(renderer, account.gaps)] : [];
  const isPast = account.shown.some(({ unit: { role, unit } }) => role !== "message" && unit.turn !== among.turn?.id);
  return open(renderer, [...notice, ...(isPast ? among.historyNotes : []), ...blocks, ...due]);
}

/** Providers require the first message to be the user's. */
function open(renderer: Renderer, blocks: readonly Block[]): readonly Block[] {
  const first = blocks[0];
  if (first === undefined || first.role === "user") return blocks;
  return [makeBlock("recent", "user", ours, [makeTextPiece(renderer, mark("start"))]), ...blocks];
}

const roles: readonly Role[] = ["user", "assistant", "tool"];

/** Cached blocks of units that an earlier call of the lane showed in the same way, by the unit's first item. */
const known = new WeakMap<Item, { readonly how: readonly unknown[]; readonly blocks: readonly Block[] }>();

function makeUnitBlocks({ unit, items }: ShownUnit, callNames: ReadonlyMap<number, string>): readonly Block[] {
  const layer = unit.role === "message" ? "message" : "recent";
  const [first] = items;
  const before = first === undefined ? undefined : known.get(first[0]);
  if (before !== undefined && isDrawnSo(before.how, layer, items, callNames)) return before.blocks;
  const how = [layer, ...items.flatMap(([item, rendition]) => [item, rendition, findCallName(item, callNames)])];
  const blocks = roles.flatMap((role) => makeRoleBlocks(layer, role, items, callNames));
  if (first !== undefined) known.set(first[0], { how, blocks });
  return blocks;
}

/** Without a list of its own for each unit: hardly any is drawn anew. */
function isDrawnSo(
  how: readonly unknown[],
  layer: "message" | "recent",
  items: ShownUnit["items"],
  callNames: ReadonlyMap<number, string>,
): boolean {
  if (how[0] !== layer || how.length !== items.length * 3 + 1) return false;
  return items.every(([item, rendition], index) => {
    const place = index * 3 + 1;
    return how[place] === item && how[place + 1] === rendition && how[place + 2] === findCallName(item, callNames);
  });
}

function makeRoleBlocks(
  layer: "message" | "recent",
  role: Role,
  items: ShownUnit["items"],
  callNames: ReadonlyMap<number, string>,
): readonly Block[] {
  const seqs: number[] = [];
  const sources: EntryId[] = [];
  const pieces: Piece[] = [];
  const shows: EntryId[] = [];
  for (const [item, rendition] of items) {
    const own = item.pieces(rendition).filter((each) => each.role === role);
    if (own.length === 0) continue;
    seqs.push(item.entry.seq);
    sources.push(...item.sources);
    const drawn = own.flatMap((each) => each.pieces).map((piece) => rename(piece, findCallName(item, callNames)));
    pieces.push(...drawn);
    shows.push(...drawn.map(() => item.entry.id));
  }
  return pieces.length === 0 ? [] : [{ ...makeBlock(layer, role, { seqs, sources }, pieces), shows }];
}

function findCallName({ call }: Item, callNames: ReadonlyMap<number, string>): string | undefined {
  return call === null ? undefined : callNames.get(call);
}

/** Replaces the call's id by its name in this view. */
function rename(piece: Piece, name: string | undefined): Piece {
  const { content } = piece;
  if (name === undefined || !("toolCallId" in content) || content.toolCallId === name) return piece;
  return { ...piece, content: { ...content, toolCallId: name } as Content };
}
