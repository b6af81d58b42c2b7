import type { ToolSet } from "ai";
import { z } from "zod";
import { defer } from "../../core/text/defer.js";
import { longestPattern } from "../../core/text/pattern.js";
import type { ResultOutput } from "../../core/view/request.js";
import { type RecallOutput, recallWords } from "../../engine/read/answer-recall.js";
import type { RecallInput } from "../../engine/read/recall.js";

const inputSchema = defer(() =>
  z.object({
    pointer: z.string().optional().describe(recallWords.pointer),
    question: z.string().optional().describe(recallWords.question),
    offset: z.number().min(0).optional().describe(recallWords.offset),
    find: z.string().min(1).max(longestPattern).optional().describe(recallWords.find),
    lines: z
      .string()
      .regex(/^\d+(-\d+)?$/)
      .optional()
      .describe(recallWords.lines),
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
export function makeRecallTool(open: (input: RecallInput) => Promise<RecallOutput>): ToolSet {
  return {
    recall: {
      description: recallWords.tool,
      inputSchema: inputSchema(),
      execute: (input: RecallInput) => open(input),
      toModelOutput: ({ output }: { readonly output: RecallOutput }) => makeModelOutput(output),
    },
  } as ToolSet;
}
