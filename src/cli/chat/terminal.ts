import { Writable } from "node:stream";

/** Hides what the line editor draws while an answer is being written. */
export function makeHideableOutput(output: NodeJS.WriteStream) {
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
export function watchPaste(input: NodeJS.ReadStream) {
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
