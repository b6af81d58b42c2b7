/** A request of the gateway without the reasoning that its model would refuse. */
import type { Hash } from "@clewline/core/log/pointer.js";
import {
  type Binding,
  chooseThoughts,
  listLeft,
  makeThoughtBinder,
  type ThoughtBinder,
  type Walk,
  type WalkedThought,
} from "@clewline/core/model/reasoning/bound-thoughts.js";
import type { FittingView } from "@clewline/core/view/view-result.js";
import { listShownMessages } from "@clewline/engine/answer/list/shown-messages.js";
import { isObject } from "@clewline/text/json.js";
import { mapInSteps, type Steps } from "@clewline/text/steps.js";
import type { BoundForm, JsonObject, Writer } from "../wire/wire.js";

export interface BoundRequest {
  readonly body: JsonObject;
  /** Messages that lost some, by what is left of them. */
  readonly cut: ReadonlyMap<JsonObject, JsonObject>;
  /** Thoughts that were left out. */
  readonly dropped: number;
  /** Binds what is answered. */
  bind(reply: JsonObject): Steps<readonly KnownThought[]>;
}

/** A thought as the log knows it, with its maker where the wire asks for that. */
export type KnownThought = Binding & Partial<Writer>;

/** The known thoughts of a request, and the model that is to read them. */
interface ThoughtReading {
  /** Asked for where a request has thoughts at all. */
  readonly known: () => Steps<ReadonlyMap<string, KnownThought>>;
  readonly reader: Writer;
  /** Whether the reader refuses what stands behind other bytes than before. */
  readonly isBound: boolean;
}

/** The bonds of the answers in a view, by their thoughts. */
export function* listBindings(view: FittingView): Steps<ReadonlyMap<string, KnownThought>> {
  const messages = yield* listShownMessages(view);
  const bound = yield* mapInSteps(messages, ({ contents }) =>
    contents.flatMap(({ raw }) => (isObject(raw) && Array.isArray(raw.bound) ? raw.bound : [])),
  );
  return mapThoughts(bound.flat());
}

export interface RequestBinder {
  /** The thoughts that the log does not know are bound to what `own`, the client's request, has before them. */
  keepLegal(body: JsonObject, own: JsonObject, reading: ThoughtReading): Steps<BoundRequest>;
  /** The body without any. */
  keepNone(body: JsonObject, reader: Writer): Steps<BoundRequest>;
  /**
   * Whether what stands before the thoughts of a body, up to one of its messages, is the client's own and what they were produced
   * under, as far as the log knows.
   */
  isClients(body: JsonObject, own: JsonObject, known: ReadonlyMap<string, KnownThought>, upTo: number): Steps<boolean>;
}

type Keep = (body: JsonObject, walk: Walk, kept: readonly WalkedThought[], reader: Writer) => BoundRequest;

function makeKeep(form: BoundForm, binder: ThoughtBinder<JsonObject>): Keep {
  return (body, { thoughts, under }, kept, reader) => ({
    ...(kept.length === thoughts.length ? { body, cut: new Map() } : drop(form, body, listLeft(thoughts, kept))),
    dropped: thoughts.length - kept.length,
    *bind(reply) {
      yield;
      const bound = binder.bind({ under, after: kept.at(-1)?.thought ?? null }, reply);
      return form.isForeign === undefined ? bound : bound.map((each) => ({ ...each, ...reader }));
    },
  });
}

export function makeRequestBinder(form: BoundForm, hash: Hash): RequestBinder {
  const binder = makeThoughtBinder(form.read, hash);
  const walk = (body: JsonObject) => binder.walk(form.head(body), form.list(body));
  const keep = makeKeep(form, binder);
  /** A request whose thoughts all stay is walked only for an answer that has something to bind. */
  const keepAll = (body: JsonObject, reader: Writer): BoundRequest => ({
    body,
    cut: new Map(),
    dropped: 0,
    *bind(reply) {
      if (!form.read(reply).some((part) => "thought" in part)) return [];
      const sent = yield* walk(body);
      return yield* keep(body, sent, sent.thoughts, reader).bind(reply);
    },
  });
  return {
    *keepLegal(body, own, { known: readKnown, reader, isBound }) {
      const { isForeign } = form;
      if (isForeign === undefined && !isBound) return keepAll(body, reader);
      const sent = yield* walk(body);
      if (sent.thoughts.length === 0) return keep(body, sent, [], reader);
      const known = yield* readKnown();
      if (isForeign !== undefined) {
        const isTaken = ({ thought }: Binding) => {
          const { model, account } = known.get(thought) ?? {};
          return model === undefined || account === undefined || !isForeign({ model, account }, reader);
        };
        return keep(body, sent, sent.thoughts.filter(isTaken), reader);
      }
      const isKnown = sent.thoughts.every(({ thought }) => known.has(thought));
      const standings: ReadonlyMap<string, Binding> = isKnown
        ? known
        : new Map<string, Binding>([...mapThoughts((yield* walk(own)).thoughts), ...known]);
      return keep(
        body,
        sent,
        chooseThoughts(sent.thoughts, (thought) => standings.get(thought)),
        reader,
      );
    },
    *keepNone(body, reader) {
      return keep(body, yield* walk(body), [], reader);
    },
    *isClients(body, own, known, upTo) {
      const sent = (yield* walk(body)).thoughts.filter(({ message }) => message <= upTo);
      const given = (yield* walk(own)).thoughts.filter(({ message }) => message <= upTo);
      const isSame = (one: WalkedThought, other: WalkedThought | undefined) =>
        one.thought === other?.thought && one.under === other.under;
      return (
        sent.length === given.length &&
        sent.every(
          (each, place) => isSame(each, given[place]) && (known.get(each.thought)?.under ?? each.under) === each.under,
        )
      );
    },
  };
}

function mapThoughts<Thought extends Binding>(thoughts: readonly Thought[]): ReadonlyMap<string, Thought> {
  return new Map(thoughts.map((each) => [String(each.thought), each]));
}

function drop(
  form: BoundForm,
  body: JsonObject,
  left: ReadonlyMap<number, ReadonlySet<number>>,
): Pick<BoundRequest, "body" | "cut"> {
  const cut = new Map<JsonObject, JsonObject>();
  const kept = form.list(body).map((message, number) => {
    const places = left.get(number);
    const rest = places === undefined ? message : form.drop(message, places);
    if (rest !== null && rest !== message) cut.set(rest, message);
    return rest;
  });
  const list = kept.filter((message) => message !== null);
  return { body: form.write(body, list), cut };
}
