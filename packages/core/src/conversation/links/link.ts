import { listConversationSigns, listStartSigns } from "./conversation-signs.js";
import { conversationWeights } from "./conversation-weights.js";
import type { Conversation } from "./conversations.js";
import type { PlacedLine, ReadLine } from "./line.js";
import { lineWeights } from "./line-weights.js";
import { buildScene, type Scene } from "./scene.js";
import { classifyRelation, type LinkWeights, listLineSigns, type SignWeights } from "./signs.js";
import { startWeights } from "./start-weights.js";

/**
 * The weights of signs, fitted to the 40 training files of the IRC disentanglement corpus (Kummerfeld and others,
 * 2019), which people linked by hand. `npm run bench lanes -- --fit --data PATH` writes them anew, and `npm run bench
 * lanes` measures them on other files.
 */
export const linkWeights: LinkWeights = {
  conversation: conversationWeights,
  start: startWeights,
  line: lineWeights,
};

/**
 * The earlier line that a line of a group chat most likely answers; null if it begins a conversation. `earlier` is in
 * order, the newest last; only the last `windowLines` count. `people` gives further names by sender.
 *
 * The conversation is chosen first, by the evidence of all of its lines together, and then the line in it.
 */
export function inferLink<Line extends PlacedLine>(
  line: ReadLine,
  earlier: readonly Line[],
  people: ReadonlyMap<string, string> = new Map(),
  weights: LinkWeights = linkWeights,
): Line | null {
  const scene = buildScene(line, earlier, people);
  const conversation = pickConversation(scene, weights);
  if (conversation === null) return null;
  const skipped = earlier.length - scene.earlier.length;
  return earlier[skipped + pickLine(scene, conversation, weights)] ?? null;
}

/** Null stands for a new one, which also wins a tie. */
function pickConversation(scene: Scene, { conversation: table, start }: LinkWeights): Conversation | null {
  const threshold = listStartSigns(scene).reduce((sum, sign) => sum + (start[sign] ?? 0), 0);
  let [best, highest]: [Conversation | null, number] = [null, 1];
  for (const conversation of scene.conversations) {
    const common = listConversationSigns(scene, conversation);
    let odds = 0;
    for (const [place, index] of conversation.lines.entries()) {
      const signs = [...common, ...listLineSigns(scene, conversation, place)];
      odds += Math.exp(sumWeights(scene, index, signs, table) - threshold);
    }
    if (odds > highest) [best, highest] = [conversation, odds];
  }
  return best;
}

/** The newest wins a tie. */
function pickLine(scene: Scene, conversation: Conversation, { line: table }: LinkWeights): number {
  let [best, highest] = [conversation.newest, Number.NEGATIVE_INFINITY];
  for (const [place, index] of conversation.lines.entries()) {
    const score = sumWeights(scene, index, listLineSigns(scene, conversation, place), table);
    if (score >= highest) [best, highest] = [index, score];
  }
  return best;
}

function sumWeights(scene: Scene, index: number, signs: readonly string[], table: SignWeights): number {
  const relation = classifyRelation(scene, index);
  return signs.reduce((sum, sign) => sum + (table[sign]?.[relation] ?? 0), 0);
}
