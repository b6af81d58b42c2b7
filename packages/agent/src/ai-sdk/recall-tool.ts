import type { ResultOutput, ToolSpec } from "@clewline/core/view/request.js";
import type { RecallOutput } from "@clewline/engine/read/answer-recall.js";
import type { RecallInput } from "@clewline/engine/read/recall.js";
import { defer } from "@clewline/text/defer.js";
import { longestPattern } from "@clewline/text/pattern.js";
import type { ToolSet } from "ai";
import { z } from "zod";
import { makeLeanSchema } from "./lean-schema.js";

const inputSchema = defer(() =>
  z.object({
    pointer: z.string().optional(),
    question: z.string().optional(),
    offset: z.number().min(0).optional(),
    find: z.string().min(1).max(longestPattern).optional(),
    lines: z
      .string()
      .regex(/^\d+(-\d+)?$/)
      .optional(),
  }),
);

/** An image comes back as an image. */
function makeModelOutput(output: RecallOutput): ResultOutput {
  if (typeof output === "string") return { type: "text", value: output };
  const files = output.files.map(({ mediaType, data }) => ({ type: "file-data", mediaType, data }) as const);
  return {
    type: "content",
    value: [...(output.text === "" ? [] : [{ type: "text", text: output.text } as const]), ...files],
  };
}

/** The tool by which the model opens what its view left out. The caller's own tool of that name goes first. */
export function makeRecallTool(spec: ToolSpec, open: (input: RecallInput) => Promise<RecallOutput>): ToolSet {
  return {
    [spec.name]: {
      description: spec.description,
      inputSchema: makeLeanSchema(spec.inputSchema, inputSchema),
      execute: (input: RecallInput) => open(input),
      toModelOutput: ({ output }: { readonly output: RecallOutput }) => makeModelOutput(output),
    },
  } as ToolSet;
}
