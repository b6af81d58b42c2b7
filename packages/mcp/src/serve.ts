import { Transform } from "node:stream";
import { isObject } from "@clewline/text/json.js";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { type McpServerSetup, makeMcpServer } from "./server.js";

/** Serves on standard input and output until the client closes its end and has its answers, or the signal aborts. */
export async function serveOverStdio(served: McpServerSetup, stop: AbortSignal): Promise<void> {
  const input = process.stdin.pipe(endLastLine());
  const transport = new AnsweringTransport(input);
  const complain = (error: unknown) => served.say(`clew: ${error instanceof Error ? error.message : String(error)}`);
  const connection = serveStdio(() => makeMcpServer(served), { transport, onerror: complain });
  const heard = transport.onmessage;
  transport.onmessage = (message) => {
    transport.note(message);
    heard?.(message);
  };
  await new Promise<void>((resolve) => {
    const closed = transport.onclose;
    transport.onclose = () => {
      closed?.();
      resolve();
    };
    const end = () => {
      transport.waitNoLonger();
      connection.close().catch(complain);
    };
    stop.addEventListener("abort", end, { once: true });
    if (stop.aborted) end();
  });
  // An open standard input would keep the process alive.
  process.stdin.unpipe(input).pause();
}

/** A last request without a line break counts too. */
function endLastLine(): Transform {
  const lineBreak = 10;
  let last: number | undefined = lineBreak;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      last = chunk.at(-1);
      done(null, chunk);
    },
    flush(done) {
      done(null, last === lineBreak ? undefined : "\n");
    },
  });
}

/** Closes after the answers to all requests that were read: the SDK's own drops them when the input ends. */
class AnsweringTransport extends StdioServerTransport {
  #open: unknown[] = [];
  #wake: () => void = () => undefined;

  /** A subscription stays open, and a cancelled request gets no answer. */
  note(message: unknown): void {
    if (!isObject(message)) return;
    const { id, method, params } = message;
    if (method === "notifications/cancelled" && isObject(params)) this.#settle(params.requestId);
    else if (method !== undefined && id !== undefined && method !== "subscriptions/listen") this.#open.push(id);
  }

  waitNoLonger(): void {
    this.#open = [];
    this.#wake();
  }

  override async send(...given: Parameters<StdioServerTransport["send"]>): Promise<void> {
    try {
      await super.send(...given);
    } finally {
      const [message] = given;
      if ("id" in message && !("method" in message)) this.#settle(message.id);
    }
  }

  override async close(): Promise<void> {
    while (this.#open.length > 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    await super.close();
  }

  #settle(id: unknown): void {
    const place = this.#open.indexOf(id);
    if (place >= 0) this.#open.splice(place, 1);
    this.#wake();
  }
}
