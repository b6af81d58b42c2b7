/** Writes large results to files too, where the agent's own file tool can read them. The log keeps them as always. */
import type { Draft, Text } from "@clewline/core/log/entry.js";
import type { BlobId, LaneRef } from "@clewline/core/log/keys.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { applySettings } from "@clewline/core/policy/settings.js";
import { computeSpillLimit } from "@clewline/core/view/units/starting-rendition.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../engine.js";

/** Returns the same drafts; a result that every view shows by its ends names the file that holds it whole. */
export async function spillResults(
  engine: Engine,
  ref: LaneRef,
  drafts: readonly Draft[],
  blobs: ReadonlyMap<BlobId, string>,
): Promise<readonly Draft[]> {
  const { keep } = engine.files;
  if (keep === null || !drafts.some((draft) => draft.kind === "returned")) return drafts;
  const policy = applySettings(engine.policy, (await engine.store.read(ref, 0, null)).settings);
  return Promise.all(
    drafts.map(async (draft) => {
      const text = draft.kind === "returned" ? findSpillText(engine, policy, draft, blobs) : null;
      const file = text === null ? null : await keepFile(engine, keep, `${draft.id}.txt`, text);
      return file === null ? draft : { ...draft, file };
    }),
  );
}

type ReturnedDraft = Extract<Draft, { kind: "returned" }>;

/** The whole text of a result that has a text over the limit; null for all others. */
function findSpillText(
  { fns }: Engine,
  policy: Policy,
  { tool, output }: ReturnedDraft,
  blobs: ReadonlyMap<BlobId, string>,
): string | null {
  if (policy.neverSpill.includes(tool)) return null;
  const texts: readonly Text[] =
    output.kind === "content"
      ? output.parts.flatMap((part) => (part.kind === "file" ? [] : [part.text]))
      : [output.text];
  const tokens = (text: Text) => (typeof text === "string" ? countTokens(text, fns.calibration) : text.tokens);
  if (!texts.some((text) => tokens(text) > computeSpillLimit(policy))) return null;
  return texts.map((text) => (typeof text === "string" ? text : (blobs.get(text.blob) ?? ""))).join("\n");
}

/** A failed write loses nothing, because the log has the text, but it warns the developer. */
async function keepFile(
  { presence, place }: Engine,
  keep: NonNullable<Engine["files"]["keep"]>,
  name: string,
  text: string,
): Promise<string | null> {
  try {
    const file = await keep(name, text);
    await place.addFolder(file.slice(0, -name.length - 1));
    return file;
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(name, "…") : String(error);
    presence.warn(`Large results can't be written to the spill folder: ${why}. The log has them; make the folder.`);
    return null;
  }
}
