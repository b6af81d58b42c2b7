/**
 * A store as somebody outside the project would write it: one file, one class, plain lists that are looked through from end to
 * end, and nothing but the public names.
 */
import {
  type Change,
  type ChangeResult,
  ClewError,
  type Derivation,
  type Draft,
  type Entry,
  type EntryId,
  type Epoch,
  type Erasure,
  type Hash,
  type Json,
  type KeptReceipt,
  type LaneRecord,
  type LaneRef,
  type LaneRequest,
  type LaneState,
  type LaneSummary,
  type Lease,
  type LeaseClaim,
  type LogStore,
  type NameLocation,
  type OwnerKey,
  type ReceiptId,
  type SaidEntry,
  type SearchScope,
  type SessionKey,
  type SessionRef,
  type SessionSummary,
  type StoredVector,
  type TurnId,
  type TurnRecord,
} from "clewline";
import { storeRules } from "clewline/stores/rules";

interface Row {
  readonly ref: LaneRef;
  readonly entry: Entry;
}

interface Lane {
  readonly ref: LaneRef;
  epochs: Record<string, Epoch>;
  leases: readonly Lease[];
  token: number;
  records: readonly LaneRecord[];
  cleared: number;
}

interface Derived {
  readonly session: SessionRef;
  readonly source: EntryId;
  readonly kind: Derivation["kind"];
  readonly key: string;
}

interface Vectors {
  readonly ref: LaneRef;
  readonly embedder: string;
  readonly written: StoredVector[];
  through: number;
}

const copy = <Value>(value: Value): Value => (value === undefined ? value : JSON.parse(JSON.stringify(value)));
const inSession = (a: SessionRef, b: SessionRef) => a.owner === b.owner && a.session === b.session;
const inLane = (a: LaneRef, b: LaneRef) => inSession(a, b) && a.lane === b.lane;
const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b));
const count = (limit: number) => Math.max(0, Math.floor(limit) || 0);
const key = ({ owner, session }: SessionRef, ...more: readonly string[]) => JSON.stringify([owner, session, ...more]);
const sourceIn = (entry: Entry | Draft) => storeRules.findEntrySource(entry);
const targetIn = (entry: Entry) => (entry.kind === "revised" || entry.kind === "withdrawn" ? entry.target : null);
const newestTurn = (a: TurnRecord, b: TurnRecord) => b.began - a.began || byText(b.id, a.id);

export class ListStore implements LogStore {
  readonly location = "lists";
  readonly #hash: Hash;
  #open = true;
  /** In order of writing. */
  #rows: Row[] = [];
  #lanes: Lane[] = [];
  #turns: TurnRecord[] = [];
  /** Which turn ever answered which entry. */
  #answers: { readonly turn: TurnId; readonly session: SessionRef; readonly entry: EntryId }[] = [];
  #receipts: KeptReceipt[] = [];
  #texts = new Map<string, string>();
  #settings = new Map<string, Readonly<Record<string, Json>>>();
  #derived: Derived[] = [];
  #vectors: Vectors[] = [];

  constructor(hash: Hash = storeRules.hash) {
    this.#hash = hash;
  }

