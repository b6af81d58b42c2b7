/** Serves the chat: `npx tsx examples/web-chat/start.ts`, then open the address that it prints. */
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { openClew } from "clewline";
import { build } from "rolldown";
import { chatApp } from "./app.js";
import { standInModel } from "./stand-in.js";

const { PORT = "3000", CLEW_STORE = "web-chat.db", DELAY_MS = "10", ANTHROPIC_API_KEY } = process.env;
const folder = join(import.meta.dirname, "page");

const bundle = await build({
  input: join(folder, "page.tsx"),
  transform: { define: { "process.env.NODE_ENV": '"production"' } },
  output: { format: "esm", minify: true },
  write: false,
  logLevel: "silent",
});
const script = bundle.output[0].code;

const clew = await openClew({ store: CLEW_STORE, instructions: "You look after a garden. Be brief." });
const model = ANTHROPIC_API_KEY === undefined ? { model: standInModel() } : {};
const app = chatApp(clew, { ...model, delayInMs: Number(DELAY_MS) });
app.get("/", (c) => c.html(readFileSync(join(folder, "page.html"), "utf8")));
app.get("/page.js", (c) => c.body(script, 200, { "content-type": "text/javascript" }));

const server = serve({ fetch: app.fetch, port: Number(PORT), hostname: "127.0.0.1" }, (address: AddressInfo) => {
  console.log(`http://127.0.0.1:${address.port}/`);
});
process.once("SIGINT", () => {
  server.close();
  void clew.close().then(() => process.exit(0));
});
