import { ClewError } from "@clewline/core/errors.js";
import type { LogStore } from "@clewline/core/ports/index.js";

/** Wraps a store that its owner closes: closing here only ends the use. It may be an object of any class. */
export function borrowStore(store: LogStore): LogStore {
  let isOpen = true;
  const use = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    if (!isOpen) throw new ClewError("store/closed", "The log was closed", { hint: "Open a new one over the store" });
    return ask();
  };
  const borrowed: LogStore = {
    location: store.location,
    write: (change) => use(() => store.write(change)),
    read: (...request) => use(() => store.read(...request)),
    range: (ref, from, to) => use(() => store.range(ref, from, to)),
    at: (ref, seqs) => use(() => store.at(ref, seqs)),
    bySource: (session, message) => use(() => store.bySource(session, message)),
    recentSaid: (session, limit) => use(() => store.recentSaid(session, limit)),
    byAddress: (session, address) => use(() => store.byAddress(session, address)),
    byId: (ref, id) => use(() => store.byId(ref, id)),
    changesOf: (ref, targets) => use(() => store.changesOf(ref, targets)),
    blobs: (session, ids) => use(() => store.blobs(session, ids)),
    turn: (session, id) => use(() => store.turn(session, id)),
    turns: (ref, limit) => use(() => store.turns(ref, limit)),
    turnsAnswering: (session, entry) => use(() => store.turnsAnswering(session, entry)),
    unsent: (owner, session, limit) => use(() => store.unsent(owner, session, limit)),
    queued: (owner) => use(() => store.queued(owner)),
    leases: (ref) => use(() => store.leases(ref)),
    sessions: (owner, page) => use(() => store.sessions(owner, page)),
    lanes: (session) => use(() => store.lanes(session)),
    locate: (owner, name) => use(() => store.locate(owner, name)),
    receipt: (session, id) => use(() => store.receipt(session, id)),
    receiptsOf: (session, turn) => use(() => store.receiptsOf(session, turn)),
    receipts: (ref, after, limit) => use(() => store.receipts(ref, after, limit)),
    records: (...request) => use(() => store.records(...request)),
    chunks: (session, hashes) => use(() => store.chunks(session, hashes)),
    derivedFrom: (session, sources) => use(() => store.derivedFrom(session, sources)),
    search: (...question) => use(() => store.search(...question)),
    vectors: (...page) => use(() => store.vectors(...page)),
    unindexed: (...page) => use(() => store.unindexed(...page)),
    countUnindexed: (...page) => use(() => store.countUnindexed(...page)),
    erase: (erasure) => use(() => store.erase(erasure)),
    async *bytes() {
      if (store.bytes !== undefined) yield* store.bytes();
    },
    owners: () => use(async () => (await store.owners?.()) ?? []),
    faults: (thorough) => use(() => store.faults(thorough)),
    close: async () => {
      isOpen = false;
    },
  };
  refuseIncomplete(store, borrowed);
  return borrowed;
}

function refuseIncomplete(store: LogStore, whole: LogStore): void {
  const given = new Map(Object.keys(whole).map((name) => [name, store[name as keyof LogStore]]));
  const missing = [...given].find(
    ([name, verb]) => !["location", "bytes", "owners"].includes(name) && typeof verb !== "function",
  );
  if (missing === undefined) return;
  throw new ClewError("options/bad", `The store has no ${missing[0]}`, {
    hint: "Give a LogStore, and run storeContract of clewline/testing over it",
  });
}
