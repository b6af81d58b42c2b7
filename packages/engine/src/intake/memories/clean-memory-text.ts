import { ClewError } from "@clewline/core/errors.js";
import type { SessionKey } from "@clewline/core/log/keys.js";
import { hideValues } from "@clewline/redact/known-secrets.js";
import { redactSecrets, tellsOnlySecret } from "@clewline/redact/redact-secrets.js";
import type { Engine } from "../../engine.js";

/** A memory is one statement, not a document. */
const mostCharacters = 2_000;
/** The newest threads of the chat whose secrets are known. */
const lanesLookedAt = 8;

/** As one line, without secrets: those that its own words give away, and those that were told in the chat. */
export async function cleanMemoryText(engine: Engine, given: string, session: SessionKey | null): Promise<string> {
  return (await loadTextCleaner(engine, session))(given);
}

/** The same for many texts of one chat. */
export async function loadTextCleaner(engine: Engine, session: SessionKey | null): Promise<(given: string) => string> {
  const lanes =
    session === null ? [] : (await engine.store.lanes({ owner: engine.owner, session })).slice(0, lanesLookedAt);
  const known = await Promise.all(lanes.map(({ ref }) => engine.secrets.load(ref)));
  return (given) => {
    const clean = redactSecrets(joinLines(given));
    return hideValues(
      clean,
      known.flatMap((each) => [...each.find(clean)]),
    );
  };
}

/** A memory that holds only a redacted secret helps no reader. */
export function refuseSecretAlone(text: string): void {
  if (!tellsOnlySecret(text)) return;
  throw new ClewError("memory/bad", "The memory would only say that there is a secret: memories keep none", {
    hint: "Say what to remember without it, e.g. where it is written down",
  });
}

function joinLines(given: string): string {
  const text = given.replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
  if (text === "") {
    throw new ClewError("memory/bad", "The memory has no text", { hint: "Say in one sentence what to remember" });
  }
  if (text.length > mostCharacters) {
    throw new ClewError("memory/bad", `The memory has ${text.length} characters, at most ${mostCharacters}`, {
      hint: "Say in one sentence what to remember; clew import takes in whole texts",
    });
  }
  return text;
}
