import type { ToolSet } from "ai";
import { z } from "zod";
import { defer } from "../../core/text/defer.js";
import { longestPattern } from "../../core/text/pattern.js";
import type { ResultOutput } from "../../core/view/request.js";
import type { RecallOutput } from "../../engine/read/answer-recall.js";
import type { RecallInput } from "../../engine/read/recall.js";

const inputSchema = defer(() =>
  z.object({
    pointer: z.string().optional().describe("A pointer as printed in the conversation, e.g. clew:e0123456789"),
    question: z
      .string()
      .optional()
      .describe("Instead of a pointer: what to look for among everything that was said here, in its own words"),
    offset: z.number().min(0).optional().describe("Where to go on: the number that the page before ended with"),
    find: z
      .string()
      .min(1)
      .max(longestPattern)
      .optional()
      .describe("Show only what matches: lines of one entry, or entries of a run. * stands for anything, | for or"),
    lines: z
      .string()
      .regex(/^\d+(-\d+)?$/)
      .optional()
      .describe("Show only these lines of one entry, e.g. 40-80"),
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
      description:
        "Opens a pointer (clew:…) that stands for text left out of this conversation: a cut or cleared tool result, an image or file, a long message, or a run of earlier entries. Or finds earlier entries by a question.",
      inputSchema: inputSchema(),
      execute: (input: RecallInput) => open(input),
      toModelOutput: ({ output }: { readonly output: RecallOutput }) => makeModelOutput(output),
    },
  } as ToolSet;
}
