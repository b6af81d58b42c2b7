/** Histories to import: long enough for several writes, in several lanes, with calls and answers. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Three chats of a Telegram export, the last two this long; the agent is user 99 and answers every third message. */
export function telegramHistory(folder: string, length: number): string {
  const message = (id: number) => {
    const answers = id % 3 === 0;
    // The thousandth record of the export: alone in its lane, and larger than a row, when the first batch is written.
    const long = id === 1 ? "long ".repeat(14_000) : "";
    const reply =
      id % 17 === 5 ? { reply_to_message_id: id - 4 } : id % 29 === 1 ? { reply_to_message_id: 9_000 + id } : {};
    return {
      id,
      type: "message",
      date_unixtime: String(1_700_000_000 + id * 60),
      from_id: answers ? "user99" : `user${100 + (id % 4)}`,
      text: `message ${id}: ${answers ? "water them in the morning" : "the roses look thirsty"} ${"and so on ".repeat(id % 40)}${long}`,
      ...reply,
    };
  };
  const chat = (id: number, length: number) => ({
    name: "garden",
    type: "private_supergroup",
    id,
    messages: Array.from({ length }, (_, index) => message(index + 1)),
  });
  const path = join(folder, "result.json");
  writeFileSync(
    path,
    JSON.stringify({ about: "", chats: { about: "", list: [chat(11, 999), chat(12, length), chat(13, length)] } }),
  );
  return path;
}

/** One long conversation with a model, with a tool call in every turn, without times. */
export function modelHistory(folder: string, turns: number): string {
  const turn = (number: number) => {
    const id = `call-${number}`;
    const call = { id, type: "function", function: { name: "look", arguments: JSON.stringify({ bed: number }) } };
    return [
      { role: "user", content: `How is bed ${number}?` },
      { role: "assistant", content: "Looking.", tool_calls: [call] },
      { role: "tool", tool_call_id: id, content: `dry ${"as dust ".repeat(number % 50)}` },
      { role: "assistant", content: `Bed ${number} needs water.` },
    ];
  };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "beds.json");
  writeFileSync(path, JSON.stringify(Array.from({ length: turns }, (_, index) => turn(index)).flat()));
  return path;
}
