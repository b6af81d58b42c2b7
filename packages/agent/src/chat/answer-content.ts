/** Turns a model's answer into the message that the SDK makes of it for the next call. */
import type { ModelMessage } from "ai";
import type { Generated, StreamPart } from "../models/sdk-model.js";

type Content = Generated["content"][number];

/** Null for an answer that says nothing. */
export function makeAnswerMessage(content: readonly Content[]): ModelMessage | null {
  const parts = content.flatMap(makeParts);
  // The log reads the shapes of both majors, and the types of one would not take those of the other.
  return parts.length === 0 ? null : ({ role: "assistant", content: parts } as unknown as ModelMessage);
}

function makeParts(part: Content): readonly object[] {
  const options = part.providerMetadata === undefined ? {} : { providerOptions: part.providerMetadata };
  switch (part.type) {
    case "text":
      return part.text === "" && part.providerMetadata === undefined
        ? []
        : [{ type: part.type, text: part.text, ...options }];
    case "reasoning":
      return [{ type: part.type, text: part.text, ...options }];
    case "file":
      return [{ type: part.type, mediaType: part.mediaType, data: part.data, ...options }];
    case "tool-call": {
      const { toolCallId, toolName, providerExecuted } = part;
      return [{ type: part.type, toolCallId, toolName, input: readInput(part.input), providerExecuted, ...options }];
    }
    case "tool-result": {
      const { toolCallId, toolName, result, isError } = part;
      const output = { type: isError === true ? "error-json" : "json", value: result };
      return [{ type: part.type, toolCallId, toolName, output, ...options }];
    }
    default:
      return [];
  }
}

function readInput(input: string): unknown {
  try {
    return JSON.parse(input === "" ? "{}" : input);
  } catch {
    // The SDK hands an input that is no JSON on as it is.
    return input;
  }
}

type Told = { type: "text" | "reasoning"; text: string; providerMetadata?: NonNullable<Content["providerMetadata"]> };

/** Puts the parts of a stream together. What the provider says about a text last is what counts. */
export function gatherContent(): { add(part: StreamPart): void; readonly content: readonly Content[] } {
  const content: Content[] = [];
  const open = new Map<string, Told>();
  return {
    content,
    add(part) {
      switch (part.type) {
        case "text-start":
        case "reasoning-start": {
          const told: Told = { type: part.type === "text-start" ? "text" : "reasoning", text: "" };
          open.set(`${told.type} ${part.id}`, told);
          content.push(told);
          noteMetadata(told, part);
          return;
        }
        case "text-delta":
        case "text-end":
        case "reasoning-delta":
        case "reasoning-end": {
          const told = open.get(`${part.type.split("-")[0]} ${part.id}`);
          if (told === undefined) return;
          if ("delta" in part) told.text += part.delta;
          noteMetadata(told, part);
          return;
        }
        case "file":
        case "tool-call":
        case "tool-result":
          content.push(part);
          return;
        default:
      }
    },
  };
}

function noteMetadata(told: Told, { providerMetadata }: Pick<Told, "providerMetadata">): void {
  if (providerMetadata !== undefined) told.providerMetadata = providerMetadata;
}
