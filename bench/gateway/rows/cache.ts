/** What a provider's prompt cache reads of an agent's session through the gateway, beside an oracle on the client's own lists. */
import { AnthropicCache } from "../../../test/stand-ins/anthropic-cache.js";
import { anthropicRequest, cacheBlocks } from "../../../test/stand-ins/anthropic-request.js";
import { StepCache } from "../../../test/stand-ins/step-cache.js";
import { checkAtLeast } from "../../report.js";
import { type AgentSession, type AgentWire, makeSession } from "../agent-session.js";
import type { RowFindings } from "../findings.js";
import { call, type GatewayRun, startServed } from "../served.js";

interface Reads {
  readonly wire: AgentWire;
  /** Tokens over all calls: what was read through the gateway, and what a cache could have read of the client's own lists. */
  readonly read: number;
  readonly oracle: number;
}

export async function measureCache(run: GatewayRun): Promise<RowFindings> {
  const calls = run.isQuick ? 10 : 100;
  const all: Reads[] = [];
  for (const wire of ["anthropic", "openai-chat"] as const) {
    run.say(`cache: ${calls} calls, ${wire}`);
    all.push(await playSession(run, makeSession(wire, { name: `cache-${wire}`, bytes: 24_000, step: 3_000 }), calls));
  }
  const columns = ["wire", "calls", "tokens read", "an oracle's"];
  return {
    verdicts: all.map(({ wire, read, oracle }) => {
      return checkAtLeast(`cache reads of ${calls} calls, to an oracle's, ${wire}`, read / oracle, 0.95);
    }),
    tables: [
      {
        title: "Cache reads of an agent's session",
        columns,
        rows: all.map(({ wire, read, oracle }) => [wire, calls, read, oracle]),
      },
    ],
  };
}

async function playSession(run: GatewayRun, session: AgentSession, calls: number): Promise<Reads> {
  const served = await startServed(run, run.makeFolder(), { kind: "gateway" });
  const makeReader = session.wire === "anthropic" ? readMarked : readSteps;
  const [through, ideal] = [makeReader(), makeReader()];
  let [read, oracle] = [0, 0];
  run.provider.heard = (_path, body) => {
    read += through(body).read;
  };
  try {
    for (let number = 0; number < calls; number++) {
      oracle += ideal(JSON.stringify(session.body(number))).oracle;
      await call({ url: served.url, session, number });
    }
  } finally {
    run.provider.heard = null;
    await served.end();
  }
  return { wire: session.wire, read, oracle };
}

type Reader = (body: string) => { readonly read: number; readonly oracle: number };

/** Where the client marks what is to be kept. */
function readMarked(): Reader {
  const cache = new AnthropicCache(() => 0);
  return (body) => {
    const request = anthropicRequest.parse(JSON.parse(body));
    return cache.serve(request.model, cacheBlocks(request));
  };
}

/** Where the provider finds what it knows by itself: an oracle can't do better than the client's own lists let it. */
function readSteps(): Reader {
  const cache = new StepCache({ stepTokens: 128, leastTokens: 1_024, ttlMs: 300_000 }, () => 0);
  return (body) => {
    const { model, tools, messages } = JSON.parse(body) as { model: string; tools: unknown; messages: unknown };
    const read = cache.serve(model, JSON.stringify([tools, messages]));
    return { read, oracle: read };
  };
}
