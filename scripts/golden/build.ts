/** A build of Clew under its public names, wherever it lies. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Clew, LogStore, openClew } from "@clewline/clewline/index.js";

export interface Build {
  readonly makeMemoryStore: () => LogStore;
  /** Opens a log by its preset and window; nothing of the machine's own settings counts. */
  readonly open: (store: LogStore, of: { readonly preset: string; readonly window: number }) => Promise<Clew>;
  /** What this build takes besides the fields that every build has. */
  readonly extras: Readonly<Record<string, unknown>>;
}

/** Fields that newer builds take. The conversations were written for one person's private chats. */
const newerFields = { group: false };

export async function loadBuild(root: string): Promise<Build> {
  const load = (file: string) => import(pathToFileURL(join(root, "dist", file)).href);
  const library: { readonly openClew: typeof openClew } = await load("index.js");
  const { makeMemoryStore }: { readonly makeMemoryStore: () => LogStore } = await load("compose/stores/memory.js");
  const open: Build["open"] = (store, { preset, window }) =>
    library.openClew({ store, config: false, policy: preset, window, timeZone: "Europe/Berlin", embedder: "none" });
  const clew = await open(makeMemoryStore(), { preset: "balanced", window: 8_192 });
  const takes = await clew.observe({ session: "probe:1", text: "hello", ...newerFields }).then(
    () => true,
    () => false,
  );
  await clew.close();
  return { makeMemoryStore, open, extras: takes ? newerFields : {} };
}
