import type { Bot, Subject } from "../../bot.js";
import { measureCpuMs, readCpuMs, waitUntilIdle } from "../../cpu.js";
import { keeperOf } from "../../keeper-of.js";
import { talkRound } from "../../talk.js";

export interface PlayedTurn {
  /** From the end of the turn before until the process is idle again. */
  readonly cpuMs: number;
  /** The part of it after the answer was stored. */
  readonly behindMs: number;
  readonly messages: number;
  readonly characters: number;
}

let [bot, next]: [Bot | null, number] = [null, 0];

export async function fillLog({ subject, folder, messages }: LogPlace): Promise<{ readonly cpuMs: number }> {
  const keeper = await keeperOf(subject);
  return { cpuMs: await measureCpuMs(() => keeper.fill(folder, messages)) };
}

interface LogPlace {
  readonly subject: Subject;
  readonly folder: string;
  readonly messages: number;
}

export async function openBot({ subject, folder, messages }: LogPlace): Promise<void> {
  bot = await (await keeperOf(subject)).open(folder);
  next = messages / 2;
}

/** Plays turns one after the other; fewer if the time is up. */
export async function playTurns(limits: { readonly turns: number; readonly mostMs: number }): Promise<PlayedTurn[]> {
  if (bot === null) throw new Error("No log is open");
  const played: PlayedTurn[] = [];
  const until = performance.now() + limits.mostMs;
  await waitUntilIdle();
  let before = readCpuMs();
  while (played.length < limits.turns && (played.length === 0 || performance.now() < until)) {
    const input = await bot.playTurn({ id: `turn-${next}`, ...talkRound(next) });
    const answered = readCpuMs();
    await waitUntilIdle();
    const idle = readCpuMs();
    const characters = JSON.stringify(input.messages).length;
    played.push({ cpuMs: idle - before, behindMs: idle - answered, messages: input.messages.length, characters });
    // Excludes the time to measure the input's size, which is not the subject's work.
    before = readCpuMs();
    next += 1;
  }
  return played;
}

export async function closeBot(): Promise<{ readonly cpuMs: number }> {
  const cpuMs = await measureCpuMs(async () => bot?.close());
  bot = null;
  return { cpuMs };
}
