/** One suite for every brain: names, keys and addresses as a user gives them, and the official clients in between. */
import { describe, test, vi } from "vitest";
import { claudeBrain } from "./brain-scenarios/claude-brain.js";
import { instead } from "./brain-scenarios/instead.js";
import { offlineBrain } from "./brain-scenarios/offline-scenarios.js";
import { scenarios } from "./brain-scenarios/scenarios.js";
import { scriptedBrain } from "./brain-scenarios/scripted-brain.js";
import { serverBrains } from "./brain-scenarios/server-brains.js";

vi.stubGlobal("AI_SDK_LOG_WARNINGS", false);

/** Each is switched to the one after it, the last to the first. */
const registry = [...serverBrains, claudeBrain, scriptedBrain, offlineBrain];
const [first = scriptedBrain] = registry;
const names = Object.keys(scenarios) as (keyof typeof scenarios)[];

for (const [place, adapter] of registry.entries()) {
  const next = registry[place + 1];
  const other = next === undefined || next === offlineBrain ? first : next;
  describe(adapter.name, () => {
    for (const name of names) {
      const { title, run } = scenarios[name];
      const own = instead[adapter.name]?.[name];
      if (own === undefined) test(title, () => run(adapter, other));
      else test(`${title}: ${own.why}`, () => own.run(adapter, other));
    }
  });
}
