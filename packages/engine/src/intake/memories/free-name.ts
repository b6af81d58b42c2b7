import { makeMemoryName } from "@clewline/core/memory/memory-name.js";
import type { Engine } from "../../engine.js";

/** Two that begin alike have other letters at the end; if not, others are tried. */
export function makeFreeName(
  { fns }: Pick<Engine, "fns">,
  text: string,
  { salt, taken }: { readonly salt: string; readonly taken: { has(name: string): boolean } },
): string {
  for (let tries = 0; ; tries += 1) {
    const name = makeMemoryName(text, `${salt} ${tries}`, fns.hash);
    if (!taken.has(name)) return name;
  }
}
