import type { Entry } from "@clewline/core/log/entry.js";
import type { Preamble } from "@clewline/core/log/turn.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import type { Block } from "@clewline/core/view/block.js";
import type { ModelRequest, RequestMessage } from "@clewline/core/view/request.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { View } from "@clewline/core/view/view.js";
import { placesByTime, placesIn } from "./places.js";
import { contentsOf, isBlank } from "./request-reading.js";
import { type Check, entriesBySeq } from "./world.js";

export const pairs: Check = ({ seen, given: { snapshot } }) =>
  seen.flatMap(({ view }) => [
    ...uniqueIds(view.request),
    ...answered(view, snapshot),
    ...noStrayResults(view.request),
    ...approvals(view.request),
  ]);

function uniqueIds(request: ModelRequest): readonly string[] {
  const calls = contentsOf(request).flatMap(({ content }) =>
    content.type === "tool-call" ? [content.toolCallId] : [],
  );
  const results = contentsOf(request).flatMap(({ content }) =>
    content.type === "tool-result" ? [content.toolCallId] : [],
  );
  const repeated = (ids: readonly string[]) => ids.filter((id, index) => ids.indexOf(id) !== index);
  return [...repeated(calls), ...repeated(results)].map((id) => `the id ${id} stands twice`);
}

function answered(view: View, snapshot: Snapshot): readonly string[] {
  const { messages } = view.request;
  return messages.flatMap((message, index) => {
    if (message.role !== "assistant") return [];
    const here = message.content.flatMap((content) => (content.type === "tool-result" ? [content.toolCallId] : []));
    const next = resultsIn(messages[index + 1]);
    return message.content.flatMap((content) => {
      if (content.type !== "tool-call") return [];
      const { toolCallId: id } = content;
      const places = (content.providerExecuted ? here : next).filter((each) => each === id).length;
      if (places === 1 || (places === 0 && isResumed(view, snapshot, id))) return [];
      return [`call ${id} has ${places} results`];
    });
  });
}

function resultsIn(message: RequestMessage | undefined): readonly string[] {
  if (message?.role !== "tool") return [];
  return message.content.flatMap((content) => (content.type === "tool-result" ? [content.toolCallId] : []));
}

/** Open calls belong to the newest step of the turn to answer: it waits, or their approval has its answer. */
function isResumed(view: View, snapshot: Snapshot, id: string): boolean {
  const { turn } = snapshot;
  const entries = entriesBySeq(snapshot);
  const steps = view.blocks.filter((block) =>
    block.seqs.some((seq) => turn !== null && entries.get(seq)?.turn === turn.id && block.role === "assistant"),
  );
  const newest = steps.at(-1);
  const isThere = newest?.contents.some((content) => content.type === "tool-call" && content.toolCallId === id);
  if (!isThere || turn === null) return false;
  if (turn.state === "waiting") return true;
  const asked = contentsOf(view.request).flatMap(({ content }) =>
    content.type === "tool-approval-request" && content.toolCallId === id ? [content.approvalId] : [],
  );
  return contentsOf(view.request).some(
    ({ content }) => content.type === "tool-approval-response" && asked.includes(content.approvalId),
  );
}

function noStrayResults({ messages }: ModelRequest): readonly string[] {
  return messages.flatMap((message, index) => {
    const before = message.role === "tool" ? messages[index - 1] : message;
    const calls = (before?.content ?? []).flatMap((content) => (content.type === "tool-call" ? [content] : []));
    return message.content.flatMap((content) => {
      if (content.type !== "tool-result") return [];
      const call = calls.find((each) => each.toolCallId === content.toolCallId);
      if (call === undefined) return [`result ${content.toolCallId} has no call`];
      return (call.providerExecuted === true) === (message.role === "assistant")
        ? []
        : [`result ${content.toolCallId} has the wrong role`];
    });
  });
}

function approvals(request: ModelRequest): readonly string[] {
  const contents = contentsOf(request).map(({ content }) => content);
  const asked = contents.flatMap((content) => (content.type === "tool-approval-request" ? [content.approvalId] : []));
  const given = contents.flatMap((content) => (content.type === "tool-approval-response" ? [content.approvalId] : []));
  return given.flatMap((id, index) => {
    if (!asked.includes(id)) return [`nothing asks for approval ${id}`];
    return given.indexOf(id) === index ? [] : [`approval ${id} is answered twice`];
  });
}

export const order: Check = ({ seen, given: { snapshot, policy } }) =>
  seen.flatMap(({ view }) => [
    ...ascending(view, snapshot, policy),
    ...messagePlace(view, snapshot, policy),
    ...ending(view, snapshot),
    ...roleOrder(view.request),
    ...contentLaws(view.request),
  ]);

