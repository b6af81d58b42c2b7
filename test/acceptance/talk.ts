/** Conversations whose turns have numbers, and models that choose among them as a test tells. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClewOptions } from "@clewline/clewline/compose/options.js";
import { usageEvent } from "@clewline/core/model/call-usage.js";
import { selective } from "@clewline/core/policy/presets/selective.js";
import { applySettings, type ChosenSettings } from "@clewline/core/policy/settings.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { onTestFinished } from "vitest";
import { eventsOf, type Fits, type Lab, openLab, session, shown, sound } from "./lab.js";

export type Request = Parameters<Extract<ClewOptions["fastModel"], (...given: never[]) => unknown>>[0];
type Answer = (request: Request) => unknown;

/** Answers in the given order, the last one again and again; a text is answered with as it is. */
export function chooser(...answers: readonly (string | Answer)[]) {
  const requests: Request[] = [];
  const fastModel = (request: Request) => {
    requests.push(request);
    const answer = answers[Math.min(requests.length, answers.length) - 1] ?? "";
    // A function of somebody's own may return anything.
    return (typeof answer === "string" ? Promise.resolve(answer) : answer(request)) as Promise<string>;
  };
  return { fastModel, requests };
}

export const never: Answer = () => new Promise<never>(() => undefined);

export function thrown(error: unknown): Answer {
  return () => {
    throw error;
  };
}

/** A log under `selective`, with figures of its own, in which so many turns were had. */
export async function spoken(turns: number, fastModel: ClewOptions["fastModel"], figures: ChosenSettings = {}) {
  const lab = await openLab({
    policy: applySettings(selective, figures),
    ...(fastModel === undefined ? {} : { fastModel }),
  });
  await haveTurns(lab, turns);
  return lab;
}

/** They are had without a view, so that nobody is asked on the way. */
export async function haveTurns({ clew }: Pick<Lab, "clew">, turns: number, first = 1): Promise<void> {
  for (let number = first; number < first + turns; number++) {
    const turn = await clew.begin({ session, text: `question-${number}?` });
    await turn.complete({ text: `answer-${number}.` });
  }
}

/** The first view of the next message. */
export async function next(lab: Lab, text = "And now?"): Promise<Fits> {
  const turn = await lab.clew.begin({ session, text });
  const view = await sound(lab, turn);
  await turn.complete({ text: "Well." });
  return view;
}

/** The numbers of the turns in a view, in the order in which it shows them; each has to be whole. */
export function turnsIn(view: Fits): readonly number[] {
  const text = shown(view);
  const asked = [...text.matchAll(/question-(\d+)\?/g)].map(([, number]) => Number(number));
  const answered = [...text.matchAll(/answer-(\d+)\./g)].map(([, number]) => Number(number));
  if (asked.join() !== answered.join()) throw new Error(`questions ${asked.join()}, answers ${answered.join()}`);
  return asked;
}

export function from(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

/** How the receipt tells the choice; undefined where there was nothing to choose. */
export function choiceIn({ receipt }: Fits): unknown {
  return (receipt.decisions as { readonly selection?: unknown }).selection;
}

/** What choosing has cost in the lane, oldest first. */
export async function costsIn(lab: Lab): Promise<readonly Record<string, unknown>[]> {
  return (await eventsOf(lab, usageEvent)).filter(({ role }) => role === "triage");
}

/** A history with times of its own. */
export async function importTalk(
  { clew }: Pick<Lab, "clew">,
  turns: readonly { readonly asked: string; readonly answered: string; readonly at: number | string }[],
): Promise<void> {
  const lines = turns.flatMap(({ asked, answered, at }) => [
    { session, text: asked, at },
    { session, text: answered, at, role: "agent" },
  ]);
  const path = join(freshFolder(), "talk.jsonl");
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join("\n"));
  await clew.import(path);
}

/** A store in a file; opened again on the same path it is the same log. */
export function fileStore(path = join(freshFolder(), "clew.db")): LogStore {
  return openSqliteStore({ path, hash: sha256 });
}

/** Removed when the test ends. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "clew-talk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
