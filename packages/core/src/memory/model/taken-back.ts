/** Finds the messages that a person asked to forget before a model has read them. */
import { readContentStems } from "@clewline/text/content-words.js";
import { learnStatements } from "../learn/learn-statements.js";
import type { ToldMessage } from "../learned.js";

const justSaidMs = 300_000;

export function forgets(told: ToldMessage): boolean {
  return listForgotten(told).length > 0;
}

/** Whether a later message asks to forget an earlier one of the same person: by its words, or as the last one that was just said. */
export function asksToForget(later: ToldMessage, earlier: ToldMessage, isLast: boolean): boolean {
  if (later.person !== earlier.person || later.at < earlier.at) return false;
  const held = readContentStems(earlier.text);
  return listForgotten(later).some((meant) => {
    if (meant === true) return isLast && later.at - earlier.at <= justSaidMs;
    const stems = [...readContentStems(meant)];
    return stems.length > 0 && stems.every((stem) => held.has(stem));
  });
}

function listForgotten(told: ToldMessage): readonly (string | true)[] {
  return learnStatements(told).flatMap(({ forgets: meant }) => meant ?? []);
}
