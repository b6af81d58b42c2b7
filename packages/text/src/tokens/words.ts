import { defer } from "../defer.js";
import { findKind, findUnitCost, findUnitKind } from "./characters.js";
import type { Cursor } from "./cursor.js";
import { kinds } from "./kinds.js";
import { cyrillic, latin } from "./letter-pairs.js";
import { makeSpellingModel, noLead, readSpelled, spaceLead } from "./spelling.js";

const loadLatinModel = defer(() => makeSpellingModel(latin, kinds.latin));
const loadCyrillicModel = defer(() => makeSpellingModel(cyrillic, kinds.cyrillic));
const apostrophe = 0x27;
const longContractions: readonly string[] = ["ll", "ve", "re"];
/** The base cost of a run by kind, to which its characters are added. */
const runCosts: Readonly<Record<number, number>> = {
  [kinds.letter]: 0.5,
  [kinds.unspaced]: 0.2,
  [kinds.han]: 0.2,
  [kinds.hiragana]: 0.15,
  [kinds.katakana]: 0.4,
  [kinds.hangul]: 0.25,
};

/** A space beyond ASCII is in no word's token; the models of spelling know only that something leads. */
const foreignLead = 0.6;

function isForeignSpace(code: number): boolean {
  return code > 0x7f && findKind(code) === kinds.space;
}

/** Reads one word of one script. With `led`, the character at the cursor belongs to it without being a letter. */
export function readWord(cursor: Cursor, led: boolean): number {
  const lead = led ? cursor.text.charCodeAt(cursor.at) : noLead;
  if (led) cursor.at += 1;
  const kind = findUnitKind(cursor.text, cursor.at);
  const own = led && isForeignSpace(lead) ? foreignLead : 0;
  if (kind === kinds.latin) return own + readSpelled(cursor, kind, loadLatinModel(), lead) + readContraction(cursor);
  if (kind === kinds.cyrillic) return own + readSpelled(cursor, kind, loadCyrillicModel(), lead);
  return readCounted(cursor, kind, lead);
}

/** The 's of it's belongs to the word, whatever letters follow. */
function readContraction(cursor: Cursor): number {
  const { text } = cursor;
  // Reading a code beyond the end would make the engine discard its optimised code.
  if (cursor.at >= text.length || text.charCodeAt(cursor.at) !== apostrophe) return 0;
  const letter = text.charAt(cursor.at + 1).toLowerCase();
  const long = longContractions.includes(text.slice(cursor.at + 1, cursor.at + 3).toLowerCase());
  if (!long && !"sdmt".includes(letter || "?")) return 0;
  cursor.at += long ? 3 : 2;
  return latin.contraction;
}

/** A word whose cost is the sum of its characters' costs. */
function readCounted(cursor: Cursor, kind: number, lead: number): number {
  const { text } = cursor;
  let cost = runCosts[kind] ?? 0;
  for (; findUnitKind(text, cursor.at) === kind; cursor.at += 1) cost += findUnitCost(text.charCodeAt(cursor.at));
  const leadCost = lead === noLead || lead === spaceLead ? 0 : findUnitCost(lead);
  return leadCost + Math.max(1, cost);
}
