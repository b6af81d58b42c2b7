type Fields = Record<string, unknown>;

let second = 0;

/** Times rise from line to line unless one is given. */
function time(): string {
  second += 1;
  return new Date(1_700_000_000_000 + second * 1_000).toISOString();
}

function line(type: string, uuid: string, parentUuid: string | null, more: Fields): Fields {
  return { parentUuid, isSidechain: false, sessionId: "plot-7", type, uuid, timestamp: time(), ...more };
}

export function user(uuid: string, parent: string | null, content: unknown, more: Fields = {}): Fields {
  return line("user", uuid, parent, { message: { role: "user", content }, ...more });
}

export function result(uuid: string, parent: string | null, call: string, content: unknown, more: Fields = {}): Fields {
  return user(uuid, parent, [{ type: "tool_result", tool_use_id: call, content }], more);
}

/** One line of the model's message `id`. */
export function agent(uuid: string, parent: string | null, id: string, content: unknown, more: Fields = {}): Fields {
  const usage = { input_tokens: 5, output_tokens: second };
  const message = { role: "assistant", id, model: "oak-1", content, stop_reason: "end_turn", usage };
  return line("assistant", uuid, parent, { message, ...more });
}

export function says(text: string): readonly Fields[] {
  return [{ type: "text", text }];
}

export function calls(id: string, name = "dig", input: Fields = {}): readonly Fields[] {
  return [{ type: "tool_use", id, name, input }];
}

export function link(type: string, uuid: string, parent: string | null, more: Fields = {}): Fields {
  return line(type, uuid, parent, more);
}

export function jsonl(lines: readonly (Fields | string)[]): string {
  return `${lines.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join("\n")}\n`;
}
