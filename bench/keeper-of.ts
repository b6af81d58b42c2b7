import type { Keeper, Subject } from "./bot.js";
import { keepClew } from "./clew/keep-clew.js";

/** The keeper of a subject. Peers are loaded on demand. */
export async function keeperOf(subject: Subject): Promise<Keeper> {
  if (subject.kind === "clew") return keepClew(subject.folder);
  const { keeper } = (await import(subject.module)) as { readonly keeper: Keeper };
  return keeper;
}
