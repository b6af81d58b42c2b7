/** Reads a lane's remembered items and digests, for stateless views. */

import type { LaneRef } from "@clewline/core/log/keys.js";
import type { TakenBack } from "@clewline/core/log/memories/taken-back.js";
import type { ConversationDigest, SummaryItem } from "@clewline/core/log/summary.js";
import { isStateless, type Policy, readSummaryTokens } from "@clewline/core/policy/policy.js";
import { isTakenBack } from "@clewline/core/summary/taken-back.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { Engine } from "../engine.js";
import { memoryName } from "../intake/telling-store.js";

/** More than a week has conversations, and more memories than a view has room for. */
const mostDigests = 400;
const mostMemories = 100;
export const digestName = "conversation";

/** Later events of a lane that hide remembered items. */
export interface ToldSince {
  /** The seq up to which the reader cleared the chat. */
  readonly cleared: number;
  readonly takenBack: TakenBack;
}

export async function readTold(
  engine: Engine,
  ref: LaneRef,
  policy: Policy,
  { cleared, takenBack }: ToldSince,
): Promise<Pick<Snapshot, "remembered" | "digests">> {
  if (!isStateless(policy) || !policy.withHistory) return {};
  const remembered = (await readRemembered(engine, ref, cleared)).filter((item) => !isTakenBack(item, takenBack));
  const told = policy.past.kind === "tiers" && (readSummaryTokens(policy) ?? 0) > 0;
  const digests = told ? await readDigests(engine, ref) : [];
  const written = digests.flatMap(({ source, by, prose }) =>
    prose === null ? [] : [[source, { by, prose }] as const],
  );
  return {
    ...(remembered.length === 0 ? {} : { remembered }),
    ...(written.length === 0 ? {} : { digests: new Map(written) }),
  };
}

export async function readDigests({ store }: Engine, ref: LaneRef): Promise<readonly ConversationDigest[]> {
  const records = await store.records(ref, "digest", digestName, mostDigests);
  return records.flatMap((record) => (record.kind === "digest" ? [record.digest] : []));
}

/** Leaves out items that were withdrawn since, or that are older than the place where the reader cleared the chat. */
async function readRemembered({ store }: Engine, ref: LaneRef, cleared: number): Promise<readonly SummaryItem[]> {
  const records = await store.records(ref, "memory", memoryName, mostMemories);
  const items = records.flatMap((record) => (record.kind === "memory" ? [record.memory] : [])).reverse();
  if (items.length === 0) return [];
  const sources = items.flatMap((item) => item.sources);
  const changes = await store.changesOf(ref, sources);
  const gone = new Set(changes.flatMap((change) => (change.kind === "withdrawn" ? [change.target] : [])));
  if (cleared > 0)
    for (const source of sources) if (((await store.byId(ref, source))?.seq ?? 0) <= cleared) gone.add(source);
  return items.filter((item) => !item.sources.some((source) => gone.has(source)));
}
