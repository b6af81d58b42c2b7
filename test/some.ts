import { expect } from "vitest";

/** The same items, of which there has to be one: a loop over nothing asserts nothing. */
export function some<Item>(items: Iterable<Item>): readonly Item[] {
  const list = [...items];
  expect(list, "there is nothing to look at").not.toEqual([]);
  return list;
}
