/**
 * The process that dies: `child.ts turns STORE SESSION`, `sync STORE SESSION`, `import STORE FILE`, `export STORE FILE`,
 * or `open STORE`. Prints a line for each step that was acknowledged, at once and past every buffer.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { type Clew, openClew, type Turn } from "@clewline/clewline/index.js";
import { listAt, type Operation, turnOperations } from "./script.js";

/** One acknowledged operation of a lane. */
export interface Acknowledged {
  readonly lane: number;
  readonly receipt?: { readonly id: string; readonly root: string };
}

const [mode = "", store = "", third = ""] = process.argv.slice(2);

const editTime = Date.UTC(2030, 0, 1);

say("opening");
const clew = await openClew({ store, window: 8_192, timeZone: "UTC" });
say("open");
if (mode === "turns") await Promise.all([0, 1].map((lane) => answerForEver(clew, third, lane)));
if (mode === "sync") await syncForEver(clew, third);
if (mode === "import") await clew.import(third, { agents: ["99"] });
if (mode === "export") await exportTo(clew, third);
say("done");
await clew.close();

function say(line: string): void {
  writeSync(1, `${line}\n`);
}

/** The list of a host that keeps its messages itself, two messages longer each time. */
async function syncForEver(clew: Clew, session: string): Promise<never> {
  for (let number = 0; ; number++) {
    const viewed = await clew.sync({ session, messages: listAt(number) });
    if (viewed.kind !== "fits") throw new Error(`too small: ${viewed.needed}`);
    const { id, root } = viewed.receipt;
    say(JSON.stringify({ lane: 0, receipt: { id, root } } satisfies Acknowledged));
  }
}

async function answerForEver(clew: Clew, session: string, lane: number): Promise<never> {
  let turn: Turn | undefined;
  const perform = async ({ verb, message, text, call }: Operation): Promise<Omit<Acknowledged, "lane">> => {
    if (verb === "observe") await clew.observe({ session, topic: lane, id: message, text });
    if (verb === "begin") turn = await clew.begin({ session, topic: lane, id: message, text });
    if (verb === "record") await turn?.record({ text, calls: [{ id: call, tool: "look", input: {}, output: text }] });
    if (verb === "complete") await turn?.complete({ text });
    if (verb === "fail") await turn?.fail(new Error("the pump is broken"));
    if (verb === "cancel") await turn?.cancel("never mind");
    if (verb === "sent") await turn?.sent(`${message}-answer`);
    if (verb === "edit") await clew.edit({ session, topic: lane, id: message, text, editedAt: editTime });
    if (verb === "delete") await clew.edit({ session, topic: lane, id: message, deleted: true, editedAt: editTime });
    if (verb === "compact") await clew.compact({ session, lane: turn?.lane });
    if (verb === "clear") await clew.clear({ session, lane: turn?.lane });
    if (verb === "settings") await clew.settings({ session, set: { background_turns: text } });
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
