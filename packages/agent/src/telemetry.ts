/** Calls as spans of OpenTelemetry, for whoever has it in his program. */

import { ClewError } from "@clewline/core/errors.js";
import { type LaneRef, makeLaneAddress } from "@clewline/core/log/keys.js";
import type { CallUsage } from "@clewline/core/model/call-usage.js";
import { splitModelName } from "@clewline/core/model/facts/name.js";
import { countSentTokens } from "@clewline/core/model/prices.js";

export type CallObserver = (ref: LaneRef, call: CallUsage, endedAt: number) => void;

export async function makeSpanObserver(): Promise<CallObserver> {
  const { SpanKind, SpanStatusCode, trace } = await loadOpenTelemetry();
  const tracer = trace.getTracer("clewline");
  return (ref, call, endedAt) => {
    const span = tracer.startSpan(`chat ${call.model ?? "unknown"}`, {
      kind: SpanKind.CLIENT,
      startTime: endedAt - call.durationMs,
      attributes: listAttributes(ref, call),
    });
    if (call.outcome === "failed" || call.outcome === "refused") {
      span.setStatus({ code: SpanStatusCode.ERROR, message: call.failed ?? call.outcome });
    }
    span.end(endedAt);
  };
}

/** By the names that OpenTelemetry has for calls of models; what is ours alone has our name before it. */
function listAttributes(ref: LaneRef, { model, spent, role, turn, receipt, outcome, dollars, firstMs }: CallUsage) {
  const { provider, model: id } = splitModelName(model ?? "unknown");
  const tokens =
    spent === null
      ? {}
      : {
          "gen_ai.usage.input_tokens": countSentTokens(spent),
          "gen_ai.usage.output_tokens": spent.output,
          "gen_ai.usage.cache_read.input_tokens": spent.read,
          "gen_ai.usage.cache_creation.input_tokens": spent.written + spent.writtenLong,
        };
  return {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": provider,
    "gen_ai.request.model": id,
    "gen_ai.conversation.id": ref.session,
    ...tokens,
    "clew.lane": makeLaneAddress(ref),
    "clew.role": role,
    "clew.outcome": outcome,
    ...(turn === null ? {} : { "clew.turn": turn }),
    ...(receipt === null ? {} : { "clew.receipt": receipt }),
    ...(dollars === null ? {} : { "clew.dollars": dollars }),
    ...(firstMs === null ? {} : { "clew.first_ms": firstMs }),
  };
}

async function loadOpenTelemetry(): Promise<typeof import("@opentelemetry/api")> {
  try {
    return await import("@opentelemetry/api");
  } catch (cause) {
    throw new ClewError("options/bad", "openTelemetry is on, and @opentelemetry/api is not installed", {
      hint: "npm install @opentelemetry/api, with a tracer provider of your own",
      cause,
    });
  }
}
