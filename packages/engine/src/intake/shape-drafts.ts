/**
 * Decides how views show long results and inputs, once and while they are written: what is condensed from its first call on, and which
 * lines stay when the rest leaves. Only then is it known which of their values stand nowhere else, and nothing of a view changes later.
 * Both are kept with the entry, and go with it.
 */
import { isWorthCondensing } from "@clewline/core/log/arrival/condensed-result.js";
import { outlineEntry, readOutlined, type TextReader } from "@clewline/core/log/arrival/entry-outline.js";
import type { Draft, Text } from "@clewline/core/log/entry.js";
import type { BlobId, LaneRef } from "@clewline/core/log/keys.js";
import { redactEntryText } from "@clewline/core/log/redact-entry.js";
import { hasSchedule } from "@clewline/core/policy/policy.js";
import { condensedBy } from "@clewline/text/condense/condense-text.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../engine.js";
import { type LaneValues, makeLaneValues } from "./lane-values.js";
import { spillResults } from "./spill-files.js";

/** Shorter texts are outlined when they are drawn, by their own words. */
const leastOutlined = 1_000;
const noKinds: ReadonlySet<string> = new Set();

interface Shaping {
  readonly blobs: ReadonlyMap<BlobId, string>;
  /** Whether the requests carry a tool that opens what views leave out. Without one, nothing is shown shorter on arrival. */
  readonly opens?: boolean | undefined;
}

/** The drafts as they are written: large results have a file, and long ones how they are shown. */
export async function prepareDrafts(
  engine: Engine,
  ref: LaneRef,
  drafts: readonly Draft[],
  shaping: Shaping,
): Promise<readonly Draft[]> {
  return shapeDrafts(engine, ref, await spillResults(engine, ref, drafts, shaping.blobs), shaping);
}

/** Returns the same drafts, the long ones with how they are shown. Only views that go by prices shorten for their sake. */
export async function shapeDrafts(
  engine: Engine,
  ref: LaneRef,
  drafts: readonly Draft[],
  { blobs, opens = true }: Shaping,
): Promise<readonly Draft[]> {
  const whole = (text: Text) => (typeof text === "string" ? text : (blobs.get(text.blob) ?? null));
  const isLong = (draft: Draft) => isShaped(draft) && readOutlined(draft, { whole }).length >= leastOutlined;
  if (!hasSchedule(engine.policy) || !drafts.some(isLong)) return drafts;
  const values = makeLaneValues(await engine.values.load(ref));
  const count = (text: string) => countTokens(text, engine.fns.calibration);
  return drafts.map((draft) => {
    const shaped = isShaped(draft) && isLong(draft) ? shapeDraft(draft, values, { whole, count, opens }) : draft;
    values.add(shaped);
    return shaped;
  });
}

type ShapedDraft = Extract<Draft, { kind: "called" | "returned" }>;

function isShaped(draft: Draft): draft is ShapedDraft {
  return draft.kind === "called" || draft.kind === "returned";
}

interface Reader extends TextReader {
  readonly opens: boolean;
}

function shapeDraft(draft: ShapedDraft, values: LaneValues, reader: Reader): ShapedDraft {
  const kinds = draft.kind === "returned" ? values.kindsOf(draft.tool) : noKinds;
  const clean = (text: string) => redactEntryText(draft, text);
  const outlined = { ...draft, outline: outlineEntry(draft, reader, { isKnown: values.has, kinds, clean }) };
  if (outlined.kind !== "returned") return outlined;
  if (!reader.opens) return { ...outlined, whole: true };
  const isPlain = values.callOf(outlined.call)?.isPlain === true;
  const isCondensed = isPlain && isWorthCondensing(outlined, reader.count);
  return {
    ...outlined,
    ...(isCondensed && { condensed: condensedBy }),
    ...(values.isAgain(outlined) && { whole: true as const }),
  };
}
