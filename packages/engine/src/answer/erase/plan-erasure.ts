/** All that an erasure changes, before anything is changed. */

import { listTexts } from "@clewline/core/log/entry.js";
import type { EntryId, SessionKey, SessionRef } from "@clewline/core/log/keys.js";
import { type ErasedDerivation, type Erasure, nothingErased } from "@clewline/core/ports/index.js";
import type { Erased } from "@clewline/core/receipt/erase/erased.js";
import type { ErasedWords } from "@clewline/core/receipt/erase/erased-words.js";
import { collectSought, type SoughtPhrases } from "@clewline/core/receipt/erase/sought-phrases.js";
import type { Engine } from "../../engine.js";
import { walkSessions } from "../../read/sessions/all-sessions.js";
import type { ChosenEntries } from "./choose-entries.js";
import { type MemoryPlan, nothingForgotten, planMemories } from "./plan-memories.js";
import { planSession, type SessionPlan } from "./plan-session.js";
import {
  collectWords,
  type HistoryWork,
  listGone,
  listSpilled,
  readContents,
  readText,
  readWords,
  type SessionSurvey,
  surveyHistories,
  surveySession,
  surveyWhole,
} from "./survey.js";
import { type PlacedEntry, walkEntries } from "./walk-entries.js";

export interface ErasurePlan {
  readonly erasure: Erasure;
  /** Every session that something of is erased, or was made of it. */
  readonly sessions: ReadonlySet<SessionKey>;
  readonly memories: MemoryPlan;
  /** Of the sessions of which something stays. */
  readonly parts: readonly SessionPlan[];
  readonly surveys: readonly SessionSurvey[];
  readonly spilled: ReturnType<typeof listSpilled>;
  readonly histories: readonly HistoryWork[];
  /** Days whose journal changes. */
  readonly days: readonly string[];
  /** How many entries go. */
  readonly entries: number;
  /** Entries that stay and repeat some of its words. */
  readonly repeated: readonly PlacedEntry[];
  /** Whether a text holds words that only erased entries had. */
  holds(text: string): boolean;
  /** All that is erased, to be looked for afterwards. */
  readonly sought: SoughtPhrases;
}

export async function planErasure(engine: Engine, chosen: ChosenEntries): Promise<ErasurePlan> {
  const { owner } = engine;
  const whole = await surveyWhole(engine, chosen.sessions);
  const own: SessionSurvey[] = [];
  for (const [session, ids] of chosen.entries)
    own.push(await surveySession(engine, { owner, session }, ids, chosen.person));
  const ids = new Set([...whole.ids, ...[...chosen.entries.values()].flatMap((each) => [...each])]);
  const says = makeComparison(own);
  const tellers = { ids, sessions: new Set(chosen.sessions), person: chosen.person };
  const memories = chosen.idleSince === null ? await planMemories(engine, tellers) : nothingForgotten;
  const telling = memories.told.map(({ entry }) => entry.id).filter((id) => ids.has(id));
  const told = new Set([...telling, ...memories.changes]);
  const surveys = [...own, ...(await surveyOthers(engine, chosen, told))];
  const quotes = surveys.flatMap((survey) => survey.quotes);
  const spoken = [...(await listGone(engine, chosen)), ...memories.told];
  const known = [...memories.texts, ...quotes];
  const names = memories.gone.map(({ name }) => name);
  const words = await collectWords(engine, spoken, { known, names });
  for (const text of memories.standing) words.pass(text);
  const repeated: PlacedEntry[] = [];
  for (const survey of surveys) repeated.push(...(await passRepeated(engine, survey, words)));
  const parts: SessionPlan[] = [];
  for (const survey of surveys) {
    const goneHere = chosen.entries.get(survey.session.session) ?? [];
    const erased: Erased = {
      ids: new Set([...goneHere, ...told]),
      person: chosen.person,
      words,
      isSaidElsewhere: says,
    };
    parts.push(await planSession(engine, survey, erased));
  }
  const gone = surveys.flatMap((survey) => survey.gone);
  return {
    erasure: {
      ...nothingErased,
      sessions: chosen.sessions.map((session) => ({ owner, session })),
      ifIdleSince: chosen.idleSince,
      lanes: memories.lanes,
      entries: [...surveys.flatMap(({ entries }) => entries), ...memories.entries],
      sources: [...ids, ...memories.changes],
      derived: [...memories.derived, ...parts.flatMap(listDerived)],
      turns: parts.flatMap(({ turns }) => turns),
      records: parts.flatMap(({ records }) => records),
      receipts: parts.flatMap(({ receipts }) => receipts),
      pieces: parts.flatMap(({ pieces }) => pieces),
    },
    sessions: new Set([...chosen.sessions, ...surveys.map(({ session }) => session.session)]),
    memories,
    parts,
    surveys,
    spilled: [...whole.spilled, ...gone.flatMap(({ entry }) => listSpilled(entry))],
    histories: await Promise.all(surveys.map((survey) => surveyHistories(engine, survey))),
    days: [...new Set([...whole.days, ...parts.flatMap((part) => part.days)])],
    entries: whole.ids.size + gone.length,
    repeated,
    holds: (text) => words.holds(text),
    sought: await collectAll(engine, chosen, { known, names }),
  };
}

