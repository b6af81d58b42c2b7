/** What is asked of every client, and what its model does about it: files are read one by one, then comes the answer. */

export interface ChatMessage {
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
}

/** A call of one of the client's own tools. */
export interface ToolCall {
  readonly name: string;
  /** A text for a tool that takes one. */
  readonly input: Readonly<Record<string, unknown>> | string;
}

export interface Task {
  /** Names it, and everything that belongs to it. */
  readonly name: string;
  readonly steps: number;
}

/** What a person types. */
export function writePrompt({ name, steps }: Task): string {
  return `Task ${name}: read ${steps} files, then say that it is done.`;
}

export function writeAnswer({ name }: Pick<Task, "name">): string {
  return `All of ${name} has been read, and nothing is left to do.`;
}

/** What is answered to titles, summaries and the like. */
export const besideAnswer = "Something beside the conversation";

/** What is said before a call where its stream is to break off. */
export const wordsBefore = "The next of the files is read now, as the ones before it were.";

export function nameFile({ name }: Pick<Task, "name">, step: number): string {
  return `${name}-${step}.txt`;
}

/** What begins a file, and is found in the log by. */
export function writeOpening({ name }: Pick<Task, "name">, step: number): string {
  return `Here begins page ${step} of ${name};`;
}

export function writeFileText(task: Task, step: number, bytes: number): string {
  const lines = [`${writeOpening(task, step)} it is as long as it has to be.`];
  for (let line = 1, size = 0; size < bytes; line++) {
    const text = `On line ${line} of page ${step} stands the number ${(line * 7919 + step * 104_729) % 99_991}.`;
    lines.push(text);
    size += text.length + 1;
  }
  return `${lines.join("\n")}\n`;
}

export interface NextReply {
  readonly task: string;
  /** One more than the task has where all are done. */
  readonly step: number;
  /** The file to read; null where it is time for the answer. */
  readonly file: string | null;
  readonly answer: string;
}

/** Null where nobody asked for anything. The newest call is in every view, so that its number tells how far it is. */
export function planReply(messages: readonly ChatMessage[]): NextReply | null {
  const place = messages.findLastIndex(({ role, content }) => role === "user" && readTask(content) !== null);
  const task = readTask(messages[place]?.content);
  if (task === null) return null;
  const done = messages
    .slice(place)
    .flatMap(({ tool_calls: calls = [] }) => calls)
    .map((call) => Number(new RegExp(`${task.name}-(\\d+)\\.txt`).exec(call.function.arguments)?.[1] ?? 0));
  const step = Math.max(0, ...done) + 1;
  const file = step <= task.steps ? nameFile(task, step) : null;
  return { task: task.name, step, file, answer: writeAnswer(task) };
}

function readTask(content: unknown): Task | null {
  const text = typeof content === "string" ? content : JSON.stringify(content ?? "");
  const [, name, steps] = [...text.matchAll(/Task ([a-z]+): read (\d+) files/g)].at(-1) ?? [];
  return name === undefined ? null : { name, steps: Number(steps) };
}
