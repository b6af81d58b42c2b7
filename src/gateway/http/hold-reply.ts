import type { ReplyReader } from "../wire/wire.js";

/** The same answer, heard to its end before anything of it is passed on. It breaks off where it did. */
export async function holdReply(response: Response, reader: ReplyReader): Promise<Response> {
  const { body, status, headers } = response;
  if (body === null) return response;
  const source = body.getReader();
  const decoder = new TextDecoder();
  const held: Uint8Array[] = [];
  let broken: unknown = null;
  for (;;) {
    try {
      const { done, value } = await source.read();
      if (done) break;
      held.push(value);
      reader.add(decoder.decode(value, { stream: true }));
    } catch (error) {
      broken = error;
      break;
    }
  }
  if (broken === null) reader.end();
  const again = new ReadableStream<Uint8Array>({
    pull(out) {
      const piece = held.shift();
      if (piece !== undefined) out.enqueue(piece);
      else if (broken === null) out.close();
      else out.error(broken);
    },
  });
  return new Response(again, { status, headers });
}
