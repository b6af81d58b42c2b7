/** Who learns from a household: the rules alone, or a log of the public verbs with a fast model behind the rules. */
import { type LaneMemories, noMemories } from "../../src/core/memory/fold-changes.js";
import { openClew } from "../../src/index.js";
import { learnByRule } from "./learn-by-rule.js";
import type { Learner } from "./measure-household.js";
import type { HouseholdModel } from "./scripted-models.js";

/** "house:chat-1", or "house:group". */
export function nameChat(chat: string): string {
  return `house:${chat.replace(" ", "-")}`;
}

export function makeRuleLearner(): Learner {
  const lanes = new Map<string, LaneMemories>();
  const times = new Map<string, number>();
  return {
    async hear({ chat, by, at, text }) {
      const id = `${chat}@${at}`;
      times.set(id, at);
      const heard = { id, text, at, person: `p${by}`, session: nameChat(chat) };
      lanes.set(chat, learnByRule(lanes.get(chat) ?? noMemories, heard));
    },
    async list(chat) {
      const memories = [...(lanes.get(chat) ?? noMemories).memories.values()];
      return memories.map((memory) => ({
        ...memory,
        toldAt: memory.sources.map(({ entry }) => times.get(entry) ?? 0),
      }));
    },
  };
}

/** So many messages come in before the model is asked about those that wait. */
const mostWaiting = 20;

/** Every message is begun and answered. */
export async function withModelLearner<Result>(
  model: HouseholdModel,
  use: (learner: Learner) => Promise<Result>,
): Promise<Result> {
  const realNow = Date.now;
  let now = 0;
  // The only clock that a program of the public verbs can set.
  Date.now = () => now;
  const fastModel = async ({ text }: { readonly text: string }) => model.answer(text);
  const clew = await openClew({ store: "memory", timeZone: "UTC", fastModel });
  const times = new Map<string, number>();
  let waiting = 0;
  const ask = async () => {
    if (waiting > 0) await clew.index({ finish: true });
    waiting = 0;
  };
  const readTime = async (entry: string, name: string) => {
    for (const { entry: id, at } of times.has(entry) ? [] : (await clew.memory.why(name)).sources)
      times.set(id, at ?? 0);
    return times.get(entry) ?? 0;
  };
  try {
    return await use({
      async hear(message) {
        const { chat, by, at, text } = message;
        now = at;
        model.hear(message);
        const turn = await clew.begin({ session: nameChat(chat), from: `p${by}`, group: false, text });
        await turn.complete({ text: "OK." });
        waiting += 1;
        if (waiting === mostWaiting) await ask();
      },
      async list(chat) {
        await ask();
        const all = await clew.memory.list({ all: true });
        const own = all.filter(({ scope }) =>
          scope.kind === "person" ? chat === `chat ${scope.person.slice(1)}` : chat === "group",
        );
        return Promise.all(
          own.map(async (memory) => {
            const toldAt = await Promise.all(memory.sources.map(({ entry }) => readTime(entry, memory.name)));
            return { ...memory, toldAt };
          }),
        );
      },
    });
  } finally {
    await clew.close();
    Date.now = realNow;
  }
}
