import type { WireRequest } from "../wire/wire.js";

/** Headers tell a client how its request went on. The log may not have it, or not yet. */
export function describeForm(
  how: string,
  session: string | null,
  receipt: string | null,
): Readonly<Record<string, string>> {
  return {
    "x-clew": how,
    ...(session === null ? {} : { "x-clew-session": writeName(session) }),
    ...(receipt === null ? {} : { "x-clew-receipt": receipt }),
  };
}

/** As the log has it, so that it can be asked for; a header has no room for letters beyond ASCII. */
function writeName(session: string): string {
  return session.replace(/[^\x21-\x7e]+/gu, encodeURI);
}

/** Two that reduce one history undo each other's work: ours steps aside, and nothing is said to be shown. */
export function describeReducer(reducer: NonNullable<WireRequest["reducer"]>): string {
  return `passed; its client has the provider ${reducer} the history`;
}
