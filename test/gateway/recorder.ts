/** An upstream that takes whatever comes, remembers it, and answers with a word. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Recorder {
  readonly origin: string;
  /** Bodies as they came, oldest first. */
  readonly bodies: readonly string[];
  readonly paths: readonly string[];
  close(): Promise<void>;
}

export async function startRecorder(): Promise<Recorder> {
  const bodies: string[] = [];
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString("utf8");
    bodies.push(body);
    paths.push(request.url ?? "");
    const counted = { input_tokens: Math.ceil(body.length / 4) };
    const usage = { ...counted, output_tokens: 1 };
    const message = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m",
      content: [{ type: "text", text: "Yes." }],
    };
    const isCount = request.url?.includes("count_tokens") === true;
    const answer = isCount ? counted : { ...message, stop_reason: "end_turn", stop_sequence: null, usage };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    paths,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
