/** What a provider's prompt cache reads of an agent's session through the gateway, beside an oracle on the client's own lists. */

import { AnthropicCache } from "@clewline/store-kit/providers/anthropic/cache.js";
import { anthropicRequest, cacheBlocks } from "@clewline/store-kit/providers/anthropic/request.js";
import { bytesPerToken, StepCache } from "@clewline/store-kit/providers/step-cache.js";
import { sum } from "@clewline/try/sums.js";
import { checkAtLeast } from "../../report.js";
import { type AgentSession, type AgentWire, makeSession } from "../agent-session.js";
import type { RowFindings } from "../findings.js";
import { call, type GatewayRun, startServed } from "../served.js";

interface Reads {
  readonly wire: AgentWire;
  /** Tokens over all calls through the gateway, how many of them came from the cache, and how many could have with any marks. */
  readonly sent: number;
  readonly read: number;
  readonly readable: number;
  /** The same of the client's own lists, with the best that any marks could do. */
  readonly given: number;
  readonly oracle: number;
}

export async function measureCache(run: GatewayRun): Promise<RowFindings> {
  const calls = run.isQuick ? 10 : 100;
  const all: Reads[] = [];
  for (const wire of ["anthropic", "openai-chat"] as const) {
    run.say(`cache: ${calls} calls, ${wire}`);
    all.push(await playSession(run, makeSession(wire, { name: `cache-${wire}`, bytes: 24_000, step: 3_000 }), calls));
  }
  const columns = ["wire", "calls", "sent", "read", "an oracle's", "share read", "the client's lists", "their share"];
  return {
    verdicts: all.map(({ wire, read, readable }) => {
      return checkAtLeast(
        `cache reads of ${calls} calls, to an oracle's of the same requests, ${wire}`,
        read / readable,
        0.95,
      );
    }),
    tables: [
      {
        title: "Cache reads of an agent's session, tokens",
        columns,
        rows: all.map(({ wire, sent, read, readable, given, oracle }) => {
          return [wire, calls, sent, read, readable, read / sent, given, oracle / given];
        }),
      },
    ],
  };
}

async function playSession(run: GatewayRun, session: AgentSession, calls: number): Promise<Reads> {
  const served = await startServed(run, run.makeFolder(), { kind: "gateway" });
  const makeReader = session.wire === "anthropic" ? readMarked : readSteps;
  const [through, ideal] = [makeReader(), makeReader()];
  const all = { sent: 0, read: 0, readable: 0, given: 0, oracle: 0 };
  run.provider.heard = (_path, body) => {
    const { read, oracle, tokens } = through(body);
    all.read += read;
    all.readable += oracle;
    all.sent += tokens;
  };
  try {
    for (let number = 0; number < calls; number++) {
      const { oracle, tokens } = ideal(JSON.stringify(session.body(number)));
      all.oracle += oracle;
      all.given += tokens;
      await call({ url: served.url, session, number });
    }
  } finally {
    run.provider.heard = null;
    await served.end();
  }
  return { wire: session.wire, ...all };
}

type Reader = (body: string) => { readonly tokens: number; readonly read: number; readonly oracle: number };

/** Where the client marks what is to be kept. */
function readMarked(): Reader {
  const cache = new AnthropicCache(() => 0);
  return (body) => {
    const request = anthropicRequest.parse(JSON.parse(body));
    const blocks = cacheBlocks(request);
    return { ...cache.serve(request.model, blocks), tokens: sum(blocks.map(({ tokens }) => tokens)) };
  };
}

/** Where the provider finds what it knows by itself: an oracle can't do better than the client's own lists let it. */
function readSteps(): Reader {
  const cache = new StepCache({ stepTokens: 128, leastTokens: 1_024, ttlMs: 300_000 }, () => 0);
  return (body) => {
    const { model, tools, messages } = JSON.parse(body) as { model: string; tools: unknown; messages: unknown };
    const prompt = JSON.stringify([tools, messages]);
    const { read } = cache.serve(model, prompt);
    return { tokens: Math.ceil(Buffer.byteLength(prompt) / bytesPerToken), read, oracle: read };
  };
}
