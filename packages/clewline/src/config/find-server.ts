import { splitModelName } from "@clewline/core/model/facts/name.js";
import type { Config } from "./config.js";
import type { ServerName } from "./model-schema.js";

/** A server that is not the provider's own, and who said so. */
export interface ServerInUse {
  /** Without name and password. */
  readonly address: string;
  /** A file or a variable. */
  readonly because: string;
}

/** Variables in which the providers' packages look for an address. */
const variables: Readonly<Partial<Record<string, string>>> = {
  anthropic: "ANTHROPIC_BASE_URL",
  openai: "OPENAI_BASE_URL",
  ollama: "OLLAMA_HOST",
};

/** The server that gets the conversation and the key of this model; null if it is the provider's own. */
export function findServer(
  model: string,
  { servers, serverFiles }: Pick<Config, "servers" | "serverFiles">,
  env: NodeJS.ProcessEnv,
): ServerInUse | null {
  const provider = splitModelName(model).provider.replace(/-chat$/, "");
  const configured = servers[provider as ServerName];
  const file = serverFiles[provider as ServerName];
  if (configured !== undefined && file !== undefined) return { address: hideUser(configured), because: file };
  const variable = variables[provider];
  const address = variable === undefined ? undefined : env[variable];
  return variable === undefined || !address ? null : { address: hideUser(address), because: variable };
}

/** An address may contain a password, which is nothing for a screen. */
export function hideUser(address: string): string {
  return address.replace(/^([a-z]+:\/\/)?[^/]*@/i, "$1");
}
