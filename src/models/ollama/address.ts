const ownPort = "11434";

/** The server's address without a slash at its end: as told, else as OLLAMA_HOST has it, else on this machine. */
export function resolveOllamaAddress(told: string | undefined, host: string | undefined): string {
  const text = (told ?? host ?? "").trim();
  const [, scheme, rest = text] = /^([a-z]+):\/\/(.*)$/i.exec(text) ?? [];
  const slash = rest.indexOf("/");
  const place = slash < 0 ? rest : rest.slice(0, slash);
  const path = slash < 0 ? "" : rest.slice(slash).replace(/\/+$/, "");
  const [, name = "", port] = /^(.*?)(?::(\d+))?$/.exec(wrapBrackets(place)) ?? [];
  const number = port ?? (scheme === undefined ? ownPort : undefined);
  return `${scheme ?? "http"}://${resolveHost(name)}${number === undefined ? "" : `:${number}`}${path}`;
}

/** An address of IPv6 alone has colons too. */
function wrapBrackets(place: string): string {
  return /^[0-9a-f]*:[0-9a-f:]*:[0-9a-f.:]*$/i.test(place) ? `[${place}]` : place;
}

/** What a server listens on is not always what a client can ask for. */
function resolveHost(name: string): string {
  if (name === "" || name === "0.0.0.0") return "127.0.0.1";
  return name === "[::]" ? "[::1]" : name;
}