  async write(change: Change): Promise<ChangeResult> {
    this.#use();
    const lane = this.#lane(change.ref);
    const { expects, holder, expectedEpoch } = change;
    const isLate =
      (expects !== undefined && !storeRules.isAsExpected(lane.leases, expects)) ||
      (holder !== undefined && !storeRules.isRunningHolder(lane.leases, holder));
    if (isLate) return { done: false, entries: [], leases: copy(lane.leases) };
    const nothing = { done: false, entries: [], leases: [] };
    if (expectedEpoch !== undefined && (lane.epochs[expectedEpoch.key]?.number ?? 0) !== expectedEpoch.number)
      return nothing;
    const isNext = change.expectedSeq === undefined || change.expectedSeq === this.#next(change.ref);
    const { placed, added } = isNext ? this.#place(change) : { placed: null, added: [] };
    if (placed === null) return nothing;
    const isVectors = change.vectors !== undefined && change.entries === undefined;
    if (isVectors && !this.#lanes.includes(lane)) return nothing;
    const { turn, receipt, epoch } = copy({ turn: change.turn, receipt: change.receipt?.receipt, epoch: change.epoch });
    const { whileOpen } = change;
    if (whileOpen !== undefined) storeRules.refuseEnded(this.#turn(change.ref, whileOpen), false);
    if (turn !== undefined) storeRules.refuseEnded(this.#turn(change.ref, turn.id), change.reopen === true);
    // Nothing below can fail.
    if (!this.#lanes.includes(lane)) this.#lanes.push(lane);
    this.#rows.push(...added);
    for (const [id, text] of change.blobs ?? []) this.#keep("blob", change.ref, id, text);
    for (const [id, text] of [...(change.chunks ?? []), ...(change.receipt?.chunks ?? [])])
      this.#keep("chunk", change.ref, id, text);
    for (const past of change.history ?? []) if (this.#turn(change.ref, past.id) === null) this.#put(copy(past));
    lane.leases = lane.leases.filter((lease) => lease.turn !== change.release);
    if (change.claim !== undefined) claim(lane, change.claim);
    if (turn !== undefined && (change.claim === undefined || isRunning(lane, change.claim))) {
      this.#put(turn);
      if (turn.state !== "running") lane.leases = lane.leases.filter((lease) => lease.turn !== turn.id);
    }
    this.#turns = this.#turns.map((each) => {
      const { unsent: _unsent, ...sent } = each;
      return each.id === change.sent && inSession(each.ref, change.ref) ? sent : each;
    });
    if (receipt !== undefined && this.#receipt(change.ref, receipt.id) === undefined) this.#receipts.push(receipt);
    for (const record of change.records ?? [])
      if (!lane.records.some(({ id }) => id === record.id)) lane.records = [...lane.records, copy(record)];
    if (change.settings !== undefined) {
      const all = Object.entries({ ...this.#settings.get(key(change.ref)), ...copy(change.settings) });
      this.#settings.set(key(change.ref), Object.fromEntries(all.filter(([, value]) => value !== null)));
    }
    lane.cleared = Math.max(lane.cleared, Math.min(change.cleared ?? 0, this.#rowsOf(change.ref).length));
    if (epoch !== undefined && epoch.number === (lane.epochs[epoch.key]?.number ?? 0) + 1)
      lane.epochs = { ...lane.epochs, [epoch.key]: epoch };
    this.#voidVectors();
    if (change.vectors !== undefined) this.#putVectors(change.ref, change.vectors);
    for (const { kind, key: made, sources } of change.derived ?? [])
      for (const source of sources) this.#derived.push({ session: change.ref, source, kind, key: made });
    return {
      done: true,
      entries: copy(placed.map(({ entry }) => entry)),
      leases: change.claim === undefined ? [] : copy(lane.leases),
    };
  }

  async read(ref: LaneRef, ...asked: Parameters<LogStore["read"]> extends [LaneRef, ...infer Rest] ? Rest : never) {
    this.#use();
    const request: LaneRequest = storeRules.normaliseLaneRequest(...([asked[0], asked[1], asked[2]] as const));
    const { forced = null, epochKey } = request;
    const lane = this.#lane(ref);
    const settings = copy(this.#settings.get(key(ref)) ?? {});
    const name = typeof epochKey === "function" ? epochKey(settings) : (epochKey ?? storeRules.firstEpoch.key);
    const epoch = lane.epochs[name] ?? { ...storeRules.firstEpoch, key: name };
    const all = this.#rowsOf(ref).map(({ entry }) => entry);
    const reach = Math.max(storeRules.findLeaveBoundary(epoch.through), lane.cleared);
    const skipped = request.without?.({ epoch: copy(epoch), settings }) ?? [];
    const isRead = (seq: number) => seq > reach && !skipped.some(({ from, to }) => from <= seq && seq <= to);
    const kept = all
      .filter(({ seq }) => isRead(seq))
      .toReversed()
      .slice(0, count(request.limit));
    const newest = new Set(kept.map(({ seq }) => seq));
    const forcedIds = new Set(forced === null ? [] : this.#forced(ref, forced));
    const held = (seq: number) => seq > lane.cleared && epoch.held.includes(seq);
    const entries = copy(all.filter(({ seq, id }) => newest.has(seq) || held(seq) || forcedIds.has(id)));
    const wanted = new Set([forced, ...entries.map(({ turn }) => turn)]);
    const turns = copy(this.#turns.filter(({ id, ref: other }) => inSession(other, ref) && wanted.has(id)));
    turns.sort(newestTurn).reverse();
    const receipts = this.#receipts.filter((each) => inLane(each.ref, ref));
    const last = receipts.findLast((each) => epochKey === undefined || each.epoch.key === name)?.id ?? null;
    const replied = request.replied === true ? this.#replied(ref, entries, turns, forced) : null;
    const summaries = lane.records.filter((record) => record.kind === "summary");
    const candidates = lane.records.filter((record) => record.kind === "candidate");
    const furthest = summaries
      .slice(-storeRules.summariesLookedAt)
      .findLast((record) => request.isOwnSummary?.(record.name) === true)?.summary;
    const candidate = candidates.findLast((record) => record.name === name)?.candidate;
    const state: LaneState = {
      last: all.length,
      epoch: copy(epoch),
      lastReceipt: last,
      summary: copy(summaries.find(({ id }) => id === epoch.summary?.id)?.summary) ?? null,
      candidate: candidate?.after === epoch.number ? copy(candidate) : null,
      cleared: lane.cleared,
      settings,
      entries,
      turns,
      furthest: furthest !== undefined && furthest.to > reach ? copy(furthest) : null,
      records: (request.records ?? []).map(({ kind, name: named, limit }) => this.#recordsOf(ref, kind, named, limit)),
      replied,
      blobs: this.#pick("blob", ref, request.blobsOf?.({ settings, entries, replied }) ?? []),
      leases: request.leases === true ? copy(lane.leases) : [],
    };
    return state;
  }

  async range(ref: LaneRef, from: number, to: number) {
    this.#use();
    const first = Math.max(1, from);
    const last = Math.min(to, first + 999);
    return copy(this.#rowsOf(ref).flatMap(({ entry }) => (entry.seq >= first && entry.seq <= last ? [entry] : [])));
  }

  async bySource(session: SessionRef, message: string) {
    this.#use();
    return copy(this.#bySource(session, message));
  }

  async recentSaid(session: SessionRef, limit: number) {
    this.#use();
    const lanes = this.#summaries((ref) => inSession(ref, session) && !storeRules.isChildLane(ref.lane));
    const looked = lanes.slice(0, storeRules.recentLanes).flatMap(({ ref }) => last(this.#rowsOf(ref), limit));
    const order = new Map(this.#rows.map((row, place) => [row, place]));
    looked.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    const said = last(looked, limit).filter((row): row is Row & { entry: SaidEntry } => row.entry.kind === "said");
    return copy(said);
  }

  async byAddress(session: SessionRef, address: string) {
    this.#use();
    return copy(this.#byAddress(session, address) ?? null);
  }

  async byId(ref: LaneRef, id: EntryId) {
    this.#use();
    return copy(this.#rowsOf(ref).find(({ entry }) => entry.id === id)?.entry ?? null);
  }

  async changesOf(ref: LaneRef, targets: readonly EntryId[]) {
    this.#use();
    const aimed = (entry: Entry) => targets.some((target) => target === targetIn(entry));
    return copy(this.#rowsOf(ref).flatMap(({ entry }) => (aimed(entry) ? [entry] : [])));
  }

  async blobs(session: SessionRef, ids: Parameters<LogStore["blobs"]>[1]) {
    this.#use();
    return this.#pick("blob", session, ids);
  }

  async turn(session: SessionRef, id: TurnId) {
    this.#use();
    return copy(this.#turn(session, id));
  }

  async turns(ref: LaneRef, limit: number) {
    this.#use();
    const own = this.#turns.filter((turn) => inLane(turn.ref, ref)).sort(newestTurn);
    return copy(own.slice(0, count(limit)));
  }

  async unsent(owner: OwnerKey, session: SessionKey | null, limit: number) {
    this.#use();
    const owed = this.#turns.filter(({ ref, unsent }) => ref.owner === owner && unsent === true).sort(newestTurn);
    const known = owed.filter((turn) => {
      const newer = owed.filter(({ ref }) => inSession(ref, turn.ref));
      return newer.indexOf(turn) < storeRules.mostUnsent;
    });
    return copy(known.filter(({ ref }) => session === null || ref.session === session).slice(0, count(limit)));
  }

  async turnsAnswering(session: SessionRef, entry: EntryId) {
    this.#use();
    const answers = this.#answers.filter((each) => each.entry === entry && inSession(each.session, session));
    const ids = new Set(answers.map(({ turn }) => turn));
    return copy(this.#turns.filter(({ id, ref }) => ids.has(id) && inSession(ref, session)).sort(newestTurn));
  }

  async queued(owner: OwnerKey) {
    this.#use();
    const own = this.#lanes.filter(({ ref }) => ref.owner === owner);
    return own.flatMap(({ ref, leases }) =>
      leases.map((lease) => copy({ ref, lease, turn: this.#turn(ref, lease.turn) ?? null })),
    );
  }

  async leases(ref: LaneRef) {
    this.#use();
    return copy(this.#lane(ref).leases);
  }

  async sessions(owner: OwnerKey, { after, limit }: Parameters<LogStore["sessions"]>[1]) {
    this.#use();
    const sums = new Map<string, SessionSummary>();
    for (const { ref, entries, newest } of this.#summaries((each) => each.owner === owner)) {
      const sum = sums.get(ref.session) ?? { session: ref.session, lanes: 0, entries: 0, newest };
      const added = { lanes: sum.lanes + 1, entries: sum.entries + entries, newest: Math.max(sum.newest, newest) };
      sums.set(ref.session, { ...sum, ...added });
    }
    const order = (a: Pick<SessionSummary, "session" | "newest">, b: Pick<SessionSummary, "session" | "newest">) =>
      b.newest - a.newest || byText(a.session, b.session);
    const listed = [...sums.values()].sort(order);
    return listed.filter((each) => after === null || order(each, after) > 0).slice(0, count(limit));
  }

  async lanes(session: SessionRef) {
    this.#use();
    return this.#summaries((ref) => inSession(ref, session));
  }

  async locate(owner: OwnerKey, name: Parameters<LogStore["locate"]>[1]): Promise<readonly NameLocation[]> {
    this.#use();
    if (name.kind === "turn") {
      const { part } = name;
      const named = this.#turns.filter(
        ({ id, ref }) => ref.owner === owner && part.length >= 4 && (id.startsWith(part) || id.endsWith(part)),
      );
      const whole = named.filter(({ id }) => id === part);
      const found = (whole.length > 0 ? whole : named).map(({ id, ref }) => ({ ref, id }));
      return copy(found.slice(0, storeRules.mostLocated));
    }
    if (name.kind === "receipt") {
      const found = this.#receipts.filter(({ id, ref }) => ref.owner === owner && id === name.id);
      return copy(found.map(({ id, ref }) => ({ id, ref }))).slice(0, storeRules.mostLocated);
    }
    const sessions = new Map(this.#rows.map(({ ref }) => [key(ref), ref]));
    const own = [...sessions.values()].filter((ref) => ref.owner === owner);
    const found = own.flatMap((session) => this.#byAddress(session, name.address) ?? []);
    return copy(found.map(({ ref, entry }) => ({ ref, id: entry.id }))).slice(0, storeRules.mostLocated);
  }

  async receipt(session: SessionRef, id: ReceiptId) {
    this.#use();
    return this.#chain(session, id);
  }

  async receiptsOf(session: SessionRef, turn: TurnId) {
    this.#use();
    const own = this.#receipts.filter((each) => each.turn === turn && inSession(each.ref, session));
    return own.sort((a, b) => a.call - b.call || a.at - b.at || byText(a.id, b.id)).map(({ id }) => id);
  }

  async receipts(ref: LaneRef, after: ReceiptId | null, limit: number) {
    this.#use();
    const own = this.#receipts.filter((each) => inLane(each.ref, ref));
    const place = own.findIndex(({ id }) => id === after);
    return after !== null && place < 0 ? [] : copy(own.slice(place + 1, place + 1 + count(limit)));
  }

  async records(...[ref, kind, name, limit]: Parameters<LogStore["records"]>) {
    this.#use();
    return this.#recordsOf(ref, kind, name, limit);
  }

  async chunks(session: SessionRef, hashes: readonly string[]) {
    this.#use();
    return this.#pick("chunk", session, hashes);
  }

  async derivedFrom(session: SessionRef, sources: readonly EntryId[]) {
    this.#use();
    const found = sources.map((source) => {
      const own = this.#derived.filter((each) => each.source === source && inSession(each.session, session));
      const once = new Map(own.map(({ kind, key: made }) => [JSON.stringify([kind, made]), { kind, key: made }]));
      const vectors = this.#vectors.flatMap(({ ref, embedder, written }) => {
        const seq = this.#rowsOf(ref).find(({ entry }) => entry.id === source)?.entry.seq;
        const last = written.findLast((each) => each.seq === seq);
        const isOwn = inSession(ref, session) && seq !== undefined && (last?.bytes ?? null) !== null;
        return isOwn ? [{ kind: "vector", key: embedder } as const] : [];
      });
      return [source, [...once.values(), ...vectors]] as const;
    });
    return new Map(found.filter(([, made]) => made.length > 0));
  }

  async at(ref: LaneRef, seqs: readonly number[]) {
    this.#use();
    return copy(this.#rowsOf(ref).flatMap(({ entry }) => (seqs.includes(entry.seq) ? [entry] : [])));
  }

  async search(scope: SearchScope, words: readonly string[], limit: number) {
    this.#use();
    const wanted = words.slice(0, storeRules.mostSought).map((word) => storeRules.makeWordQuery(word));
    const before = scope.kind === "lane" ? (scope.before ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    const inScope = this.#rows.filter((row) => isWithin(scope, row.ref) && row.entry.seq < before);
    const hits = inScope.flatMap((row) => {
      const text = storeRules.makeSearchableText(row.entry, this.#pick("blob", row.ref, blobsNamedIn(row.entry)));
      const known = new Set(storeRules.listIndexedWords(text).map(stem));
      const held = wanted.flatMap((query, index) => (holds(query, text, known) ? [index] : []));
      return held.length > 0 && !this.#isOutdated(row) ? [{ ...row, held }] : [];
    });
    const holders = wanted.map((_, index) => hits.filter(({ held }) => held.includes(index)).length);
    const weights = holders.map((own) => storeRules.weighWord(own, inScope.length));
    const weigh = (held: readonly number[]) => held.reduce((sum, index) => sum + (weights[index] ?? 0), 0);
    const isWanted = ({ entry: { kind } }: Row) => scope.said !== true || kind === "said" || kind === "revised";
    const heaviestFirst = hits
      .filter(isWanted)
      .reverse()
      .sort((a, b) => weigh(b.held) - weigh(a.held));
    return copy({ found: heaviestFirst.slice(0, count(limit)), holders, entries: inScope.length });
  }

  async vectors(ref: LaneRef, embedder: string, after: number, limit: number) {
    this.#use();
    const { written, through } = this.#vectorsOf(ref, embedder);
    const isLast = ({ number, seq }: StoredVector) => !written.some((each) => each.seq === seq && each.number > number);
    const found = written.filter((each) => each.number > after && isLast(each)).slice(0, count(limit));
    return { vectors: found, through, last: this.#rowsOf(ref).length };
  }

  async unindexed(ref: LaneRef, embedder: string, before: number | null, limit: number) {
    this.#use();
    const waiting = this.#waiting(ref, embedder, before).reverse();
    const entries = copy(waiting.slice(0, count(limit)).map(({ entry }) => entry));
    const next = waiting.length > entries.length ? (entries.at(-1)?.seq ?? before) : null;
    return { entries, next, last: this.#rowsOf(ref).length };
  }

  async countUnindexed(ref: LaneRef, embedder: string, from: number, to: number) {
    this.#use();
    return this.#waiting(ref, embedder, to + 1).filter(({ entry }) => entry.seq >= from).length;
  }

  #vectorsOf(ref: LaneRef, embedder: string): Vectors {
    const known = this.#vectors.find((each) => inLane(each.ref, ref) && each.embedder === embedder);
    return known ?? { ref, embedder, written: [], through: 0 };
  }

  #waiting(ref: LaneRef, embedder: string, before: number | null): Row[] {
    const { written, through } = this.#vectorsOf(ref, embedder);
    return this.#rowsOf(ref).filter((row) => {
      const { seq, kind } = row.entry;
      const isSpoken = kind === "revised" || (kind === "said" && row.entry.by.role !== "system");
      const isAsked = seq > through && (before === null || seq < before);
      return isAsked && isSpoken && !this.#isOutdated(row) && !written.some((each) => each.seq === seq);
    });
  }

  #putVectors(ref: LaneRef, { embedder, vectors, through = 0 }: NonNullable<Change["vectors"]>): void {
    const known = this.#vectorsOf(ref, embedder);
    if (!this.#vectors.includes(known)) this.#vectors.push(known);
    const notes = this.#rowsOf(ref).filter(({ entry }) => entry.kind === "noted" && entry.note.kind !== "erased");
    const mayHave = new Set([...this.#waiting(ref, embedder, null), ...notes].map(({ entry }) => entry.seq));
    for (const { seq } of known.written) mayHave.delete(seq);
    for (const { seq, bytes } of vectors) {
      if (mayHave.delete(seq)) known.written.push({ number: known.written.length + 1, seq, bytes });
    }
    known.through = Math.max(known.through, Math.min(through, this.#rowsOf(ref).length));
  }

  #voidVectors(): void {
    for (const { ref, written } of this.#vectors) {
      const rows = new Map(this.#rowsOf(ref).map((row) => [row.entry.seq, row]));
      const last = new Map(written.map((each) => [each.seq, each]));
      for (const { seq, bytes } of last.values()) {
        const row = rows.get(seq);
        const isVoid = bytes !== null && row !== undefined && this.#isOutdated(row);
        if (isVoid) written.push({ number: written.length + 1, seq, bytes: null });
      }
    }
  }

  async erase(erasure: Erasure) {
    this.#use();
    const { sessions, lanes, entries, sources, turns, records, receipts, pieces, settings, ifIdleSince } = erasure;
    const isNewer = ({ ref, entry }: Row) =>
      entry.at >= (ifIdleSince ?? Number.POSITIVE_INFINITY) && sessions.some((each) => inSession(each, ref));
    if (this.#rows.some(isNewer)) throw new ClewError("lane/busy", "Somebody spoke there", { hint: "Erase it later" });
    const isGone = (ref: LaneRef) =>
      sessions.some((each) => inSession(each, ref)) || lanes.some((each) => inLane(each, ref));
    const isKept = ({ ref }: { readonly ref: LaneRef }) => !isGone(ref);
    this.#lanes = this.#lanes.filter(isKept);
    this.#turns = this.#turns.filter(isKept);
    this.#receipts = this.#receipts.filter(isKept);
    this.#vectors = this.#vectors.filter(isKept);
    this.#rows = this.#rows.filter(isKept).map((row) => {
      const { ref, entry } = row;
      const becomes = entries.find((each) => inLane(each.ref, ref) && each.entry.id === entry.id);
      return becomes === undefined ? row : { ref, entry: copy(becomes.entry) };
    });
    this.#turns = this.#turns.map((turn) => {
      const becomes = turns.find(({ id, ref }) => id === turn.id && inSession(ref, turn.ref));
      return becomes === undefined ? turn : copy(becomes);
    });
    for (const lane of this.#lanes) {
      const own = records.filter(({ ref }) => inLane(ref, lane.ref));
      lane.records = lane.records.flatMap((record) => {
        const becomes = own.find(({ id }) => id === record.id);
        return becomes === undefined ? [record] : becomes.becomes === null ? [] : [copy(becomes.becomes)];
      });
    }
    this.#receipts = this.#receipts.map((receipt) => {
      const names = new Map(
        pieces.filter((each) => inSession(each.session, receipt.ref)).map((each) => [each.hash, each.name]),
      );
      const decided = receipts.find(({ session, id }) => id === receipt.id && inSession(session, receipt.ref));
      const known = decided === undefined ? receipt : { ...receipt, decisions: copy(decided.decisions) };
      return storeRules.renamePieces(known, names);
    });
    for (const { session, hash } of pieces)
      for (const kind of ["blob", "chunk"]) this.#texts.delete(key(session, kind, hash));
    for (const name of [...this.#texts.keys()]) {
      const [owner, session] = JSON.parse(name) as [OwnerKey, SessionKey];
      if (sessions.some((each) => inSession(each, { owner, session }))) this.#texts.delete(name);
    }
    for (const session of sessions) this.#settings.delete(key(session));
    const isForgotten = (line: Derived) =>
      erasure.derived.some(
        ({ session, kind, key }) => kind === line.kind && key === line.key && inSession(line.session, session),
      );
    this.#derived = this.#derived.filter((line) => !isForgotten(line));
    this.#derived = this.#derived.filter(
      ({ session, source }) => !sources.includes(source) && !sessions.some((each) => inSession(each, session)),
    );
    this.#answers = this.#answers.filter(({ session }) => !sessions.some((each) => inSession(each, session)));
    for (const { ref, entry } of entries) this.#voidVector(ref, entry);
    if (settings === null) return;
    const all = Object.entries({ ...this.#settings.get(key(settings.ref)), ...copy(settings.settings) });
    this.#settings.set(key(settings.ref), Object.fromEntries(all.filter(([, value]) => value !== null)));
  }

  #voidVector(ref: LaneRef, entry: Entry) {
    if (entry.kind !== "noted" || entry.note.kind !== "erased") return;
    for (const { ref: lane, written } of this.#vectors) {
      if (!inLane(lane, ref) || !written.some(({ seq, bytes }) => seq === entry.seq && bytes !== null)) continue;
      for (const [place, each] of written.entries())
        if (each.seq === entry.seq) written[place] = { ...each, bytes: null };
      written.push({ number: written.length + 1, seq: entry.seq, bytes: null });
    }
  }

  async faults() {
    this.#use();
    return [];
  }

  async close() {
    this.#open = false;
  }

  #use(): void {
    if (!this.#open) throw new ClewError("store/closed", "The lists were closed", { hint: "Make new ones" });
  }

  #lane(ref: LaneRef): Lane {
    const known = this.#lanes.find((lane) => inLane(lane.ref, ref));
    return known ?? { ref: copy(ref), epochs: {}, leases: [], token: 0, records: [], cleared: 0 };
  }

  #rowsOf(ref: LaneRef): readonly Row[] {
    return this.#rows.filter((row) => inLane(row.ref, ref));
  }

  #next(ref: LaneRef): number {
    return this.#rowsOf(ref).length + 1;
  }

  /** Null where one of them is known, and the change takes it for granted that all are new. */
  #place({ ref, entries = [], expectedSeq }: Change): { placed: readonly Row[] | null; added: readonly Row[] } {
    const added: Row[] = [];
    const placed: Row[] = [];
    for (const draft of entries) {
      const source = sourceIn(draft);
      const isSame = ({ ref: other, entry }: Row) => {
        const known = sourceIn(entry);
        if (source === null || known === null) return inLane(other, ref) && entry.id === draft.id;
        return inSession(other, ref) && known.message === source.message && known.revision === source.revision;
      };
      const isSameId = ({ ref: other, entry }: Row) => inLane(other, ref) && entry.id === draft.id;
      const all = [...this.#rows, ...added];
      const known = all.find(isSame) ?? all.find(isSameId);
      if (known !== undefined && expectedSeq !== undefined) return { placed: null, added: [] };
      if (known !== undefined && !storeRules.isSameDelivery(known.entry, draft))
        throw new ClewError("log/conflict", `${draft.id} is already in the log with other content`);
      const row = known ?? { ref: copy(ref), entry: { ...copy(draft), seq: this.#next(ref) + added.length } as Entry };
      if (known === undefined) added.push(row);
      placed.push(row);
    }
    return { placed, added };
  }

  #put(turn: TurnRecord): void {
    this.#turns = this.#turns.filter(({ id, ref }) => id !== turn.id || !inSession(ref, turn.ref));
    this.#turns.push(turn);
    for (const entry of turn.messages) this.#answers.push({ turn: turn.id, session: turn.ref, entry });
  }

  #turn(session: SessionRef, id: TurnId): TurnRecord | null {
    return this.#turns.find((turn) => turn.id === id && inSession(turn.ref, session)) ?? null;
  }

  #keep(kind: "blob" | "chunk", session: SessionRef, id: string, text: string): void {
    if (!this.#texts.has(key(session, kind, id))) this.#texts.set(key(session, kind, id), text);
  }

  #pick<Id extends string>(kind: "blob" | "chunk", session: SessionRef, ids: readonly Id[]): ReadonlyMap<Id, string> {
    const found = ids.map((id) => [id, this.#texts.get(key(session, kind, id))] as const);
    return new Map(found.flatMap(([id, text]) => (text === undefined ? [] : [[id, text] as const])));
  }

  #receipt(session: SessionRef, id: ReceiptId): KeptReceipt | undefined {
    return this.#receipts.find((each) => each.id === id && inSession(each.ref, session));
  }

  #chain(session: SessionRef, id: ReceiptId): readonly KeptReceipt[] {
    const chain: KeptReceipt[] = [];
    let link = this.#receipt(session, id);
    for (let left = link === undefined ? 0 : storeRules.readDepth(link) + 1; link !== undefined && left > 0; left--) {
      chain.unshift(copy(link));
      link = "delta" in link ? this.#receipt(session, link.delta.base) : undefined;
    }
    return chain;
  }

  #recordsOf(...[ref, kind, name, limit]: Parameters<LogStore["records"]>): readonly LaneRecord[] {
    const own = this.#lane(ref).records.filter((each) => each.kind === kind && (name === null || each.name === name));
    return copy(own.toReversed().slice(0, count(limit)));
  }

  #summaries(isWanted: (ref: LaneRef) => boolean): readonly LaneSummary[] {
    const lanes = this.#lanes.flatMap(({ ref }) => {
      const rows = isWanted(ref) ? this.#rowsOf(ref) : [];
      if (rows.length === 0) return [];
      return [{ ref: copy(ref), entries: rows.length, newest: Math.max(...rows.map(({ entry }) => entry.at)) }];
    });
    return lanes.sort((a, b) => b.newest - a.newest || byText(a.ref.lane, b.ref.lane));
  }

  #byAddress(session: SessionRef, address: string): Row | undefined {
    const isThere = ({ ref, entry }: Row) => storeRules.makeAddress(ref, entry.seq, this.#hash) === address;
    return this.#rows.find((row) => inSession(row.ref, session) && isThere(row));
  }

  #bySource(session: SessionRef, message: string): Row | null {
    const own = this.#rows.filter(({ ref }) => inSession(ref, session));
    const isSent = ({ entry }: Row) =>
      entry.kind === "noted" && entry.note.kind === "sent" && entry.note.messages.includes(message);
    const note = own.findLast(isSent) ?? null;
    const answer = note === null ? undefined : this.#answerOf(note);
    if (answer !== undefined) return answer;
    const revision = ({ entry }: Row) => sourceIn(entry)?.revision ?? 0;
    const versions = own.filter(({ entry }) => sourceIn(entry)?.message === message);
    versions.sort((a, b) => revision(a) - revision(b));
    const newest = versions.at(-1);
    if (newest === undefined) return note;
    const said = versions.findLast(({ entry }) => entry.kind === "said") ?? newest;
    return { ref: said.ref, entry: newest.entry };
  }

  #answerOf({ ref, entry: { turn } }: Row): Row | undefined {
    return this.#rowsOf(ref).findLast(
      ({ entry }) => turn !== null && entry.turn === turn && entry.kind === "said" && entry.by.role === "agent",
    );
  }

  #replied(ref: LaneRef, entries: readonly Entry[], turns: readonly TurnRecord[], forced: TurnId | null) {
    const messages = turns.find(({ id }) => id === forced)?.messages ?? [];
    const message = storeRules.findRepliedMessage(entries, messages);
    const found = message === null ? null : this.#bySource(ref, message);
    if (found === null) return null;
    const first = this.#rowsOf(found.ref).find(({ entry }) => entry.id === storeRules.resolveMessageId(found.entry));
    return copy({ ...found, first: first?.entry ?? null });
  }

  #forced(ref: LaneRef, forced: TurnId): readonly EntryId[] {
    const messages = this.#turn(ref, forced)?.messages ?? [];
    const all = this.#rowsOf(ref).map(({ entry }) => entry);
    const own = new Set(all.flatMap(({ id, turn }) => (turn === forced || messages.includes(id) ? [id] : [])));
    const changes = all.filter((entry) => {
      const target = targetIn(entry);
      return target !== null && own.has(target);
    });
    return [...own, ...changes.map(({ id }) => id)];
  }

  #isOutdated({ ref, entry }: Row): boolean {
    const source = sourceIn(entry);
    const aim = targetIn(entry) ?? entry.id;
    const place = (row: Entry) => this.#rows.findIndex((each) => each.entry === row);
    const isNewer = (other: Entry) => {
      const [mine, its] = [source?.revision ?? 0, sourceIn(other)?.revision ?? 0];
      return its > mine || (its === mine && place(other) > place(entry));
    };
    return this.#rows.some(({ ref: at, entry: other }) => {
      const isAimed = inLane(at, ref) && targetIn(other) === aim;
      const isNamed = source !== null && inSession(at, ref) && sourceIn(other)?.message === source.message;
      return (isAimed || isNamed) && (other.kind === "withdrawn" || isNewer(other));
    });
  }
}

/** Gives the turn a place, or more time in the one that it has; the first place runs. */
function claim(lane: Lane, { turn, holder, until, renewal, takeover }: LeaseClaim): void {
  const isTaken = takeover === true && !renewal;
  const renewed = lane.leases.map((lease) =>
    lease.turn === turn && (lease.holder === holder || isTaken)
      ? { ...lease, holder, until, token: isTaken ? null : lease.token }
      : lease,
  );
  const isNew = !renewal && !renewed.some((lease) => lease.turn === turn);
  const queue: Lease[] = isNew ? [...renewed, { turn, holder, until, state: "queued", token: null }] : renewed;
  const [first] = queue;
  if (first !== undefined && first.turn === turn && first.holder === holder && first.token === null) {
    lane.token += 1;
    queue[0] = { ...first, state: "running", token: lane.token };
  }
  lane.leases = queue;
}

function isRunning(lane: Lane, { turn, holder }: LeaseClaim): boolean {
  return lane.leases.some((lease) => lease.turn === turn && lease.holder === holder && lease.state === "running");
}

function last<Value>(list: readonly Value[], limit: number): Value[] {
  return count(limit) === 0 ? [] : list.slice(-count(limit));
}

function isWithin(scope: SearchScope, ref: LaneRef): boolean {
  if (scope.kind === "lane") return inLane(scope.ref, ref);
  return scope.owner === ref.owner && (scope.kind === "owner" || scope.session === ref.session);
}

function holds(query: { run: readonly string[]; prefix: boolean }, text: string, held: ReadonlySet<string>): boolean {
  const stems = query.run.map(stem);
  if (stems.length === 0) return false;
  if (query.prefix) return stems.every((each) => [...held].some((word) => word.startsWith(each)));
  return stems.every((each) => held.has(each)) && (stems.length === 1 || storeRules.holdsRun(text, query.run));
}

/** Plain English endings; any rule will do that is the same for both sides. */
function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  const bare = word.replace(/(?<!s)s$/, "").replace(/(?<=[a-z]{3})(?:ing|ed)$/, "");
  return bare
    .replace(/([^aeiouylsz])\1$/, "$1")
    .replace(/e$/, "")
    .replace(/y$/, "i");
}

/** Every blob that an entry names, wherever it stands in it. */
function blobsNamedIn(value: unknown): Parameters<LogStore["blobs"]>[1][number][] {
  if (typeof value !== "object" || value === null) return [];
  const own = "blob" in value && typeof value.blob === "string" ? [value.blob as never] : [];
  return [...own, ...Object.values(value).flatMap(blobsNamedIn)];
}
