/** Schemas of our own tools, of which every call pays for each word. */

import type { Json } from "@clewline/text/json.js";
import type { Schema } from "ai";
import type { z } from "zod";

/** As the SDK knows its own schemas, in both of its majors: made here, its library is loaded only with the first call. */
const isSchema = Symbol.for("vercel.ai.schema");

/** Sent as `json`, checked by `schema`. */
export function makeLeanSchema<Input>(json: Json, schema: () => z.ZodType<Input>): Schema<Input> {
  const lean = {
    [isSchema]: true,
    jsonSchema: json,
    validate(value: unknown) {
      const { success, data, error } = schema().safeParse(value);
      return success ? { success, value: data } : { success: false, error };
    },
  };
  return lean as unknown as Schema<Input>;
}

/** An object of texts, all of them needed. */
export function describeTexts(...names: readonly string[]): Json {
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  return { type: "object", properties, required: names };
}
