import { windowTokens } from "../../bot.js";
import { openClewLog } from "../../clew/clew-log.js";
import { readCpuMs, waitUntilIdle } from "../../cpu.js";

export interface FirstView {
  /** CPU time of the view alone, and with the work that it leaves to be done. */
  readonly viewMs: number;
  readonly idleMs: number;
  readonly tokens: number;
  readonly layers: Readonly<Record<string, number>>;
}

/** Measures the first view of a log that is new to this process, and the one after it, once the process is idle. */
export async function viewFirst({ checkout, path }: { readonly checkout: string; readonly path: string }) {
  const log = await openClewLog(checkout, path, windowTokens);
  const measure = async (id: string): Promise<FirstView> => {
    const turn = await log.begin(id, "What did we say about the crates, and what is still open?");
    await waitUntilIdle();
    const before = readCpuMs();
    const { tokens, layers } = await turn.view();
    const viewMs = readCpuMs() - before;
    await turn.complete("Nothing new.");
    await waitUntilIdle();
    return { viewMs, idleMs: readCpuMs() - before, tokens, layers };
  };
  const [first, second] = [await measure("first"), await measure("second")];
  await log.close();
  return { first, second };
}