/** Derived rows that go: entries that stay may be among their sources. */
function listDerived({ records, pieces }: SessionPlan): readonly ErasedDerivation[] {
  const gone = records.filter(({ becomes }) => becomes === null);
  return [
    ...gone.map(({ ref, id }) => ({ session: ref, kind: "record", key: id }) as const),
    ...pieces.map(({ session, hash }) => ({ session, kind: "chunk", key: hash }) as const),
  ];
}

/** The words of the chosen entries, of whole sessions too, and what else is known of them. */
async function collectAll(
  engine: Engine,
  { sessions, entries, idleSince }: ChosenEntries,
  { known, names }: { readonly known: readonly string[]; readonly names: readonly string[] },
): Promise<SoughtPhrases> {
  // The report of sessions that retention gives up has no reader.
  if (idleSince !== null) return collectSought([]);
  const texts = [...known];
  for (const session of [...sessions, ...entries.keys()]) {
    const ids = entries.get(session);
    for await (const placed of walkEntries(engine, { owner: engine.owner, session }))
      if (ids === undefined || ids.has(placed.entry.id)) texts.push(...(await readContents(engine, placed)));
  }
  return collectSought(texts, names);
}

function makeComparison(surveys: readonly SessionSurvey[]): Erased["isSaidElsewhere"] {
  const texts = new Map(surveys.flatMap(({ gone }) => gone.map(({ entry }) => [entry.id, readText(entry)] as const)));
  const twins = new Map(surveys.flatMap((survey) => [...survey.twins]));
  return (entry, sources) => {
    const text = texts.get(entry) ?? "";
    return text !== "" && sources.some((source) => twins.get(source) === text);
  };
}

/** Memories are shown in other chats too: finds those with records made from the messages that a memory came from. */
async function surveyOthers(
  engine: Engine,
  { sessions, entries, person }: ChosenEntries,
  told: ReadonlySet<EntryId>,
): Promise<readonly SessionSurvey[]> {
  if (told.size === 0) return [];
  const surveys: SessionSurvey[] = [];
  for await (const { session } of walkSessions(engine)) {
    const ref: SessionRef = { owner: engine.owner, session };
    if (sessions.includes(session) || entries.has(session)) continue;
    if ((await engine.store.derivedFrom(ref, [...told])).size > 0)
      surveys.push(await surveySession(engine, ref, new Set(), person));
  }
  return surveys;
}

/** In characters: a long text is stored apart, and its length tells it from an id. */
const longId = 200;

/** Words that others repeated stay: an answer that repeats them, a copy in a result. */
async function passRepeated(
  engine: Engine,
  survey: SessionSurvey,
  words: ErasedWords,
): Promise<readonly PlacedEntry[]> {
  const changed = new Set(survey.entries.map(({ entry }) => entry.id));
  const repeated: PlacedEntry[] = [];
  const texts: string[] = [];
  for await (const placed of walkEntries(engine, survey.session)) {
    if (changed.has(placed.entry.id)) continue;
    const held = (await readWords(engine, placed)).filter((text) => words.holds(text));
    texts.push(...held);
    // Entries of one turn share its id, which is no word of anybody.
    const said = new Set(listTexts(placed.entry).map((text) => (typeof text === "string" ? text : "")));
    if (held.some((text) => said.has(text) || (said.has("") && text.length > longId))) repeated.push(placed);
  }
  for (const text of texts) words.pass(text);
  return repeated;
}