/** Whether a block is of a step of the turn to answer. */
function isOwnStep({ role, seqs }: Block, { turn }: Snapshot, known: ReadonlyMap<number, Entry>): boolean {
  return role !== "user" && turn !== null && seqs.some((seq) => known.get(seq)?.turn === turn.id);
}

/** The turn's asides stand right before its message, or else before its first step; some policies want some before the past. */
function messagePlace({ blocks, asides: all }: View, snapshot: Snapshot, policy: Policy): readonly string[] {
  const layers: readonly string[] = policy.layers.map((each) => (typeof each === "object" ? each.layer : each));
  const isEarly = ({ layer }: Preamble) => layers.indexOf(layer) < layers.indexOf("recent");
  const asides = all.filter((aside) => !isEarly(aside));
  const early = blocks.findIndex(({ layer }) => layer === "recent" || layer === "message");
  const before = blocks.slice(0, early < 0 ? blocks.length : early).map(({ contents: [only] }) => only);
  if (!all.filter(isEarly).every(({ text }) => before.some((only) => only?.type === "text" && only.text === text)))
    return ["what was looked up is not before the rest"];
  const known = entriesBySeq(snapshot);
  const message = blocks.findIndex((block) => block.layer === "message");
  const first = message >= 0 ? message : blocks.findIndex((block) => isOwnStep(block, snapshot, known));
  if (first < 0) return [];
  // A message that an earlier turn answered, too, has that turn's asides before it as well.
  const start = blocks.findLastIndex((block, index) => index < first && !block.volatile) + 1;
  const texts = blocks.slice(start, first).map(({ contents: [only] }) => (only?.type === "text" ? only.text : ""));
  return asides.every((aside) => texts.includes(aside.text)) ? [] : ["the asides are not where they belong"];
}

/** A model is asked, not told: the last word is the user's, a tool's or the turn's own. */
function ending({ blocks }: View, snapshot: Snapshot): readonly string[] {
  const known = entriesBySeq(snapshot);
  const end = blocks.at(-1);
  const asks = blocks.some((block) => block.layer === "message");
  if (end?.role !== "assistant" || !asks || isOwnStep(end, snapshot, known)) return [];
  return [`the request ends with ${end.seqs.join(",")}, which is no answer to its message`];
}

function ascending(view: View, snapshot: Snapshot, policy: Policy): readonly string[] {
  const firsts = new Map<string, number>();
  const known = entriesBySeq(snapshot);
  const isSorted = policy.past.kind !== "compacting" || view.compacted;
  const places = isSorted ? placesByTime(snapshot) : placesIn(snapshot);
  return view.blocks.flatMap((block) => {
    const entry = known.get(block.seqs[0] ?? 0);
    if (block.seqs.length === 0) return [];
    const first = entry === undefined ? 0 : (places.get(entry) ?? 0);
    const layer = `${block.layer} ${isOwnStep(block, snapshot, known)}`;
    const before = firsts.get(layer) ?? 0;
    // The results of a step stand after its calls, wherever they stand in the log.
    const isResult = block.role === "tool";
    if (!isResult) firsts.set(layer, first);
    const sorted = block.seqs.every((seq, index) => index === 0 || seq > (block.seqs[index - 1] ?? 0));
    const real = block.seqs.every((seq) => known.has(seq));
    return sorted && real && (isResult || first >= before)
      ? []
      : [`block of ${block.seqs.join(",")} comes after ${before}`];
  });
}

function roleOrder({ messages }: ModelRequest): readonly string[] {
  return messages.flatMap((message, index) => {
    const before = messages[index - 1]?.role;
    if (index === 0 && message.role !== "user") return [`the request begins with ${message.role}`];
    if (message.role === before) return [`two messages of ${before} are neighbours`];
    if (message.role === "tool" && before !== "assistant") return [`tool follows ${before}`];
    if (!["user", "assistant", "tool"].includes(message.role)) return [`${message.role} is no role`];
    return message.content.length === 0 ? [`message ${index} is empty`] : [];
  });
}

function contentLaws(request: ModelRequest): readonly string[] {
  const system = request.system.filter((part) => isBlank(part.text)).map(() => "a system text is blank");
  const rest = contentsOf(request).flatMap(({ content }) => {
    if (content.type === "text") return isBlank(content.text) ? ["a text is blank"] : [];
    if (content.type !== "tool-call" && content.type !== "tool-result") return [];
    const names = [content.toolCallId, content.toolName].filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name));
    const object =
      content.type === "tool-result" ||
      (typeof content.input === "object" && content.input !== null && !Array.isArray(content.input));
    return [...names.map((name) => `${JSON.stringify(name)} is no name`), ...(object ? [] : ["an input is no object"])];
  });
  return [...system, ...rest];
}
