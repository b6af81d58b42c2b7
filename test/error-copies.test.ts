/** Two copies of the package in one process, as where a host and its plugin bring one each. */

import { findPolicy } from "@clewline/clewline/config/find-policy.js";
import { ClewError } from "@clewline/core/errors.js";
import { expect, test, vi } from "vitest";

test("ClewError.isInstance knows errors of this copy and of another one, and nothing else", async () => {
  const caught = thrownBy(() => findPolicy("balancd", { policies: new Map(), conversation: {} }));
  expect(ClewError.isInstance(caught)).toBe(true);
  vi.resetModules();
  const copy = await import("@clewline/core/errors.js");
  const foreign = new copy.ClewError("options/bad", "From another copy");
  expect(foreign).not.toBeInstanceOf(ClewError);
  expect(ClewError.isInstance(foreign)).toBe(true);
  const others = [new Error("x"), null, undefined, "x", { code: "options/bad" }];
  expect(others.map((other) => ClewError.isInstance(other))).toEqual(others.map(() => false));
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
