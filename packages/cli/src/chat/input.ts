import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";

export interface Keyboard {
  /** The next message; null at the end. */
  next(): Promise<string | null>;
  close(): void;
}

interface Queue {
  add(message: string): void;
  end(): void;
  readonly isEmpty: boolean;
  readonly hasEnded: boolean;
  next(): Promise<string | null>;
}

/** Each line is a message; one that ends with a backslash continues on the next. */
export function openPipeKeyboard(stream: NodeJS.ReadableStream, first: string | undefined): Keyboard {
  const reader = createInterface({ input: stream, terminal: false, crlfDelay: Number.POSITIVE_INFINITY });
  const queue = makeMessageQueue(first);
  const lines = makeLineJoiner((message) => queue.add(message));
  reader.on("line", (line) => lines.take(line));
  reader.on("close", () => {
    lines.flush();
    queue.end();
  });
  return { next: () => queue.next(), close: () => reader.close() };
}

export interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** Whether it understands no control sequences. */
  readonly isDumb?: boolean;
}

interface Prompts {
  readonly first: string;
  readonly more: string;
  /** Handles Ctrl-C. True if it stopped something; else the key applies to the current line. */
  interrupt(): boolean;
}

const pasteMarks = { on: "\u001b[?2004h", off: "\u001b[?2004l" };

/**
 * Has a prompt, history and line editing. While an answer is being written, typed text is hidden; it appears at the
 * next prompt, or is the next message if Enter ended it. Pasted lines form one message.
 */
export function openTerminalKeyboard(
  { input, output, isDumb = false }: Terminal,
  prompts: Prompts,
  first: string | undefined,
): Keyboard {
  const curtain = makeHideableOutput(output);
  const reader = createInterface({ input, output: curtain.stream, terminal: true, prompt: prompts.first });
  const queue = makeMessageQueue(first);
  const lines = makeLineJoiner((message) => queue.add(message));
  const paste = watchPaste(input);
  let isAsking = false;
  const ask = (prompt: string) => {
    reader.setPrompt(prompt);
    reader.prompt(true);
  };
  reader.on("line", (line) => {
    lines.take(line, paste.isOpen);
    if (isAsking && lines.isOpen) ask(prompts.more);
  });
  reader.on("close", () => {
    if (isAsking) output.write("\n");
    queue.end();
  });
  reader.on("SIGINT", () => {
    if (prompts.interrupt()) return;
    if (reader.line === "" && !lines.isOpen) return reader.close();
    lines.drop();
    clearLine(reader);
    if (isAsking) output.write("\n");
    if (isAsking) ask(prompts.first);
  });
  if (!isDumb) output.write(pasteMarks.on);
  curtain.down();
  return {
    async next() {
      const wasQueued = !queue.isEmpty;
      curtain.up();
      if (!wasQueued && !queue.hasEnded) {
        isAsking = true;
        ask(lines.isOpen ? prompts.more : prompts.first);
      }
      const message = await queue.next();
      isAsking = false;
      if (wasQueued && message !== null) output.write(`${prompts.first}${message}\n`);
      curtain.down();
      return message;
    },
    close() {
      isAsking = false;
      if (!isDumb) output.write(pasteMarks.off);
      reader.close();
      paste.close();
    },
  };
}

function clearLine(reader: Interface): void {
  reader.write(null, { ctrl: true, name: "e" });
  reader.write(null, { ctrl: true, name: "u" });
}

function makeLineJoiner(done: (message: string) => void) {
  let open: string[] = [];
  const finish = (last: string) => {
    const message = [...open, last].join("\n");
    open = [];
    done(message);
  };
  return {
    get isOpen() {
      return open.length > 0;
    },
    take(line: string, goesOn = false) {
      if (goesOn) open.push(line);
      else if (line.endsWith("\\")) open.push(line.slice(0, -1));
      else finish(line);
    },
    flush() {
      if (open.length > 0) finish("");
    },
    drop() {
      open = [];
    },
  };
}

function makeMessageQueue(first: string | undefined): Queue {
  const messages = first === undefined ? [] : [first];
  let hasEnded = false;
  let wake: () => void = () => undefined;
  return {
    get isEmpty() {
      return messages.length === 0;
    },
    get hasEnded() {
      return hasEnded;
    },
    add(message) {
      messages.push(message);
      wake();
    },
    end() {
      hasEnded = true;
      wake();
    },
    async next() {
      if (messages.length === 0 && !hasEnded) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return messages.shift() ?? null;
    },
  };
}

/** Hides what the line editor draws while an answer is being written. */
function makeHideableOutput(output: NodeJS.WriteStream) {
  let isDown = false;
  const stream = new Writable({
    write(chunk, _encoding, done) {
      if (!isDown) output.write(chunk);
      done();
    },
  });
  Object.defineProperty(stream, "columns", { get: () => output.columns });
  output.on("resize", () => stream.emit("resize"));
  return {
    stream,
    up() {
      isDown = false;
    },
    down() {
      isDown = true;
    },
  };
}

/** Follows where pasted text begins and ends, in a terminal that was asked to mark it. */
function watchPaste(input: NodeJS.ReadStream) {
  let isOpen = false;
  const onKeypress = (_letter: string | undefined, key: { readonly name?: string } | undefined) => {
    if (key?.name === "paste-start") isOpen = true;
    if (key?.name === "paste-end") isOpen = false;
  };
  input.on("keypress", onKeypress);
  return {
    get isOpen() {
      return isOpen;
    },
    close: () => input.off("keypress", onKeypress),
  };
}
