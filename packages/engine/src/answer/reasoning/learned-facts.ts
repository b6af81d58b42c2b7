/** The owner's facts about models, with what models have shown since the program runs. */
import { findOwnFacts, type OwnFacts, type SaidFacts } from "@clewline/core/model/facts/find-facts.js";

export interface LearnedFacts extends OwnFacts {
  /** Notes that a model, as `provider:model`, refused reasoning as bound to other bytes: it counts as bound from here on. */
  learnBound(name: string): void;
}

/** More models than are asked at the same time. */
const mostLearned = 100;

export function learnFacts(own: OwnFacts): LearnedFacts {
  const facts = new Map<string, SaidFacts>(own);
  const learned: string[] = [];
  return Object.assign(facts, {
    learnBound(name: string) {
      if (learned.includes(name)) return;
      facts.set(name, { ...findOwnFacts(name, facts), bound: "always" });
      learned.push(name);
      if (learned.length > mostLearned) restore(learned.shift() ?? "");
    },
  });

  function restore(name: string): void {
    const said = own.get(name);
    if (said === undefined) facts.delete(name);
    else facts.set(name, said);
  }
}
