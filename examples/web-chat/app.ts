/** The server of a chat in a web page: one route answers, one gives the page what the log has. */
import { type LanguageModel, smoothStream, tool } from "ai";
import { type Clew, ClewError } from "clewline";
import { Hono } from "hono";
import { z } from "zod";

const tools = {
  forecast: tool({
    description: "The weather of a day",
    inputSchema: z.object({ day: z.string() }),
    execute: async ({ day }) => ({ day, weather: "dry", degrees: 24 }),
  }),
  water: tool({
    description: "Opens the valve of a bed",
    inputSchema: z.object({ bed: z.number() }),
    needsApproval: true, // the page asks first
    execute: async ({ bed }) => `Bed ${bed} got 12 litres.`,
  }),
};

/** Without a model, Clew takes what the machine has. `delayInMs` is the pause between two words. */
export function chatApp(clew: Clew, { model, delayInMs = 10 }: { model?: LanguageModel; delayInMs?: number } = {}) {
  const app = new Hono();
  // In your own program, look here whether the chat belongs to whoever asks.
  const sessionOf = (id: string) => `web:${id}`;

  app.get("/api/chat/:id", async (c) => {
    const session = sessionOf(c.req.param("id"));
    const messages = await clew.messages(session);
    const turns = messages.length === 0 ? [] : (await clew.log({ session, limit: 1 })).turns;
    return c.json({ messages, running: turns.some(({ state }) => state === "running") });
  });

  app.post("/api/chat", async (c) => {
    const { id, message, messages, trigger, messageId } = await c.req.json().catch(() => ({}));
    const result = await clew.stream(
      { session: sessionOf(id), group: false, message, messages, trigger, messageId },
      { tools, experimental_transform: smoothStream({ delayInMs }), ...(model === undefined ? {} : { model }) },
    );
    return result.toUIMessageStreamResponse();
  });

  app.onError((error, c) => {
    if (!ClewError.isInstance(error)) return c.text("Something went wrong.", 500);
    const isBad = ["message/bad", "session/bad-key"].includes(error.code); // also a request without an id
    return c.text(`${error.message}. ${error.hint ?? ""}`, isBad ? 400 : 409);
  });
  return app;
}
