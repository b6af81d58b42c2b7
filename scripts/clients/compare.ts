/**
 * What went upstream against what the client sent: beside `recall` and the words on our marks, nothing
 * but the list may differ, and where all is shown not even that.
 */
import assert from "node:assert/strict";
import { dropGatewayTool, dropLegend, findListField, pickTalks, readSent, type SentList } from "./read-list.js";
import type { Stage } from "./stage.js";
import type { Tapped } from "./tap.js";

/** `isWhole` where every view has room for everything. */
export function comparePassed({ sent, passed }: Pick<Stage, "sent" | "passed">, isWhole: boolean): void {
  const requests = sent.filter(({ did }) => did === "viewed").map(readSent);
  const talks = new Set(pickTalks(sent).map(({ number }) => number));
  assert(talks.size > 0, "the client asked for nothing");
  for (const request of requests) {
    if (request === null) continue;
    const become = passed.filter(({ number }) => number === request.number);
    assert(become.length > 0, `request ${request.number} of the client was answered, and never passed on`);
    for (const each of become) compareOne(request, each, isWhole || !talks.has(request.number));
  }
}

function compareOne(request: SentList, passed: Tapped, isWhole: boolean): void {
  const field = findListField(request.path) ?? "messages";
  const body = { ...passed.body, [field]: dropLegend(passed.body?.[field]) };
  const [given, went] = [request.body, body].map((each) => withoutMarks(each));
  const others = { ...given, tools: dropEmpty(given?.tools), [field]: null };
  const otherWent = { ...went, tools: dropEmpty(dropGatewayTool(went?.tools)), [field]: null };
  const what = `request ${request.number} of the client`;
  expectEqual(otherWent, others, `${what}: what is not its list`);
  const [list, listWent] = [given, went].map((body) => (body?.[field] ?? []) as readonly unknown[]);
  if (isWhole) expectEqual(listWent, list, `${what}: its list`);
  assert.deepEqual(findDoubled(listWent ?? [], list ?? []), [], `${what}: what went out twice`);
}

/** A client without tools may say so, or nothing. */
function dropEmpty(tools: unknown): unknown {
  return Array.isArray(tools) && tools.length === 0 ? undefined : tools;
}

/** With the same order of fields. Lists are long: only what surrounds the first difference is told. */
function expectEqual(found: unknown, expected: unknown, what: string): void {
  const [text, wanted] = [JSON.stringify(found), JSON.stringify(expected)];
  const place = [...wanted].findIndex((letter, index) => letter !== text[index]);
  const start = Math.max(0, place - 100);
  const around = [text, wanted].map((each) => each.slice(start, start + 300));
  assert(text === wanted, `${what}: ${around[0]}\nand not ${around[1]}`);
}

/** Messages that stand in what went out more often than in what came. */
function findDoubled(went: readonly unknown[], given: readonly unknown[]): readonly string[] {
  const texts = given.map((message) => JSON.stringify(message));
  const out = went.map((message) => JSON.stringify(message));
  const count = (all: readonly string[], text: string) => all.filter((each) => each === text).length;
  return out.filter((text) => count(texts, text) > 0 && count(out, text) > count(texts, text));
}

/** Marks for the prompt cache are placed anew, and a text that gets one becomes a block. */
function withoutMarks(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return JSON.parse(
    JSON.stringify(body, (name, value) => (name === "cache_control" ? undefined : value)),
    (name, value) => (name === "content" && isSingleText(value) ? value[0].text : value),
  );
}

function isSingleText(value: unknown): value is readonly [{ readonly text: string }] {
  if (!Array.isArray(value) || value.length !== 1) return false;
  return value[0]?.type === "text" && Object.keys(value[0]).length === 2;
}
