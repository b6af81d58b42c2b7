import { type PlacedLine, readLine } from "@clewline/core/conversation/links/line.js";
import { inferLink } from "@clewline/core/conversation/links/link.js";
import { parseCommand } from "@clewline/core/conversation/typed-command.js";
import { renderPlainText, type SaidEntry } from "@clewline/core/log/entry.js";
import type { HostPart } from "@clewline/core/log/host-message.js";
import type { LaneKey, LaneRef } from "@clewline/core/log/keys.js";
import { route } from "@clewline/core/log/route-to-lane.js";
import type { Engine } from "../engine.js";
import type { Incoming } from "./incoming.js";

/** So many entries contain enough messages to choose from; the rest are answers of the agent. */
const entriesLookedAt = 128;

/** Stands for the agent, because a sender's address is never empty. */
const agent = "";

/**
 * Finds the lane of a message without topic or parent: that of the message that it most likely answers, or a new one
 * under its own id, where replies to it will find it. Where only one person speaks there is nothing to infer.
 */
export async function inferLane(engine: Engine, message: Incoming, from: string): Promise<LaneKey> {
  const { owner, store, clock, people } = engine;
  const root = route(message, null);
  const said = await store.recentSaid({ owner, session: message.session }, entriesLookedAt);
  const earlier = makeLaneLines(said.filter(({ ref }) => /^(root|reply):/.test(ref.lane)));
  if (!earlier.some(({ sender }) => sender !== from && sender !== agent)) return root;
  const text = joinTextParts(message.parts);
  if (parseCommand(text) !== null) return earlier.findLast(({ sender }) => sender === from)?.thread ?? root;
  const line = readLine({ sender: from, at: message.at ?? clock.now(), text });
  const link = inferLink(line, earlier, people);
  if (link !== null) return link.thread;
  return message.id === null ? root : route({ ...message, replyTo: message.id }, null);
}

interface LaneLine extends PlacedLine {
  readonly thread: LaneKey;
}

function makeLaneLines(said: readonly { readonly ref: LaneRef; readonly entry: SaidEntry }[]): readonly LaneLine[] {
  const askers = new Map(
    said.flatMap(({ entry }) => (entry.by.role === "user" ? [[entry.turn, entry.by.address]] : [])),
  );
  return said.flatMap(({ ref, entry: { id, at, by, parts, turn } }) => {
    const sender = by.role === "agent" ? agent : by.address;
    if (sender === undefined) return [];
    const to = by.role === "agent" && turn !== null ? (askers.get(turn) ?? null) : null;
    return [{ ...readLine({ sender, at, text: renderPlainText(parts) }, to), id, thread: ref.lane }];
  });
}

function joinTextParts(parts: readonly HostPart[]): string {
  return parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n");
}
