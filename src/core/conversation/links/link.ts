import type { PlacedLine, ReadLine } from "./line.js";
import { type Scene, sceneOf } from "./scene.js";
import { relationOf, signsOfAnswer, signsOfStart } from "./signs.js";
import { type LinkWeights, linkWeights } from "./weights.js";

/**
 * The earlier line that a line of a group chat most likely answers, or null where it begins a conversation. `earlier` is
 * in order, the newest last; only the last of them are looked at. `people` are further names by sender.
 */
export function inferredLink<Line extends PlacedLine>(
  line: ReadLine,
  earlier: readonly Line[],
  people: ReadonlyMap<string, string> = new Map(),
  weights: LinkWeights = linkWeights,
): Line | null {
  const scene = sceneOf(line, earlier, people);
  const skipped = earlier.length - scene.earlier.length;
  let best: Line | null = null;
  let highest = startScore(scene, weights);
  for (let index = scene.earlier.length - 1; index >= 0; index -= 1) {
    const score = answerScore(scene, index, weights);
    if (score <= highest) continue;
    highest = score;
    best = earlier[skipped + index] ?? null;
  }
  return best;
}

function startScore(scene: Scene, { start }: LinkWeights): number {
  return signsOfStart(scene).reduce((sum, sign) => sum + (start[sign] ?? 0), 0);
}

function answerScore(scene: Scene, index: number, { answer }: LinkWeights): number {
  const relation = relationOf(scene, index);
  return signsOfAnswer(scene, index).reduce((sum, sign) => sum + (answer[sign]?.[relation] ?? 0), 0);
}
