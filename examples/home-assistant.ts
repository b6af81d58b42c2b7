/** One person, one file, no key, no SDK: months of conversation, a restart, an offer, two chats, a paste larger than the window. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Clew, openClew } from "clewline";
import { emptyFolder } from "./support/empty-folder.js";

const [home, session] = [emptyFolder(), "terminal:home"];
writeFileSync(join(home, "IDENTITY.md"), "You look after one household."); // edited like any file: the next turn knows
const open = () => openClew({ store: join(home, "home.db"), window: 8_192, agentFolder: home });

/** One turn by hand. Put the call of your model where `model` is. */
async function ask(clew: Clew, text: string, at: string, chat = session): Promise<string> {
  const turn = await clew.begin({ session: chat, from: "me", group: false, text, at }); // yours alone
  for (let call = 1; ; call++) {
    const view = await turn.view(); // what to send: it fits
    if (view.kind === "too-small") throw new Error(`It needs ${view.needed} tokens`);
    const answer = model([view.system, ...view.messages.map(({ content }) => JSON.stringify(content))].join("\n"));
    if (answer.open === undefined) {
      await turn.complete(answer);
      return answer.text;
    }
    const { text: output } = await clew.recall({ session: chat, ...answer.open });
    await turn.record({ text: answer.text, calls: [{ id: `${call}`, tool: "recall", input: answer.open, output }] });
  }
}

/** It has no memory of its own: all that it knows is what it is shown. */
function model(shown: string): { text: string; open?: { pointer: string; find: string }; asks?: typeof offer } {
  const newest = shown.slice(shown.lastIndexOf("<clew-now"));
  const pointer = /<clew-cut [^>]*open=\\"(clew:e\w+)/.exec(newest)?.[1];
  if (newest.includes("E42")) return { text: /E42, [a-z ]+/.exec(newest)?.[0] ?? "" };
  if (pointer !== undefined) return { text: "I look for errors.", open: { pointer, find: "E42" } };
  if (newest.includes(`about=\\"${offer[0].about}`)) return { text: "I called the plumber." };
  if (newest.includes("Where")) return { text: /behind the [a-z ]+/.exec(shown)?.[0] ?? "I don't know.", asks: offer };
  return { text: shown.includes("in short sentences") ? "Noted." : "I have written that down, with pleasure." };
}

const offer = [{ expects: "yes-no", about: "call the plumber" }] as const;

// Spring to autumn: the first message left the view long ago, and the summary still tells it.
const before = await open();
await ask(before, "The boiler's shut-off valve is behind the blue panel.", "2026-04-14T09:00:00Z");
for (let day = 1; day <= 200; day++)
  await ask(before, `Meter reading ${day}: ${1_000 + day * 7} kWh.`, "2026-11-15T18:00:00Z");
await ask(before, "From now on, answer me in short sentences.", "2026-11-15T19:00:00Z");
await before.close(); // the machine restarts

// Monday: a new process knows what was said.
const clew = await open();
const place = await ask(clew, "The boiler leaks! Where do I turn it off?", "2026-11-16T03:12:00Z");
assert.equal(place, "behind the blue panel");
const done = await ask(clew, "Yes, please", "2026-11-16T03:14:00Z");
assert.equal(done, "I called the plumber.", "a short answer is known to answer the offer");
const brief = await ask(clew, "The plumber was here.", "2026-11-16T09:00:00Z", "phone:home");
assert.equal(brief, "Noted.", "a wish told in one chat holds in another of the same person");
console.log(`After the restart: ${place}. ${done} On the phone: ${brief}`);

// 200 kB pasted into a window of 8k tokens: the model gets both ends and a pointer, and opens it.
const lines = Array.from({ length: 6_000 }, (_, line) => `${line} pressure ${(line * 37) % 300} kilopascals, normal`);
const log = lines.with(2_500, "2500 error E42, pump blocked").join("\n").slice(0, 200_000);
const fault = await ask(clew, `What is wrong?\n${log}`, "2026-11-16T09:20:00Z");
assert.equal(fault, "E42, pump blocked");
console.log(`In ${log.length.toLocaleString("en")} characters of log: ${fault}`);

const { tokens, window, reply, verdicts } = await clew.context({ session });
assert(tokens <= window - reply);
console.log(`Next view: ${tokens} of ${window - reply} tokens`);
assert.equal(verdicts.find(({ verdict }) => verdict.kind === "summarised")?.verdict.from, 1, "the summary tells it");

// Years later: found by its words, and the request that was made then comes back byte for byte.
const [found] = await clew.search("shut-off valve", { session });
assert.match(await clew.replay(found?.line.turn ?? ""), /behind the blue panel/);
console.log(`Found: ${found?.line.text}`);
await clew.close();
