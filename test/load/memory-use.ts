/** Prints the most memory that one piece of work took above an idle process with an open log, in bytes. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openClew } from "@clewline/clewline/index.js";

const [, , work = "", folder = "", input = ""] = process.argv;
const session = "telegram:chat:1";
const store = work === "show kept" ? input : join(folder, `memory-${process.pid}.db`);
const clew = await openClew({ store, timeZone: "UTC", config: false });
await clew.observe({ session: "telegram:chat:2", id: 1, text: "Here it comes." });
const idle = process.memoryUsage.rss();

switch (work) {
  case "import":
    await clew.import(input);
    break;
  case "keep bytes":
  case "keep text":
    await clew.observe({ session, id: 2, text: "see", files: [readFile()] });
    break;
  case "show bytes":
  case "show text":
    await show(await clew.begin({ session, id: 2, text: "see", files: [readFile()] }));
    break;
  case "show kept":
    await show(await clew.begin({ session, id: process.pid, text: "What is in it?" }));
    break;
  default:
    throw new Error(`Nothing is called ${work}`);
}
console.log(readPeak() - idle);
await clew.close();

/** Linux tells the most that this program held; what others tell may be of the process that started it. */
function readPeak(): number {
  const [, kibibytes = ""] = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return Number(kibibytes) * 1_024;
}

/** Fails for a view without the file, which would take no memory. */
async function show(turn: Awaited<ReturnType<typeof clew.begin>>): Promise<void> {
  const view = await turn.view();
  const contents = view.kind === "fits" ? view.messages.map(({ content }) => content) : [];
  const isShown = contents.some(
    (content) => typeof content !== "string" && content.some(({ type }) => type === "file"),
  );
  if (!isShown) throw new Error("The file is not shown");
  await turn.complete({ text: "Yes." });
}

/** The file as a host holds it: this counts, and what was in the way of reading it does not. */
function readFile(): { readonly mediaType: string; readonly data: string | Uint8Array } {
  const data = work.endsWith("text") ? readFileSync(input, "latin1") : readFileSync(input);
  globalThis.gc?.();
  forgetPeak();
  return { mediaType: "application/pdf", data };
}

/** From here on the peak is that of what comes. */
function forgetPeak(): void {
  writeFileSync("/proc/self/clear_refs", "5");
}
