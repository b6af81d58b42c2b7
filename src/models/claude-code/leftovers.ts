/** What has to go if this process ends in the middle of a call. */
const waiting = new Set<() => void>();
let listens = false;

/** The function that takes the promise back. */
export function registerCleanup(clean: () => void): () => void {
  if (!listens) process.on("exit", cleanAll);
  listens = true;
  waiting.add(clean);
  return () => waiting.delete(clean);
}

function cleanAll(): void {
  for (const clean of waiting) clean();
}
