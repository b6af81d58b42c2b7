import type { StandingMemories, StandingMemory } from "../../log/memories/standing-memory.js";
import { enclose, escapeText } from "../../text/fence.js";
import { type Block, makeBlock } from "../block.js";
import { makeTextPiece, type Renderer } from "../renderer.js";
import { nameMemorySpeaker } from "./memory-speaker.js";

/** Wishes and preferences that hold in every turn, a line each. It changes only with them, so that the prefix stays. */
export function makeStandingBlocks(renderer: Renderer, standing: StandingMemories | undefined): readonly Block[] {
  if (standing === undefined || standing.shown.length + standing.hidden.length === 0) return [];
  const { shown, hidden } = standing;
  const lines = [opening, ...shown.map((memory) => renderLine(renderer, memory))];
  const more = hidden.length === 0 ? [] : [`(${hidden.length} more without a place here)`];
  const text = enclose("standing", {}, `\n${[...lines, ...more].join("\n")}\n`);
  const from = { seqs: [], sources: shown.map(({ entry }) => entry) };
  return [makeBlock("standing", "system", from, [makeTextPiece(renderer, text)])];
}

const opening = "Said before, and to be kept to until somebody says otherwise:";

/** A further line of a text is indented, so that it can't pass for another memory. */
function renderLine(renderer: Renderer, { text, person, saidAt }: StandingMemory): string {
  const who = person === null ? "" : `${nameMemorySpeaker(renderer, { role: "user", address: person })}, `;
  const words = escapeText(text.replace(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/g, "$&  "));
  return `- [${who}${renderer.time(saidAt).replace(/ .*$/, "")}] ${words}`;
}
