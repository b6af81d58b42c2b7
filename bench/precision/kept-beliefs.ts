/** Beliefs as memories: what holds for all of a user's chats is the person's, what belongs to a domain is that of its chat. */
import { type Clew, openClew } from "../../src/index.js";
import type { Belief, PrecisionCase } from "./read-cases.js";

/** What is told for a question, by ids. */
export interface ToldBeliefs {
  readonly relevant: readonly string[];
  readonly pinned: readonly string[];
  readonly questions: readonly string[];
  /** Texts that stand in every chat of the person. */
  readonly prelude: readonly string[];
}

export interface KeptBeliefs {
  keep(belief: Belief): Promise<void>;
  rename(id: string, aliases: readonly string[]): Promise<void>;
  ask(asked: PrecisionCase): Promise<ToldBeliefs>;
  close(): Promise<void>;
}

const universal = "user:universal";

export async function openBeliefs(): Promise<KeptBeliefs> {
  const clew = await openClew({ store: "memory", timeZone: "UTC" });
  const kept = new Map<string, { readonly belief: Belief; readonly name: string }>();
  const byName = (name: string) => [...kept.values()].find((each) => each.name === name)?.belief;
  return {
    async keep(belief) {
      const { name } = await clew.memory.add({ text: describe(belief), kind: readKind(belief.type), ...place(belief) });
      kept.set(belief._id, { belief, name });
      if (belief.pinned) await clew.memory.pin(name);
      if (belief.superseded_by !== null || belief.resolved_at !== null) await clew.memory.forget(name);
    },
    async rename(id, aliases) {
      const known = kept.get(id);
      if (known === undefined) throw new Error(`There is no belief ${id}`);
      const belief = { ...known.belief, aliases: [...known.belief.aliases, ...aliases] };
      const { name } = await clew.memory.edit(known.name, { text: describe(belief) });
      kept.set(id, { belief, name });
    },
    ask: (asked) => ask(clew, asked, byName),
    close: () => clew.close(),
  };
}

async function ask(
  clew: Clew,
  { user, scopes, question, most }: PrecisionCase,
  byName: (name: string) => Belief | undefined,
): Promise<ToldBeliefs> {
  const standing = await clew.memory.list({ person: user });
  const chats = scopes.filter((scope) => scope !== universal).map((scope) => nameSession(user, scope));
  const [listed, found]: [Belief[], Belief[]] = [[], []];
  for (const session of chats) {
    listed.push(...(await clew.memory.list({ session })).flatMap(({ name }) => byName(name) ?? []));
    if (question.trim() === "") continue;
    found.push(...(await clew.memory.find(question, { session })).flatMap(({ name }) => byName(name) ?? []));
  }
  const isQuestion = ({ type }: Belief) => type === "open_question";
  // Where there is no room for all that is pinned, what the question finds goes first.
  const ordered = [...new Set([...found, ...listed])];
  const pinned = ordered.filter((each) => each.pinned && !isQuestion(each)).slice(0, most ?? ordered.length);
  const relevant = found.filter((each) => !(each.pinned || isQuestion(each)));
  const room = most === null ? relevant.length : Math.max(0, most - pinned.length);
  return {
    relevant: relevant.slice(0, room).map(({ _id }) => _id),
    pinned: pinned.map(({ _id }) => _id),
    questions: listed.filter((each) => each.pinned && isQuestion(each)).map(({ _id }) => _id),
    prelude: standing.map(({ text }) => text),
  };
}

/** What it is called by stands before what it says. */
function describe({ canonical_name, aliases, content }: Belief): string {
  return `${[canonical_name.replaceAll("_", " "), ...aliases].join(", ")}: ${content}`;
}

function readKind(type: string): "preference" | "outcome" | "fact" {
  return type === "preference" ? "preference" : type === "decision" ? "outcome" : "fact";
}

function place({ user_id, scope }: Belief): { readonly person: string } | { readonly session: string } {
  const [first = universal] = scope;
  return first === universal ? { person: user_id } : { session: nameSession(user_id, first) };
}

function nameSession(user: string, scope: string): string {
  return `${scope}:${user}`;
}
