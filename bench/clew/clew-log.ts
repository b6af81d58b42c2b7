import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Embedder } from "@clewline/core/ports/embedder.js";
import { session } from "../talk.js";

/** The public API of a built checkout. No other file of the bench calls it. */
export interface ClewLog {
  begin(id: string, text: string): Promise<ClewTurn>;
  /** Imports a file, and returns how many entries it added. */
  importFile(path: string): Promise<number>;
  /** Returns how many entries were found. */
  search(question: string, where: "everywhere" | "lane"): Promise<number>;
  /** Finishes the vectors, and returns how many there are. */
  index(): Promise<number>;
  /** Changes a setting of the session. */
  set(name: string, value: string): Promise<void>;
  close(): Promise<void>;
}

export interface ClewTurn {
  view(): Promise<ClewView>;
  recordCall(id: string, input: unknown, output: string): Promise<void>;
  complete(text: string): Promise<void>;
}

interface ClewView {
  readonly messages: readonly unknown[];
  readonly tokens: number;
  readonly compacted: boolean;
  /** Tokens by layer. */
  readonly layers: Readonly<Record<string, number>>;
}

/** What the version before does not have, and is opened without. */
interface NewOptions {
  readonly embedder?: Embedder<AbortSignal> | "none";
  /** False where nothing is to be learned. */
  readonly memory?: boolean;
}

export async function openClewLog(
  checkout: string,
  path: string,
  window: number,
  options: NewOptions = {},
): Promise<ClewLog> {
  const { openClew } = (await import(
    pathToFileURL(join(checkout, "dist/index.js")).href
  )) as typeof import("@clewline/clewline/index.js");
  const clew = await openClew({ store: path, window, timeZone: "UTC", ...options });
  let lane: string | undefined;
  return {
    begin: async (id, text) => {
      const turn = await clew.begin({ session, id, from: "7", text });
      return {
        view: async () => {
          const view = await turn.view();
          if (view.kind !== "fits") throw new Error(`The view needs ${view.needed} of ${view.available} tokens`);
          const { compacted, layers } = view.receipt;
          return { messages: view.messages, tokens: view.tokens, compacted, layers };
        },
        recordCall: (call, input, output) => turn.record({ calls: [{ id: call, tool: "read_file", input, output }] }),
        complete: (reply) => turn.complete({ text: reply }),
      };
    },
    importFile: async (file) => (await clew.import(file)).added,
    search: async (question, where) => {
      lane ??= (await clew.lanes(session))[0]?.ref.lane;
      return (await clew.search(question, where === "lane" ? { session, lane } : {})).length;
    },
    index: async () => (await clew.index({ finish: true })).indexed,
    set: async (name, value) => {
      await clew.settings({ session, set: { [name]: value } });
    },
    close: () => clew.close(),
  };
}
