import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Subject } from "../bot.js";
import { isNewerNode, peersFolder } from "../newer-node.js";

interface Peer {
  readonly name: string;
  readonly file: string;
  /** Its packages, the one that names its version first. */
  readonly packages: readonly string[];
  readonly mostMessages?: number;
  readonly whyNotMore?: string;
}

export type PeerSubject = Extract<Subject, { kind: "peer" }>;

const peers: readonly Peer[] = [
  { name: "by hand on SQLite", file: "by-hand.ts", packages: [] },
  { name: "Mastra", file: "mastra.ts", packages: ["@mastra/memory", "@mastra/core", "@mastra/libsql"] },
  {
    name: "LangGraph",
    file: "langgraph.ts",
    packages: ["@langchain/langgraph", "@langchain/langgraph-checkpoint-sqlite", "@langchain/core"],
    mostMessages: 10_000,
    whyNotMore: "every turn writes the whole conversation anew: at 10,000 messages that takes a second already",
  },
  { name: "OpenAI Agents", file: "openai-agents.ts", packages: ["@openai/agents"] },
];

/** The peers that can be measured here, and why the others can't. */
export function findPeers(): {
  readonly subjects: readonly PeerSubject[];
  readonly missing: readonly { readonly what: string; readonly why: string }[];
} {
  const missing: { readonly what: string; readonly why: string }[] = [];
  const subjects = peers.flatMap(({ file, packages, ...peer }): PeerSubject[] => {
    const absent = packages.find((name) => !isNewerNode() || versionOf(name) === null);
    if (absent !== undefined)
      missing.push({ what: peer.name, why: `${absent} is not installed: npm run bench:install` });
    const module = new URL(file, import.meta.url).href;
    return absent === undefined ? [{ kind: "peer", ...peer, module }] : [];
  });
  return { subjects, missing };
}

/** What is installed, by name and version. */
export function versionsOfPeers(): readonly (readonly [name: string, version: string])[] {
  return peers
    .flatMap(({ packages }) => packages)
    .flatMap((name) => {
      const version = versionOf(name);
      return version === null ? [] : [[name, version] as const];
    });
}

function versionOf(name: string): string | null {
  const path = join(peersFolder, "node_modules", name, "package.json");
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as { readonly version: string }).version : null;
}
