import { z } from "zod";
import { ClewError } from "../core/errors.js";
import { type Ask, answerKinds, longestAbout } from "../core/log/open-questions.js";
import { defer } from "../core/text/defer.js";

const schema = defer(() => {
  const label = z.string().trim().min(1).max(longestAbout);
  const ask = z
    .object({
      expects: z.enum(answerKinds),
      about: label,
      options: z.array(label).min(2).max(20).optional(),
      minutes: z
        .number()
        .positive()
        .max(60 * 24 * 30)
        .optional(),
    })
    .refine(({ expects, options }) => expects !== "choice" || options !== undefined, {
      path: ["options"],
      message: "a choice needs at least two",
    });
  return z.array(ask).max(8);
});

/** What an answer leaves open is checked here, once. */
export function parseAsks(raw: unknown): readonly Ask[] {
  const read = schema().safeParse(raw);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ClewError("message/bad", `The question's ${issue?.path.join(".") || "shape"} is wrong: ${issue?.message}`, {
    hint: 'A question is { expects: "yes-no", about: "book the table" }; a choice also has its options',
    cause: read.error,
  });
}
