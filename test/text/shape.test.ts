import { drawShape, shapes } from "@clewline/text/text-shape.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkProperty } from "../properties.js";

const properties: readonly (readonly [keyof typeof shapes, RegExp])[] = [
  ["letters", /\p{L}/u],
  ["europeans", /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]/u],
  ["capitals", /\p{Lu}/u],
  ["marks", /\p{M}/u],
  ["numbers", /\p{N}/u],
  ["digits", /\p{Nd}/u],
  ["currencies", /\p{Sc}/u],
  ["accented", /(?=[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}])(?=\p{L})[^\0-\x7f]/u],
];
const classes = properties.map(([name, property]) => [name, new RegExp(`[${shapes[name]}]`), property] as const);

/** Whether an expression over shapes says of a character what its property of Unicode says. */
function expectSameKind(code: number): void {
  const character = String.fromCodePoint(code);
  const shape = drawShape(character).text;
  const found = classes.map(([name, expression]) => [name, expression.test(shape)]);
  const wanted = classes.map(([name, , property]) => [name, property.test(character)]);
  expect({ code, found, space: /\s/.test(shape) }).toEqual({ code, found: wanted, space: /\s/.test(character) });
}

describe("the shape of a text", () => {
  it("is of the same kind as the text, character by character", () => {
    for (let code = 0; code < 0x3200; code += 1) expectSameKind(code);
    checkProperty(fc.property(fc.integer({ min: 0x3200, max: 0x10ffff }), expectSameKind), {
      runs: 1_000,
      longer: 20_000,
    });
  });

  it("has one character for each of the text, and knows where it stands", () => {
    const text = "a😀é𝒜, 三 “b”";
    const shape = drawShape(text);
    const characters = [...text];
    expect(shape.text).toHaveLength(characters.length);
    const places = characters.map((_, index) => shape.findPlace(index));
    expect(places).toEqual([0, 1, 3, 4, 6, 7, 8, 9, 10, 11, 12]);
    expect(shape.findPlace(characters.length)).toBe(text.length);
    expect(drawShape("plain text").text).toBe("plain text");
  });
});
