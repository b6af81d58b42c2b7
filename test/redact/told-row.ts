/** How a secret is made and the text that it stands in. */
import { type Draw, digits, hex, lower, upper } from "./draw.js";

/** "~" stands for the secret. */
export type ToldRow = readonly [text: string, make: (draw: Draw) => string];

export const lowerNumeric = `${lower}${digits}`;
export const upperNumeric = `${upper}${digits}`;
export const base32 = `${upper}234567`;
export const of =
  (alphabet: string, length: number, before = "", after = "") =>
  (draw: Draw) =>
    `${before}${draw.from(alphabet, length)}${after}`;
export const uuid = (draw: Draw) => [8, 4, 4, 4, 12].map((length) => draw.from(hex, length)).join("-");
