/** Signs of whether a line belongs to a conversation, the same for all of its lines, or begins a new one. */
import type { Conversation } from "./conversations.js";
import type { PlacedLine } from "./line.js";
import type { Scene } from "./scene.js";
import { countMinutesSince, describeOwnership, pickStep } from "./signs.js";

export function listConversationSigns(scene: Scene, conversation: Conversation): readonly string[] {
  const { line, address, earlier, lastNamed } = scene;
  const { lines, newest, speakers, sharedWords } = conversation;
  const last = earlier[newest];
  if (last === undefined) return [];
  const called = address.first;
  const partner = lastNamed.get(line.sender);
  return [
    `its lines ${pickStep(lines.length, [1, 2, 4, 8])}`,
    `its speakers ${pickStep(speakers.size, [1, 2])}, ${last.sender === line.sender ? "I spoke last" : "another last"}`,
    `minutes since ${pickStep(countMinutesSince(line.at, last.at), [0, 1, 3, 6, 12, 30])}`,
    `its shared words ${pickStep(sharedWords, [0, 0.1, 0.3, 0.7, 1.2, 2])}`,
    `the one called ${called === null ? "is nobody" : last.sender === called ? "spoke last" : speakers.has(called) ? "took part" : "is not there"}`,
    `whom I named last ${partner !== undefined && speakers.has(partner) ? "is there" : "is not there"}`,
    ...listStandingSigns(scene, conversation, last),
  ];
}

/** How the conversation stands, and the line's sender in it. */
function listStandingSigns(scene: Scene, conversation: Conversation, last: PlacedLine): readonly string[] {
  const { line, earlier, addresses } = scene;
  const { lines, newest, speakers } = conversation;
  const said = lines.flatMap((index) => earlier[index] ?? []);
  const [first = last] = said;
  const owner = describeOwnership(scene, conversation);
  const call = addresses[newest]?.first ?? null;
  const called = call === null ? "nobody" : call === line.sender ? "me" : "another";
  const opening = `${first.asks ? "question" : "statement"}${speakers.size === 1 ? " alone" : ""}`;
  const own = said.findLastIndex(({ sender }) => sender === line.sender);
  return [
    `lines since ${pickStep(earlier.length - 1 - newest, [0, 1, 2, 4, 8, 16, 32])}, ${owner}`,
    `its newest calls ${called}, ${owner}`,
    `begun by ${opening}, then ${line.asks ? "question" : "statement"}, ${owner}`,
    `its pace ${describePace(countMinutesSince(line.at, last.at), countMinutesSince(last.at, first.at), lines.length)}`,
    `in it since mine ${own < 0 ? "none" : pickStep(lines.length - 1 - own, [0, 1, 2, 4])}`,
  ];
}

/** The silence since its newest line beside the usual one between its lines. */
function describePace(silence: number, span: number, lines: number): string {
  if (lines === 1) return "none";
  const usual = span / (lines - 1);
  if (silence <= usual) return "kept";
  if (silence <= 2 * usual + 1) return "slower";
  return silence <= 5 * usual + 2 ? "slow" : "over";
}

export function listStartSigns(scene: Scene): readonly string[] {
  const { line, earlier } = scene;
  const own = earlier.findLastIndex(({ sender }) => sender === line.sender);
  const called = scene.addresses.findLastIndex(({ named }) => named.has(line.sender));
  const mine = earlier[own];
  const newest = earlier.at(-1);
  const kind = line.asks ? "question" : "statement";
  const lull = newest === undefined ? "none" : pickStep(countMinutesSince(line.at, newest.at), [0, 1, 3]);
  return [
    `${kind} ${describeAddress(scene)}, ${mine === undefined ? "first" : "again"}`,
    `opens with ${scene.opening}, ${mine === undefined ? "first" : "again"}`,
    `words ${pickStep(line.length, [1, 3, 5, 8, 15])}, ${kind}`,
    `minutes since mine ${mine === undefined ? "none" : pickStep(countMinutesSince(line.at, mine.at), [0, 1, 3, 10, 30, 60])}`,
    `called ${called < 0 ? "never" : `${called > own ? "since" : "before"} ${pickStep(earlier.length - 1 - called, [0, 2, 5, 10, 30])}`}`,
    `lines since mine ${mine === undefined ? "none" : pickStep(earlier.length - 1 - own, [0, 1])}`,
    `silence ${lull}`,
    ...listOpenTalkSigns(scene),
  ];
}

/** How the conversation in which the line's sender spoke last stands, and how many go on beside it. */
function listOpenTalkSigns({ line, earlier, conversations, lastThread }: Scene): readonly string[] {
  const mine = conversations.find(({ thread }) => thread === lastThread);
  const last = mine === undefined ? undefined : earlier[mine.newest];
  const alone = mine?.speakers.size === 1;
  const stand = last === undefined ? "none" : last.sender !== line.sender ? "open" : alone ? "alone" : "spoken last";
  const active = conversations.filter(({ newest }) => newest >= earlier.length - 15).length;
  const shared = Math.max(0, ...conversations.map(({ sharedWords }) => sharedWords));
  return [
    `my last ${stand}`,
    `my last since ${last === undefined ? "none" : pickStep(countMinutesSince(line.at, last.at), [0, 1, 3, 10, 30])}`,
    `conversations ${pickStep(active, [2, 4, 6, 8])}`,
    `most shared words ${pickStep(shared, [0, 0.3, 0.7, 1.2, 2])}`,
  ];
}

function describeAddress({ address }: Scene): string {
  if (address.first !== null) return "to one";
  if (address.named.size > 0) return "with a name";
  return address.unknown ? "to unknown" : "to all";
}
