/**
 * Fetch for servers of one's own. The platform's gives up after five minutes without a byte, and a model on a slow
 * machine reads a long prompt for longer than that. It takes what the SDK and our own brains hand over: an address, and
 * text as the body.
 */
import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";

export const fetchPatiently: typeof fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const { method = "GET", body = null } = init;
  const signal = init.signal ?? undefined;
  if (body !== null && typeof body !== "string") throw new TypeError("Only text can be sent");
  signal?.throwIfAborted();
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const start = url.protocol === "https:" ? overHttps : overHttp;
    const headers = Object.fromEntries(new Headers(init.headers));
    const outgoing = start(url, { method, headers, ...(signal === undefined ? {} : { signal }) }, resolve);
    outgoing.once("error", (error) => reject(signal?.aborted ? signal.reason : error));
    outgoing.end(body ?? undefined);
  });
  return new Response(isEmpty(incoming) ? null : streamBody(incoming, signal), {
    status: incoming.statusCode ?? 0,
    statusText: incoming.statusMessage ?? "",
    headers: readHeaders(incoming),
  });
};

/** A response of these kinds must not have a body. */
function isEmpty({ statusCode }: IncomingMessage): boolean {
  return statusCode === 204 || statusCode === 205 || statusCode === 304;
}

/** An abort is told by its own reason, and not as the broken connection that it is on the wire. */
function streamBody(incoming: IncomingMessage, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  const pieces = incoming[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(signal?.aborted ? signal.reason : error);
      }
    },
    cancel: () => void incoming.destroy(),
  });
}

function readHeaders({ headers }: IncomingMessage): Headers {
  const listed = Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  return new Headers(listed);
}
