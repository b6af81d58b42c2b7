/**
 * Pure work over a long list, in steps: it yields wherever its caller may let other work of the process run, and returns its
 * result. Nothing that it reads may change meanwhile.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** How many of a list's items make a step: few enough for the slowest kinds of work to take some milliseconds. */
const stride = 32;

/** Whether a step ends behind the item in this place. */
export function endsStep(place: number): boolean {
  return place % stride === stride - 1;
}

/** Takes all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export function* mapInSteps<Given, Made>(list: readonly Given[], make: (given: Given) => Made): Steps<readonly Made[]> {
  const all: Made[] = [];
  for (const given of list) {
    if (all.push(make(given)) % stride === 0) yield;
  }
  return all;
}
