/** Headers tell a client how its request went on. `receipt` is null where its own request went out. */
export function describeView(session: string, receipt: string | null): Readonly<Record<string, string>> {
  const named = { "x-clew-session": writeName(session) };
  if (receipt === null) return { "x-clew": "passed; its view was refused", ...named };
  return { "x-clew": "viewed", ...named, "x-clew-receipt": receipt };
}

/** As the log has it, so that it can be asked for; a header has no room for letters beyond ASCII. */
function writeName(session: string): string {
  return session.replace(/[^\x21-\x7e]+/gu, encodeURI);
}
