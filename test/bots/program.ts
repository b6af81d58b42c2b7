/** The bot that the guide shows, as a process of its own: its code is that of the example, around it a model that obeys. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { quotedText } from "../../scripts/docs-quotes.js";
import { bundled } from "../child-program.js";

const root = join(import.meta.dirname, "../..");

/** The path of the program: it takes the address of the Bot API, and whether the model answers what is slow. */
export async function makeBotProgram(): Promise<string> {
  const regions = ["imports", "bot", "read"].map((name) => quotedText(root, `examples/group-bot.ts#${name}`) ?? "");
  const [imports = "", ...code] = regions.map((text) =>
    text.replace('"clewline"', `"${root}/packages/clewline/src/index.ts"`),
  );
  const source = `${imports}
import { promptText, scriptedModel } from "${root}/packages/store-kit/src/index.ts";
const [apiRoot, isReleased] = process.argv.slice(2);
const bot = new Bot("42:token", { client: { apiRoot } });
const tools = {};
const script = scriptedModel((prompt) => {
  const question = promptText(prompt).split("\\n").at(-1);
  if (question.includes("long")) return { text: "word 🪴 ".repeat(1_500).trim() };
  return { text: "An answer to " + question };
});
const model = {
  ...script,
  doStream: async (call) => {
    if (promptText(call.prompt).endsWith("slow?") && isReleased !== "released") await new Promise(() => {});
    return script.doStream(call);
  },
};
${code.join("\n\n")}
await bot.start();
`;
  const file = join(mkdtempSync(join(tmpdir(), "clew-bot-")), "bot.ts");
  writeFileSync(file, source);
  return bundled(pathToFileURL(file));
}
