/**
 * A fetch for self-hosted servers. The platform's gives up after five minutes without a byte, and a model on a slow
 * machine may read a long prompt for longer. Accepts what the SDK and our own adapters pass: an address, and text as
 * the body.
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

/** A response with such a status must not have a body. */
function isEmpty({ statusCode }: IncomingMessage): boolean {
  return statusCode === 204 || statusCode === 205 || statusCode === 304;
}

/** An abort rejects with its own reason, not with the broken connection that it causes. */
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
