import { blocks } from "./blocks.js";
import { kinds } from "./kinds.js";
import { frequentHan, knownHan, knownHangul } from "./known-characters.js";

const size = 0x10000;
const unit = 1000;
const kindTable = new Uint8Array(size).fill(kinds.letter);
const costTable = new Uint16Array(size).fill(2 * unit);

for (const [from, to, kind, cost] of blocks) {
  kindTable.fill(kind, from, to + 1);
  costTable.fill(Math.round(cost * unit), from, to + 1);
}
setCosts(frequentHan, 0.76);
setCosts(knownHan, 1.12);
setCosts(knownHangul, 0.69);

/** The kind of a UTF-16 unit; a line break beyond the end of the text. */
export function findUnitKind(text: string, at: number): number {
  return at < text.length ? findKind(text.charCodeAt(at)) : kinds.lineBreak;
}

export function findKind(code: number): number {
  return kindTable[code] ?? kinds.letter;
}

/** The cost of one UTF-16 unit in scripts whose costs are summed by character. */
export function findUnitCost(code: number): number {
  return (costTable[code] ?? 0) / unit;
}

function setCosts(characters: string, cost: number): void {
  for (let at = 0; at < characters.length; at += 1) costTable[characters.charCodeAt(at)] = Math.round(cost * unit);
}
