const ownPort = "11434";

/** The server's address without a trailing slash: the configured one, else OLLAMA_HOST, else this machine. */
export function resolveOllamaAddress(configured: string | undefined, host: string | undefined): string {
  const text = (configured ?? host ?? "").trim();
  const [, scheme, rest = text] = /^([a-z]+):\/\/(.*)$/i.exec(text) ?? [];
  const slash = rest.indexOf("/");
  const place = slash < 0 ? rest : rest.slice(0, slash);
  const path = slash < 0 ? "" : rest.slice(slash).replace(/\/+$/, "");
  const [, name = "", port] = /^(.*?)(?::(\d+))?$/.exec(wrapBrackets(place)) ?? [];
  const number = port ?? (scheme === undefined ? ownPort : undefined);
  return `${scheme ?? "http"}://${resolveHost(name)}${number === undefined ? "" : `:${number}`}${path}`;
}

/** A bare IPv6 address contains colons, which are not a port's. */
function wrapBrackets(place: string): string {
  return /^[0-9a-f]*:[0-9a-f:]*:[0-9a-f.:]*$/i.test(place) ? `[${place}]` : place;
}

/** A server may listen on an address that a client can't connect to. */
function resolveHost(name: string): string {
  if (name === "" || name === "0.0.0.0") return "127.0.0.1";
  return name === "[::]" ? "[::1]" : name;
}
