/** Serves the chat without a page, until Ctrl+C. */
import { serve } from "@hono/node-server";
import { openClew } from "clewline";
import { chatApp } from "./app.js";

const { PORT = "3000", CLEW_STORE = "chat.db" } = process.env;
const clew = await openClew({ store: CLEW_STORE, instructions: "Be brief." });
const server = serve({ fetch: chatApp(clew).fetch, port: Number(PORT) }, ({ port }) => {
  console.log(`http://localhost:${port}/api/chat`);
});
process.once("SIGINT", () => {
  server.close();
  void clew.close().then(() => process.exit(0));
});
