/** A bot in a Telegram group: topics, replies, several people, an edit. Runs offline against a stand-in for Telegram. */
// #region imports
import { openClew, type Turn } from "clewline";
import { Bot, type Context, type Filter } from "grammy";
// #endregion

import assert from "node:assert/strict";
import { tool } from "ai";
import { promptText, scriptedModel } from "clewline/testing";
import { z } from "zod";
import { emptyFolder } from "./support/empty-folder.js";
import { telegramStandIn } from "./support/telegram-stand-in.js";

process.chdir(emptyFolder());
const group = await telegramStandIn();
const bot = new Bot("42:token", { client: { apiRoot: group.apiRoot } });
const dry = "dry until Friday";
const tools = { forecast: tool({ inputSchema: z.object({ days: z.number() }), execute: async () => dry }) };
/** It knows only what it is shown. */
const model = scriptedModel((prompt) => {
  const shown = promptText(prompt);
  if (shown.endsWith("rain?")) return { calls: [{ tool: "forecast", input: { days: 3 } }] };
  return { text: shown.match(/plot \d|in the shed|dry until \w+/g)?.at(-1) ?? "I can't see that." };
});

// #region bot
await bot.init(); // asks Telegram who the bot is
const self = [bot.botInfo.id];
const clew = await openClew({ store: "./clew.db", instructions: "You help in a garden group.", window: 32_768, self });
bot.on("edited_message:text", (ctx) => clew.edit(read(ctx)));
bot.on("message:text", (ctx) => {
  if (!isAddressed(ctx)) return clew.observe(read(ctx)); // kept, no turn
  // Once the question is kept, a slow answer to it holds nobody up.
  return new Promise<void>((onKept, fail) => void answer(clew.begin(read(ctx), { onKept })).catch(fail));
});
bot.catch(({ error }) => console.error(error)); // or one bad message would stop the bot
for (const { session, turn } of [...(await clew.unanswered()), ...(await clew.unsent())]) // what a crash kept back
  if (session.startsWith("telegram:")) void answer(clew.turn(turn)).catch(console.error);

async function answer(begun: Promise<Turn>): Promise<void> {
  const turn = await begun; // one at a time in each topic
  if (turn.repeated && turn.reply?.sent !== false) return; // answered and sent, or being answered
  try {
    if (turn.reply === null) await (await turn.stream({ model, tools })).consumeStream(); // the AI SDK's own loop and result
  } catch (error) {
    await turn.fail(error);
  }
  await say(turn).catch(console.error); // what was not sent comes again with the next start
}
// #endregion

// #region read
type Text = Filter<Context, "message:text"> | Filter<Context, "edited_message:text">;

function read({ chat, from, msg }: Text) {
  const parent = readParent(msg);
  return {
    session: `telegram:chat:${chat.id}`,
    id: msg.message_id,
    from: from?.id,
    group: chat.type !== "private", // nothing of private chats is shown in a group
    topic: msg.is_topic_message ? msg.message_thread_id : undefined,
    replyTo: parent?.message_id,
    quote: parent?.text === undefined ? undefined : { text: parent.text, from: parent.from?.id }, // if it came before the bot
    text: msg.text,
    at: msg.date * 1000,
    editedAt: msg.edit_date === undefined ? undefined : msg.edit_date * 1000,
  };
}

/** Within a topic, Telegram calls every message a reply to the one that opened it. */
function readParent({ reply_to_message: parent }: Text["msg"]) {
  return parent?.forum_topic_created === undefined ? parent : undefined;
}

function isAddressed({ chat, msg, me }: Text): boolean {
  const isNamed = msg.text.split(/[^@\w]+/).includes(`@${me.username}`);
  return chat.type === "private" || isNamed || readParent(msg)?.from?.id === me.id;
}

async function say({ session, answers, reply, sent }: Turn): Promise<void> {
  const [chat, question] = [Number(session.split(":").at(-1)), { message_id: Number(answers.at(-1)) }];
  const ids: number[] = [];
  const parts = reply?.text.match(/\S.{0,4000}(?!\S)|\S.{0,4000}(?![\uDC00-\uDFFF])/gs); // 4,096 is the most
  for (const part of parts ?? ["Something went wrong. Please ask again."])
    ids.push((await bot.api.sendMessage(chat, part, { reply_parameters: question })).message_id);
  await sent(ids); // it is off the list, and a reply to it finds its lane
}
// #endregion

void bot.start();
const [water, shed] = [7, 9];
const tap = await group.post({ topic: water, from: 101, text: "The tap at plot 4 drips." });
await group.post({ topic: shed, from: 102, text: "The wheelbarrow is in the shed." });
const plot = await group.ask({ topic: water, from: 103, text: "@garden_bot which tap drips?" });
await group.edit(tap, "The tap at plot 5 drips, I misread the sign.");
await group.ask({ topic: water, from: 102, text: "Are you sure?", replyTo: plot });
await group.ask({ topic: shed, from: 101, text: "@garden_bot where is the wheelbarrow?" });
const rain = await group.ask({ from: 103, text: "@garden_bot shall we water, or will it rain?", replyTo: 3 });
await group.ask({ from: 101, text: "Says who?", replyTo: rain });
await bot.stop();

const [first = "", second = "", third = "", , , last = ""] = model.calls.map(({ prompt }) => promptText(prompt));
assert.match(first, /who="101".*plot 4.*who="103".*which tap/s, "speakers are told apart");
assert.match(second, /assistant: plot 4.*plot 5.*Are you sure/s, "the reply's target and the edit are in sight");
assert.doesNotMatch(first + second, /wheelbarrow/, "topics don't mix");
assert.doesNotMatch(third, /plot/, "nor the other way round");
assert.match(last, /will it rain.*dry until Friday.*Says who/s, "a reply to the answer lands in its lane");
const answers = group.sent.map(({ text }) => text);
assert.deepEqual(answers, ["plot 4", "plot 5", "in the shed", dry, dry]);

console.log(`What the model saw when 102 asked whether it was sure:\n\n${second}`);
await clew.close();
group.close();
