import { windowTokens } from "../../bot.js";
import { openClewLog } from "../../clew/clew-log.js";
import { clewFile } from "../../clew/keep-clew.js";
import { readCpuMs, readLoopCpuMs } from "../../cpu.js";
import { talkRound } from "../../talk.js";

interface Work {
  readonly checkout: string;
  readonly folder: string;
  readonly from: number;
  readonly turns: number;
}

export interface WatchedLoop {
  readonly largestMs: number;
  readonly passes: number;
  readonly cpuMs: number;
}

/**
 * Awaits turns in a row while a repeating immediate records the CPU time of its thread at each pass of the event loop. A
 * host's other work would wait for the most between two passes.
 */
export async function watchLoop({ checkout, folder, from, turns }: Work): Promise<WatchedLoop> {
  const log = await openClewLog(checkout, clewFile(folder), windowTokens);
  const play = async (number: number) => {
    const { message, answer } = talkRound(number);
    const turn = await log.begin(`turn-${number}`, message);
    await turn.view();
    await turn.complete(answer);
  };
  await play(from);
  const stop = watchPasses();
  for (let number = from + 1; number <= from + turns; number++) await play(number);
  const watched = await stop();
  await log.close();
  return watched;
}

export function watchPasses(): () => Promise<WatchedLoop> {
  const began = readCpuMs();
  let [last, largestMs, passes] = [readLoopCpuMs(), 0, 0];
  const note = () => {
    const now = readLoopCpuMs();
    largestMs = Math.max(largestMs, now - last);
    passes += 1;
    last = now;
    next = setImmediate(note);
  };
  let next = setImmediate(note);
  return async () => {
    // Counts the pass that the last turn delayed, too.
    await new Promise((resolve) => setImmediate(resolve));
    clearImmediate(next);
    return { largestMs, passes, cpuMs: readCpuMs() - began };
  };
}
