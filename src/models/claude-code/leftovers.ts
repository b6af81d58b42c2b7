/** Clean-ups to run if this process exits during a call. */
const waiting = new Set<() => void>();
let listens = false;

/** Returns the function that removes the clean-up again. */
export function registerCleanup(clean: () => void): () => void {
  if (!listens) process.on("exit", cleanAll);
  listens = true;
  waiting.add(clean);
  return () => waiting.delete(clean);
}

function cleanAll(): void {
  for (const clean of waiting) clean();
}
