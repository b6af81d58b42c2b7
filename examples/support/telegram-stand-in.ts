/** A Bot API on this machine, with one group in it: enough of Telegram to run a bot offline. */
import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface Post {
  readonly from: number;
  readonly text: string;
  readonly topic?: number;
  readonly replyTo?: number;
}

interface Sent {
  readonly id: number;
  readonly text: string;
  /** The message that it answers. */
  readonly replyTo: number;
}

export interface TelegramStandIn {
  readonly apiRoot: string;
  /** What the bot sent, oldest first. */
  readonly sent: readonly Sent[];
  /** A member posts; resolves with the message's id once the bot has confirmed it. */
  post(post: Post): Promise<number>;
  /** The id of the bot's answer to a message, as soon as there is one. */
  answered(id: number): Promise<number>;
  /** A member posts a question; resolves with the id of the bot's answer to it. */
  ask(post: Post): Promise<number>;
  /** A member changes what they posted. */
  edit(id: number, text: string): Promise<void>;
  /** Telegram delivers a message once more. */
  repeat(id: number): Promise<void>;
  /** Refuses the next message of the bot, and resolves when it has. */
  refuse(): Promise<void>;
  close(): void;
}

const chat = { id: -1001234, type: "supergroup", title: "Allotment", is_forum: true };
const me = { id: 1, is_bot: true, first_name: "Garden", username: "garden_bot" };

type Body = Readonly<Record<string, unknown>>;
type Message = Body & { readonly message_id: number };
type Update = { readonly update_id: number; readonly message?: Message; readonly edited_message?: Message };

export async function telegramStandIn(): Promise<TelegramStandIn> {
  const chatroom = openChatroom();
  const updates = openUpdates();
  const sent: Sent[] = [];
  const answers = new EventEmitter();
  const refusals: (() => void)[] = [];
  const post = async ({ from, ...rest }: Post) => {
    const message = chatroom.add({ id: from, is_bot: false, first_name: "Member" }, rest);
    await updates.deliver({ message });
    return message.message_id;
  };
  const answered = async (id: number): Promise<number> => {
    for (;;) {
      const answer = sent.find(({ replyTo }) => replyTo === id);
      if (answer !== undefined) return answer.id;
      await once(answers, "sent");
    }
  };
  const methods: Readonly<Record<string, (body: Body) => unknown>> = {
    getMe: () => me,
    deleteWebhook: () => true,
    getUpdates: updates.after,
    sendMessage: ({ text, reply_parameters: question }) => {
      const refuse = refusals.shift();
      if (refuse !== undefined) return refuse();
      const replyTo = Number((question as Body).message_id);
      const topic = chatroom.topicOf(replyTo);
      const message = chatroom.add(me, { text: String(text), ...(topic === undefined ? {} : { topic }) });
      sent.push({ id: message.message_id, text: String(text), replyTo });
      answers.emit("sent");
      return message;
    },
  };
  const server = createServer(async (request, response) => {
    const method = methods[request.url?.split("/").at(-1) ?? ""];
    const result = await method?.(await bodyOf(request));
    const answer =
      result === undefined ? { ok: false, error_code: 500, description: "Internal" } : { ok: true, result };
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    apiRoot: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    post,
    answered,
    ask: async (question) => answered(await post(question)),
    repeat: (id) => updates.deliver({ message: chatroom.read(id) }),
    refuse: () => new Promise<void>((refused) => refusals.push(refused)),
    edit: (id, text) => updates.deliver({ edited_message: chatroom.change(id, text) }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What a message in a topic replies to if it replies to nothing else. */
function makeTopic(topic: number) {
  return { message_id: topic, chat, from: me, forum_topic_created: { name: `Topic ${topic}`, icon_color: 7_322_096 } };
}

function openChatroom() {
  const messages = new Map<number, Message>();
  let seconds = Math.floor(Date.now() / 1000) - 3600;
  const keep = (message: Message) => {
    messages.set(message.message_id, message);
    return message;
  };
  return {
    add: (from: object, { text, topic, replyTo }: Omit<Post, "from">): Message => {
      const thread = topic === undefined ? {} : { message_thread_id: topic, is_topic_message: true };
      const opened = topic === undefined ? {} : { reply_to_message: makeTopic(topic) };
      const target =
        replyTo === undefined ? opened : { reply_to_message: messages.get(replyTo) ?? { message_id: replyTo } };
      seconds += 60;
      return keep({ message_id: messages.size + 100, date: seconds, chat, from, text, ...thread, ...target });
    },
    read: (id: number): Message => ({ ...messages.get(id), message_id: id }),
    /** An answer is in the topic of what it answers. */
    topicOf: (id: number) => messages.get(id)?.message_thread_id as number | undefined,
    change: (id: number, text: string): Message => {
      seconds += 60;
      return keep({ ...messages.get(id), message_id: id, text, edit_date: seconds });
    },
  };
}

/** The queue behind getUpdates. A bot confirms an update by asking for those after it, and never gets it again. */
function openUpdates() {
  const updates: Update[] = [];
  const change = new EventEmitter();
  let confirmed = 0;
  return {
    deliver: async (update: Omit<Update, "update_id">) => {
      const id = updates.push({ ...update, update_id: updates.length + 1 });
      change.emit("change");
      while (confirmed <= id) await once(change, "change");
    },
    after: async ({ offset = 0, timeout = 0 }: Body) => {
      confirmed = Math.max(confirmed, Number(offset));
      change.emit("change");
      if (updates.length < confirmed && timeout !== 0) await once(change, "change");
      return updates.filter(({ update_id }) => update_id >= confirmed);
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  let text = "";
  for await (const piece of request) text += piece;
  return text === "" ? {} : (JSON.parse(text) as Body);
}
