import type { PlacedLine, ReadLine } from "./line.js";
import { buildScene, type Scene } from "./scene.js";
import { classifyRelation, listAnswerSigns, listStartSigns } from "./signs.js";
import { type LinkWeights, linkWeights } from "./weights.js";

/**
 * The earlier line that a line of a group chat most likely answers; null if it begins a conversation. `earlier` is in
 * order, the newest last; only the last `windowLines` count. `people` gives further names by sender.
 */
export function inferLink<Line extends PlacedLine>(
  line: ReadLine,
  earlier: readonly Line[],
  people: ReadonlyMap<string, string> = new Map(),
  weights: LinkWeights = linkWeights,
): Line | null {
  const scene = buildScene(line, earlier, people);
  const skipped = earlier.length - scene.earlier.length;
  let best: Line | null = null;
  let highest = scoreStart(scene, weights);
  for (let index = scene.earlier.length - 1; index >= 0; index -= 1) {
    const score = scoreAnswer(scene, index, weights);
    if (score <= highest) continue;
    highest = score;
    best = earlier[skipped + index] ?? null;
  }
  return best;
}

function scoreStart(scene: Scene, { start }: LinkWeights): number {
  return listStartSigns(scene).reduce((sum, sign) => sum + (start[sign] ?? 0), 0);
}

function scoreAnswer(scene: Scene, index: number, { answer }: LinkWeights): number {
  const relation = classifyRelation(scene, index);
  return listAnswerSigns(scene, index).reduce((sum, sign) => sum + (answer[sign]?.[relation] ?? 0), 0);
}
