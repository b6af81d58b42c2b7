/** Who is talking: the session and the lane of a request, by what the client says of it, else by its list. */
import { type LaneRef, parseSessionKey, type SessionKey } from "@clewline/core/log/keys.js";
import type { Hash } from "@clewline/core/log/pointer.js";
import { route } from "@clewline/core/log/route-to-lane.js";
import type { Engine } from "@clewline/engine/engine.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import type { WireRequest } from "../wire/wire.js";
import type { LaneQuestion } from "./lane-choice.js";
import { describeKind } from "./request-kind.js";

/** The facts about a request besides its body. */
export interface Caller {
  /** The session that the path or our own header names; null without one. */
  readonly session: string | null;
  header(name: string): string | null;
  /** The upstream's name. */
  readonly upstream: string;
  /** Whether everything of the owner comes with the same key, or from this machine alone. */
  readonly hasOnlyKey: boolean;
}

/** Where the lane of a request is looked for. */
export type LaneSearch = Pick<LaneQuestion, "candidate" | "isNamed"> & {
  /** Equal for requests that may find the same lane. */
  readonly family: string;
  /** Whether the client's own files of the conversation are imported under the same name. */
  readonly hasFiles: boolean;
  /** Whether one person alone asks in it. A program that names its sessions itself may answer in groups. */
  readonly isPrivate: boolean;
};

export function findSession(engine: Engine, caller: Caller, request: WireRequest): LaneSearch {
  const { owner } = engine;
  const kind = describeKind(engine.fns.hash, request);
  const nameBy = (channel: string, given: string) => nameSession(engine.fns.hash, channel, given);
  const own = findName(caller, request, nameBy);
  const name = own ?? (request.shared === null ? null : nameBy("client", request.shared));
  const base = name ?? describeBeginning(engine.fns.hash, caller, request, kind);
  const makeLane = (session: SessionKey, topic: string): LaneRef => {
    return { owner, session, lane: route({ session, topic, replyTo: null }, null) };
  };
  return {
    isNamed: own !== null,
    isPrivate: caller.session === null && caller.hasOnlyKey,
    hasFiles: /^(?:claude-code|codex):/.test(base),
    family: `${owner} ${base}`,
    candidate: (number) =>
      name === null
        ? makeLane(number === 1 ? base : parseSessionKey(`${base}-${number}`), kind)
        : makeLane(name, number === 1 ? kind : `${kind}-${number}`),
  };
}

/** The same where the request continues an answer: in its lane first. */
export function continueLane(ref: LaneRef | null, search: LaneSearch): LaneSearch {
  if (ref === null) return search;
  const candidate = (number: number) => (number === 1 ? ref : search.candidate(number));
  return { ...search, isNamed: true, isPrivate: false, family: `${ref.owner} ${ref.session}`, candidate };
}

/** Headers by which clients name a conversation, and the channel of its session. The first that is there counts. */
const knownHeaders: readonly (readonly [header: string, channel: string])[] = [
  ["x-claude-code-session-id", "claude-code"],
  ["thread-id", "codex"],
  ["session-id", "codex"],
  ["x-session-id", "client"],
  ["x-session-affinity", "client"],
];

function findName(
  caller: Caller,
  request: WireRequest,
  nameBy: (channel: string, given: string) => SessionKey,
): SessionKey | null {
  if (caller.session !== null) return nameBy("client", caller.session);
  for (const [header, channel] of knownHeaders) {
    const value = caller.header(header);
    if (value !== null && value !== "") return nameBy(channel, value);
  }
  return request.session === null ? null : nameBy("client", request.session);
}

/** Characters of a session's name at most, and those that a longer one keeps before what tells it from others. */
const [longestName, keptOfName] = [200, 160];

/** A whole session key is taken as it is; anything else becomes the name of one, with a mark for halves of letters. */
export function nameSession(hash: Hash, channel: string, given: string): SessionKey {
  const isKey = channel === "client" && /^[a-z][a-z0-9-]{0,31}:[^\s\p{Cc}\p{Cs}]{1,200}$/u.test(given);
  if (isKey) return parseSessionKey(given);
  const name = encodeURIComponent(given.replace(/\p{Cs}/gu, "\ufffd"));
  if (name.length <= longestName) return parseSessionKey(`${channel}:${name}`);
  const kept = name.slice(0, keptOfName).replace(/%.?$/, "");
  return parseSessionKey(`${channel}:${kept}-${hash(given).slice(0, 32)}`);
}

/**
 * Chats without a name are told apart by how they begin: the same client, the same task, the same first words. Two that
 * are alike in all of that are numbered.
 */
function describeBeginning(hash: Hash, caller: Caller, { list }: WireRequest, kind: string): SessionKey {
  const first = list.findIndex(({ isReply }) => isReply);
  const opening = (first < 0 ? list : list.slice(0, first)).slice(0, mostOpening).map(({ key }) => key);
  const from = ["authorization", "x-api-key", "x-goog-api-key"].map((name) => hash(caller.header(name) ?? ""));
  return parseSessionKey(`chat:${hash(encodeCanonicalJson([caller.upstream, from, kind, opening])).slice(0, 16)}`);
}

/** How many messages of the opening count: a trailing one may vanish. */
const mostOpening = 1;
