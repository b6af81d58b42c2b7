/** A client waits for the log only so long. */

/**
 * How long a view may take. A log that another process has locked is waited for five seconds, the first list of a long chat takes two
 * or three, and no known client gives up before half a minute.
 */
export const viewMs = 8_000;

/** How long a refused request waits for its view that was late: a view takes the place of an error, and no client has left by then. */
export const lateMs = 15_000;

/** How long a request waits for one of its chat that was late. */
const againMs = 500;

/** How long the last words of an answer may wait until the log has them: their reader may ask again at once. */
export const keepMs = 1_000;

/** The work took longer than a client is to wait for it. */
export class LateError extends Error {}

/** Work that takes longer goes on all the same. */
export async function withDeadline<Result>(work: Promise<Result>, most: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LateError(`it took longer than ${most / 1_000} seconds`)), most);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Requests of a chat that is late do not wait as long again, one after the other. */
export async function isStillLate(late: Promise<void> | undefined): Promise<boolean> {
  if (late === undefined) return false;
  try {
    await withDeadline(late, againMs);
    return false;
  } catch (error) {
    if (error instanceof LateError) return true;
    throw error;
  }
}
