/** Keeps a model's answer to a host's list, which the host will send back in its next one. */
import type { HostItem } from "@clewline/core/log/host-message.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Engine } from "../../engine.js";
import { openIngest } from "../../intake/ingest.js";
import { keepLate } from "../place/late-entries.js";
import { syncMessages } from "../sync.js";
import type { ListedMessage } from "./listed-message.js";
import { openMarks, readAfter, readLaneEnd } from "./stored-prefix.js";

export interface AnsweredList {
  readonly ref: LaneRef;
  readonly turn: TurnRecord;
  /** The lane's last seq when the list was taken in. */
  readonly last: number;
  /** The list with the answer as its last message. */
  readonly messages: readonly ListedMessage[];
}

/** If the lane holds another list by now, the answer is kept beside it, and no view takes it for one. */
export async function keepListReply(engine: Engine, { ref, turn, last, messages }: AnsweredList): Promise<void> {
  const end = await readLaneEnd(engine, ref);
  const since = await readAfter(engine, ref, last, end.last);
  // A late answer to a client that left changes no list.
  if (since.every(({ late }) => late !== undefined)) {
    await syncMessages(engine, ref, messages, { mayBeginAnew: true, look: openMarks(engine, ref, end) });
    return;
  }
  const items: readonly HostItem[] = messages.at(-1)?.items ?? [];
  const ingest = await openIngest(engine, ref, turn);
  const entries = ingest.fromModel(items, turn.id, 0, () => null);
  await keepLate(engine, turn.id, { ref, entries, blobs: ingest.blobs, records: [] });
}
