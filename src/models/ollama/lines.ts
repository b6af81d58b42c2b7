/** Splits a stream of bytes into lines; characters and lines may be cut anywhere between two pieces. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of body) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter(isFilled);
  }
  yield* [rest + decoder.decode()].filter(isFilled);
}

function isFilled(line: string): boolean {
  return line.trim() !== "";
}
