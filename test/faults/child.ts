/**
 * The process that dies: `child.ts turns STORE SESSION`, `child.ts import STORE FILE` or `child.ts export STORE FILE`.
 * Prints a line for each step that was acknowledged, at once and past every buffer.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { type Clew, openClew, type Turn } from "../../src/index.js";
import { type Operation, turnOperations } from "./script.js";

/** One acknowledged operation of a lane. */
export interface Acknowledged {
  readonly lane: number;
  readonly receipt?: { readonly id: string; readonly root: string };
}

const [mode = "", store = "", third = ""] = process.argv.slice(2);

say("opening");
const clew = await openClew({ store, window: 8_192, timeZone: "UTC" });
say("open");
if (mode === "turns") await Promise.all([0, 1].map((lane) => answerForEver(clew, third, lane)));
if (mode === "import") await clew.import(third, { agents: ["99"] });
if (mode === "export") await exportTo(clew, third);
say("done");
await clew.close();

function say(line: string): void {
  writeSync(1, `${line}\n`);
}

async function answerForEver(clew: Clew, session: string, lane: number): Promise<never> {
  let turn: Turn | undefined;
  const perform = async ({ verb, message, text, call }: Operation): Promise<Omit<Acknowledged, "lane">> => {
    if (verb === "observe") await clew.observe({ session, topic: lane, id: message, text });
    if (verb === "begin") turn = await clew.begin({ session, topic: lane, id: message, text });
    if (verb === "record") await turn?.record({ text, calls: [{ id: call, tool: "look", input: {}, output: text }] });
    if (verb === "complete") await turn?.complete({ text });
    const viewed = verb === "view" ? await turn?.view() : undefined;
    return viewed?.kind === "fits" ? { receipt: { id: viewed.receipt.id, root: viewed.receipt.root } } : {};
  };
  for (let number = 0; ; number++) {
    for (const operation of turnOperations(lane, number)) {
      say(JSON.stringify({ lane, ...(await perform(operation)) } satisfies Acknowledged));
    }
  }
}

async function exportTo(clew: Clew, path: string): Promise<void> {
  const file = openSync(path, "w");
  for await (const line of clew.export()) writeSync(file, `${line}\n`);
  closeSync(file);
}
