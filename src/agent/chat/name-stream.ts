/** The id of an answer in a stream for a page: that of its turn, as `messages` has it after a reload. */

interface UiStreams {
  toUIMessageStream(options?: object): unknown;
  toUIMessageStreamResponse(options?: object): unknown;
  pipeUIMessageStreamToResponse(response: unknown, options?: object): unknown;
}

/** A host that makes ids of its own goes first. */
export function nameStream<Result extends object>(result: Result, id: string): Result {
  const own = result as Result & UiStreams;
  const { toUIMessageStream, toUIMessageStreamResponse, pipeUIMessageStreamToResponse } = own;
  const named = { generateMessageId: () => id };
  return Object.assign(own, {
    toUIMessageStream: (options = {}) => toUIMessageStream.call(own, { ...named, ...options }),
    toUIMessageStreamResponse: (options = {}) => toUIMessageStreamResponse.call(own, { ...named, ...options }),
    pipeUIMessageStreamToResponse: (response: unknown, options = {}) =>
      pipeUIMessageStreamToResponse.call(own, response, { ...named, ...options }),
  } satisfies UiStreams);
}
