/** What the line editor of a chat has to know of its terminal. */
import { Writable } from "node:stream";

/** Keeps what the line editor draws out of an answer that is being written. */
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

/** Terminals that were asked to say where pasted text begins and ends. */
export function watchPaste(input: NodeJS.ReadStream) {
  let isOpen = false;
  const onCall = (_letter: string | undefined, key: { readonly name?: string } | undefined) => {
    if (key?.name === "paste-start") isOpen = true;
    if (key?.name === "paste-end") isOpen = false;
  };
  input.on("keypress", onCall);
  return {
    get isOpen() {
      return isOpen;
    },
    close: () => input.off("keypress", onCall),
  };
}
