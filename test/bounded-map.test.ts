import { makeBoundedMap } from "@clewline/sqlite/bounded-map.js";
import { expect, test } from "vitest";

test("a bounded map holds the newest, and about as much at any time once it is full", () => {
  const map = makeBoundedMap<number, number>(2_000);
  const count = (upTo: number) => {
    return Array.from({ length: upTo }, (_, key) => key).filter((key) => map.get(key) === key).length;
  };
  const held: number[] = [];
  for (let key = 0; key < 1_000; key++) {
    map.set(key, key, 10);
    if (key > 300 && key % 37 === 0) held.push(count(key + 1));
  }
  expect(held.length).toBeGreaterThan(10);
  expect(Math.min(...held)).toBeGreaterThanOrEqual(99);
  expect(Math.max(...held)).toBeLessThanOrEqual(125);
  expect(map.get(999)).toBe(999);
  expect(map.get(0)).toBeUndefined();
});

test("a bounded map keeps what is asked for again and again, and takes nothing that would fill it alone", () => {
  const map = makeBoundedMap<string, string>(2_000);
  map.set("dear", "value", 10);
  for (let key = 0; key < 1_000; key++) {
    map.set(`other ${key}`, "value", 10);
    expect(map.get("dear")).toBe("value");
  }
  map.set("large", "value", 300);
  expect(map.get("large")).toBeUndefined();
  map.delete("dear");
  expect(map.get("dear")).toBeUndefined();
  map.clear();
  expect(map.get("other 999")).toBeUndefined();
});
