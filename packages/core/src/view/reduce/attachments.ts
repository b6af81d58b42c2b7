/**
 * How much of a message is shown that is too large for the view: beginning and end, as long as there is room for them.
 *
 * 1. Half of the room is for the message, shared by its large texts; what nothing else needs is added, but for a fifth.
 * 2. The first view of the turn decides, and the turn keeps it. Later views of the turn can only show less, and only if
 *    they don't fit otherwise.
 */
import type { Tokens } from "../../log/keys.js";
import type { TurnRecord } from "../../log/turn.js";
import type { ReducedView, TooSmall } from "../reduced.js";
import type { AttachmentLimits } from "../units/drawn-unit.js";

interface AttachmentRoom {
  /** Half of the room: larger texts are attachments. */
  readonly attachAt: Tokens;
  readonly attachments: number;
  readonly isDecided: boolean;
  readonly preview: Tokens;
}

/** The limits to try, one after the other, until the view fits. */
export function listAttachmentLimits(
  { attachOver, attachRoom }: TurnRecord,
  { attachAt, attachments, isDecided, preview }: AttachmentRoom,
): readonly AttachmentLimits[] {
  // Decided by a version that knew one length for all attachments, or for none.
  if (isDecided && attachRoom === undefined) return attachAt < attachOver ? [{ attachOver: attachAt }] : [];
  const over = isDecided ? Math.min(attachOver, attachAt) : attachAt;
  const most = Math.floor(attachAt / Math.max(1, attachments));
  const least = Math.min(preview, Math.floor(over / 2));
  const rooms = [most, Math.floor(most / 2), Math.floor(most / 4), least].filter(
    (room, index, all) =>
      room >= least && room < (attachRoom ?? Number.POSITIVE_INFINITY) && all.indexOf(room) === index,
  );
  return rooms.map((room) => ({ attachOver: over, attachRoom: room }));
}

/** No text is shown by its ends that is shorter than this. */
const leastAttached: Tokens = 128;

/** For a view that does not fit otherwise: the last is the same in every room, so that what it needs is what is needed. */
export function listShorterLimits(attachAt: Tokens, preview: Tokens): readonly AttachmentLimits[] {
  const limits = [Math.floor(attachAt / 2), Math.floor(attachAt / 4)].filter((over) => over > leastAttached);
  return [...limits, leastAttached].map((attachOver) => ({
    attachOver,
    attachRoom: Math.min(preview, Math.floor(attachOver / 2)),
  }));
}

/** Attachments fill this part of the room; the answer's own steps get the rest. */
const filled = 0.8;

/** The same limits with the room that nothing else needs; null if there is none. */
export function widenAttachments(
  made: ReducedView | TooSmall,
  { attachOver, attachRoom }: AttachmentLimits,
  {
    room,
    attachments,
    before,
  }: { readonly room: Tokens; readonly attachments: number; readonly before: Tokens | undefined },
): AttachmentLimits | null {
  if (made.kind === "too-small" || made.compacted || attachRoom === undefined || attachments === 0) return null;
  const spare = Math.floor((room * filled - made.estimate) / attachments);
  const wide = Math.min(attachRoom + spare, before ?? Number.POSITIVE_INFINITY);
  return wide <= attachRoom ? null : { attachOver, attachRoom: wide };
}
