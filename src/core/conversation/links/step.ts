const minuteMs = 60_000;

/** The first of the steps that the value does not exceed, as the part of a sign's name. */
export function pickStep(value: number, steps: readonly number[]): string {
  const reached = steps.find((each) => value <= each);
  return reached === undefined ? "more" : String(reached);
}

export function countMinutesSince(now: number, then: number): number {
  return Math.floor((now - then) / minuteMs);
}
