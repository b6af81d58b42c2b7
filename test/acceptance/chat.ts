/** Chats whose messages have times of their own, and what a model reads of them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Turn } from "@clewline/agent/turn.js";
import type { ClewOptions } from "@clewline/clewline/compose/options.js";
import type { Content } from "@clewline/core/view/request.js";
import { type Clew, openClew } from "clewline";
import { expect, onTestFinished, vi } from "vitest";
import { type FenceTag, parseFence, tagsIn } from "../fence-parser.js";
import { letLoopRest } from "../loop-passes.js";
import { contentsIn, type Fits, messagesIn } from "./lab.js";

export const session = "telegram:chat:42";
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
export const noon = Date.parse("2026-11-15T12:00:00Z");
export const presetNames = ["balanced", "selective", "rolling", "tiered", "laned", "layered"] as const;

/** It is noon of a Sunday, until somebody sets the clock. */
export function stopClock(at = noon): void {
  vi.useFakeTimers({ toFake: ["Date"], now: at });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "clew-chat-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A file of its own for one test. */
export const freshFile = () => join(folder(), "clew.db");

/** Closed when the test ends. */
export async function openChat(options: ClewOptions = {}, kind = "memory"): Promise<Clew> {
  const store = kind === "memory" ? kind : freshFile();
  const clew = await openClew({ store, timeZone: "UTC", ...options });
  onTestFinished(() => clew.close());
  return clew;
}

export interface Line {
  readonly session?: string;
  readonly text: string;
  readonly id?: string;
  readonly from?: string;
  readonly topic?: string;
  readonly replyTo?: string;
  readonly role?: "user" | "agent";
  readonly at?: number;
}

/** What was said before, with its times. */
export async function told(clew: Clew, lines: readonly Line[]): Promise<void> {
  const path = join(folder(), "history.jsonl");
  writeFileSync(path, lines.map((line) => JSON.stringify({ session, ...line })).join("\n"));
  const { added, bad } = await clew.import(path, { format: "plain" });
  expect({ added, bad }).toEqual({ added: lines.length, bad: [] });
}

/** Questions and answers, one pair after the other, from an instant on. */
export function pairs(count: number, at: number, gap = minute, prefix = ""): readonly Line[] {
  return Array.from({ length: count }, (_, index): readonly Line[] => [
    { id: `${prefix}q${index}`, text: `${prefix}question ${index}?`, at: at + index * gap, role: "user" },
    { id: `${prefix}a${index}`, text: `${prefix}answer ${index}!`, at: at + index * gap + 1_000, role: "agent" },
  ]).flat();
}

export async function viewOf(turn: Turn): Promise<Fits> {
  const view = await turn.view();
  if (view.kind === "too-small") throw new Error(`${view.needed} of ${view.available} tokens`);
  return view;
}

/** Every text of a view, in order; what tools were given and gave is text too. */
export function textsIn(view: Fits): readonly string[] {
  return [view.system, ...contentsIn(view).map(textOf)];
}

function textOf(content: Content): string {
  return content.type === "text" || content.type === "reasoning" ? content.text : JSON.stringify(content);
}

/** All that the model reads, as one text. */
export const read = (view: Fits) => textsIn(view).join("\n");

/** Our own tags in a view, as a reader that knows the fence finds them. */
export function tagsOf(view: Fits, name?: string): readonly FenceTag[] {
  const tags = textsIn(view).flatMap((text) => tagsIn(parseFence(text)));
  return name === undefined ? tags : tags.filter((tag) => tag.name === name);
}

/** What stands inside a tag, tags in it by their names. */
export function inside({ children }: FenceTag): string {
  return children.map((child) => (typeof child === "string" ? child : `[${child.name}]`)).join("");
}

export function times(view: Fits, part: string): number {
  return read(view).split(part).length - 1;
}

/** Which of these texts the view has, in the order in which it has them. */
export function order(view: Fits, parts: readonly string[]): readonly string[] {
  const text = read(view);
  return parts.filter((part) => text.includes(part)).sort((a, b) => text.indexOf(a) - text.indexOf(b));
}

/** The texts of the last message of a request: what stands around the one to answer, and that one. */
export function lastTexts(view: Fits): readonly string[] {
  return (messagesIn(view).at(-1)?.content ?? []).map(textOf);
}

export async function until(passes: () => boolean): Promise<void> {
  for (let wait = 0; !passes(); wait++) {
    if (wait === 2_000) throw new Error(`It never came to ${passes}`);
    await letLoopRest();
  }
  await letLoopRest();
}
