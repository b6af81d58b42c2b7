/** The log's own tools over HTTP, in the gateway's process. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, test } from "vitest";
import { ask, openRoom, type Room } from "./room.js";

const clients: Client[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

interface Connecting {
  readonly path?: string;
  readonly key?: string;
  readonly newest?: boolean;
}

async function connect({ url }: Room, { path = "/mcp", key, newest = false }: Connecting = {}): Promise<Client> {
  const headers = key === undefined ? {} : { "x-clew-key": key };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}${path}`), { requestInit: { headers } });
  const versions = newest ? { versionNegotiation: { mode: { pin: "2026-07-28" } } as const } : {};
  const client = new Client({ name: "test", version: "1" }, versions);
  await client.connect(transport);
  clients.push(client);
  return client;
}

async function call(client: Client, name: string, given: Readonly<Record<string, unknown>>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: given });
  return content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
}

async function talk(room: Room, session: string, words: string, key?: string): Promise<void> {
  const keyed = key === undefined ? {} : { "x-clew-key": key };
  await room.client({ "x-clew-session": session, ...keyed }).messages.create(ask({ role: "user", content: words }));
}

describe("MCP over HTTP in the gateway's process", () => {
  test.each([
    ["the protocol of most clients", false],
    ["the newest protocol", true],
  ])(
    "finds what was said through the gateway, opens it and tells how full a chat is, in %s",
    async (_which, newest) => {
      const room = await openRoom(() => ({ text: "Sown in April." }));
      await talk(room, "garden:1", "The radishes are called Eiszapfen");
      const client = await connect(room, { newest });
      expect(client.getProtocolEra()).toBe(newest ? "modern" : "legacy");
      const { tools } = await client.listTools();
      const names = ["search_memories", "get_conversation", "recall", "context_status", "remember", "forget"];
      expect(tools.map(({ name }) => name)).toEqual(names);
      expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: false });
      const found = await call(client, "search_memories", { query: "radishes" });
      expect(found).toMatch(/^clew:e\w{10} .* garden:1 user: The radishes are called Eiszapfen$/m);
      expect(await call(client, "recall", { pointer: found.slice(0, 16) })).toBe("The radishes are called Eiszapfen");
      expect(await call(client, "context_status", { session: "garden:1" })).toMatch(/^garden:1, lane \S+\nContext: /);
      expect(await call(client, "remember", { text: "The user grows radishes." })).toMatch(/^Kept as /);
      expect(room.upstream.requests).toHaveLength(1);
    },
  );

  test("lets a client keep the list of tools for an hour", async () => {
    const room = await openRoom(() => ({ text: "Yes." }));
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    };
    const response = await fetch(`${room.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/list",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta } }),
    });
    expect(await response.json()).toMatchObject({ result: { ttlMs: 3_600_000 } });
  });

  test("reaches one chat alone where the path names it", async () => {
    const room = await openRoom(() => ({ text: "Yes." }));
    await talk(room, "garden:1", "The radishes are called Eiszapfen");
    await talk(room, "garden:2", "The beans are called Neckarkoenigin");
    const client = await connect(room, { path: "/s/garden:2/mcp" });
    expect(await call(client, "search_memories", { query: "beans" })).toContain("Neckarkoenigin");
    expect(await call(client, "search_memories", { query: "radishes" })).toMatch(/^Nothing in this/);
    const all = await connect(room);
    const [pointer] = (await call(all, "search_memories", { query: "radishes" })).split(" ");
    expect(await call(client, "recall", { pointer })).toMatch(/^Nothing within reach has the pointer/);
    await fetch(`${room.url}/s/plain/v1/messages`, {
      ...{ method: "POST", headers: { "x-api-key": "k" } },
      body: JSON.stringify(ask({ role: "user", content: "The leeks are called Hannibal" })),
    });
    const plain = await connect(room, { path: "/s/plain/mcp" });
    expect(await call(plain, "search_memories", { query: "leeks" })).toContain("Hannibal");
    expect(await call(plain, "search_memories", { query: "beans" })).toMatch(/^Nothing in this/);
  });

  test("shows an owner nothing of another, and nobody anything without a key", async () => {
    const keys = ["anna=anna-has-this-key-1", "ben=ben-has-that-key-22"];
    const room = await openRoom(() => ({ text: "Yes." }), { keys });
    await talk(room, "garden:1", "The radishes are called Eiszapfen", "anna-has-this-key-1");
    const [anna, ben] = [
      await connect(room, { key: "anna-has-this-key-1" }),
      await connect(room, { key: "ben-has-that-key-22" }),
    ];
    expect(await call(anna, "search_memories", { query: "radishes" })).toContain("Eiszapfen");
    expect(await call(ben, "search_memories", { query: "radishes" })).not.toContain("Eiszapfen");
    expect(await call(ben, "get_conversation", { session: "garden:1" })).not.toContain("Eiszapfen");
    const strange = await fetch(`${room.url}/mcp`, { method: "POST" });
    expect([strange.status, await strange.json()]).toEqual([
      401,
      expect.objectContaining({ jsonrpc: "2.0", id: null }),
    ]);
    await expect(connect(room, { key: "somebody-guessed-it" })).rejects.toThrow();
  });

  test("refuses a web page that reaches this machine under a name of its own", async () => {
    const room = await openRoom(() => ({ text: "Yes." }));
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const post = (headers: Readonly<Record<string, string>>) =>
      fetch(`${room.url}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body,
      });
    expect((await post({ origin: "https://evil.example" })).status).toBe(403);
    expect((await post({ origin: "http://localhost:3000" })).status).toBe(200);
  });
});
