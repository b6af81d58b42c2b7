import { ClewError } from "@clewline/core/errors.js";

/** Loads the AI SDK when something is answered: its loop drives every model. */
export async function loadSdk(): Promise<typeof import("ai")> {
  try {
    return await import("ai");
  } catch (cause) {
    throw new ClewError("model/unavailable", "The AI SDK is not installed", {
      hint: "Run npm install ai@6, or ai@7 with Node 22",
      cause,
    });
  }
}
