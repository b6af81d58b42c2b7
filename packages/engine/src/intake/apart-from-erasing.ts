import type { Engine } from "../engine.js";

/**
 * Runs work that reads something and writes what follows from it, so that nothing is erased between: it would write again
 * what it has read. One after the other, so it must not wait for more of its kind.
 */
export function apartFromErasing<Result>(
  { presence }: Pick<Engine, "presence">,
  work: () => Promise<Result>,
): Promise<Result> {
  return presence.inOrder("erasing", work);
}
