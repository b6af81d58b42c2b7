/**
 * Newer models take their own reasoning back only behind the bytes that it was produced under. A request goes out without the
 * reasoning that stands behind other bytes by now; the log keeps all of it.
 */
import { isObject } from "../../core/text/json.js";
import { rememberByObject } from "../../core/text/remember.js";
import type { FittingView } from "../../core/view/view-result.js";
import type { BoundForm, JsonObject } from "../wire/wire.js";

type Hash = (text: string) => string;

/** A thought's bond, kept with the answer that brought it. */
export interface Binding {
  readonly thought: string;
  /** Names all that stood before it but thoughts. */
  readonly under: string;
  /** The thought before it; null for the first. */
  readonly after: string | null;
}

interface WalkedThought extends Binding {
  readonly message: number;
  readonly place: number;
}

interface Walk {
  readonly thoughts: readonly WalkedThought[];
  /** An answer would be bound to this. */
  readonly under: string;
}

export interface BoundRequest {
  readonly body: JsonObject;
  /** Binds what is answered. */
  bind(reply: JsonObject): readonly Binding[];
}

/** The bonds of the answers in a view, by their thoughts. */
export function listBindings(view: FittingView): ReadonlyMap<string, Binding> {
  const raws = view.shown.flatMap(({ contents = [] }) => contents.map(({ raw }) => raw));
  const bindings = raws.flatMap((raw) => (isObject(raw) && Array.isArray(raw.bound) ? raw.bound : []));
  return new Map(bindings.map((each) => [String(each.thought), each]));
}

export interface ThoughtBinder {
  /** `known` has what the log knows of thoughts; the others are bound to what `own`, the client's request, has before them. */
  keepBound(body: JsonObject, own: JsonObject, known: ReadonlyMap<string, Binding>): BoundRequest;
  /** The body with all of its thoughts. */
  keepAll(body: JsonObject): BoundRequest;
  /** The body without any. */
  keepNone(body: JsonObject): BoundRequest;
}

export function makeThoughtBinder(form: BoundForm, hash: Hash): ThoughtBinder {
  const step = makeStep(form, hash);
  const walk = (body: JsonObject) => walkRequest(form, hash, step, body);
  const keep = (body: JsonObject, sent: Walk, kept: readonly WalkedThought[]): BoundRequest => {
    const list = form.list(body);
    const isWhole = kept.length === sent.thoughts.length;
    const left = isWhole ? body : form.write(body, dropThoughts(form, list, sent.thoughts, new Set(kept)));
    return {
      body: left,
      bind(reply) {
        let after = kept.at(-1)?.thought ?? null;
        return step(reply, { under: sent.under, number: list.length }).thoughts.map(({ thought, under }) => {
          const binding = { thought, under, after };
          after = thought;
          return binding;
        });
      },
    };
  };
  return {
    keepBound(body, own, known) {
      const sent = walk(body);
      return keep(
        body,
        sent,
        chooseThoughts(sent.thoughts, known, () => listClients(walk(own).thoughts)),
      );
    },
    keepAll(body) {
      const sent = walk(body);
      return keep(body, sent, sent.thoughts);
    },
    keepNone: (body) => keep(body, walk(body), []),
  };
}

/** Thoughts may go from the oldest on, and none from between two that stay: from the newest back, each follows the one that it followed. */
function chooseThoughts(
  thoughts: readonly WalkedThought[],
  known: ReadonlyMap<string, Binding>,
  listOwn: () => ReadonlyMap<string, Binding>,
): readonly WalkedThought[] {
  const kept: WalkedThought[] = [];
  let own: ReadonlyMap<string, Binding> | null = null;
  let wanted: string | null | undefined;
  for (const thought of thoughts.toReversed()) {
    if (wanted === null) break;
    own ??= known.has(thought.thought) ? null : listOwn();
    const binding = known.get(thought.thought) ?? own?.get(thought.thought);
    const follows = wanted === undefined || wanted === thought.thought;
    if (binding?.under !== thought.under || !follows) continue;
    kept.push(thought);
    wanted = binding.after;
  }
  return kept.toReversed();
}

function listClients(thoughts: readonly Binding[]): ReadonlyMap<string, Binding> {
  return new Map(thoughts.map((each) => [each.thought, each]));
}

function dropThoughts(
  form: BoundForm,
  list: readonly JsonObject[],
  thoughts: readonly WalkedThought[],
  kept: ReadonlySet<WalkedThought>,
): readonly JsonObject[] {
  const gone = new Map<number, Set<number>>();
  for (const thought of thoughts) {
    if (kept.has(thought)) continue;
    const places = gone.get(thought.message) ?? new Set();
    gone.set(thought.message, places.add(thought.place));
  }
  const left = list.map((message, number) => {
    const places = gone.get(number);
    return places === undefined ? message : form.drop(message, places);
  });
  return left.filter((message) => message !== null);
}

interface WalkStart {
  readonly under: string;
  readonly number: number;
}

/** A message's part of the walk. A list that grows has the same objects behind the same beginning: they are hashed once. */
function makeStep(form: BoundForm, hash: Hash): (message: JsonObject, start: WalkStart) => Walk {
  const digest = (before: string, bytes: string) => hash(`${before}\n${bytes}`).slice(0, 24);
  const read = rememberByObject((message: JsonObject) => ({
    parts: form
      .read(message)
      .map((part) =>
        "bytes" in part ? { bytes: digest("", part.bytes) } : { thought: digest("thought", part.thought) },
      ),
    last: null as { readonly start: WalkStart; readonly walk: Walk } | null,
  }));
  return (message, start) => {
    const known = read(message);
    const { last } = known;
    if (last !== null && last.start.under === start.under && last.start.number === start.number) return last.walk;
    const thoughts: WalkedThought[] = [];
    let { under } = start;
    for (const [place, part] of known.parts.entries()) {
      if ("bytes" in part) under = digest(under, part.bytes);
      else thoughts.push({ thought: part.thought, under, after: null, message: start.number, place });
    }
    const walk = { thoughts, under };
    known.last = { start, walk };
    return walk;
  };
}

function walkRequest(form: BoundForm, hash: Hash, step: ReturnType<typeof makeStep>, body: JsonObject): Walk {
  const head = hash(JSON.stringify(form.head(body))).slice(0, 24);
  let under = head;
  const thoughts: WalkedThought[] = [];
  for (const [number, message] of form.list(body).entries()) {
    const walked = step(message, { under, number });
    under = walked.under;
    for (const thought of walked.thoughts) thoughts.push({ ...thought, after: thoughts.at(-1)?.thought ?? null });
  }
  return { thoughts, under };
}
