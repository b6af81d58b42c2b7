import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import { makeNamer } from "../conversation/speaker-name.js";
import { makeLaneAddress } from "../log/keys.js";
import { makePointer } from "../log/pointer.js";
import { makeTimeFormatter } from "../log/time-formatter.js";
import { hasSchedule, type Policy } from "../policy/policy.js";
import type { Renderer } from "./renderer.js";
import { bindsReasoning, type PureFns, type Snapshot } from "./snapshot.js";
import { readReplyCharacters } from "./units/past-item.js";

/** Texts are cut to this many characters after a provider has refused a view, or if nothing else makes room. */
const emergencyLength = 10_000;

/** A smaller saving is not worth a recall. */
const outlinedPart = 0.75;

type RendererInput = Pick<Snapshot, "ref" | "zone" | "people" | "blobs" | "reader" | "costs">;

export function makeRenderer(input: RendererInput, policy: Policy, fns: PureFns): Renderer {
  const { ref, zone, people, blobs } = input;
  const { preview, capOver, valueCharacters, history, outlineOver } = policy;
  const count = (text: string) => countTokens(text, fns.calibration);
  return {
    key: makeRendererKey(input, policy, fns),
    preview,
    attachment: preview,
    outline: Math.floor(outlineOver * outlinedPart),
    lengths: {
      limited: valueCharacters,
      capped: capOver,
      trimmed: readReplyCharacters(history),
      clipped: emergencyLength,
    },
    needsReasoning: needsReasoning(input),
    bindsReasoning: bindsReasoning(input),
    keepsLines: hasSchedule(policy),
    count,
    pointer: (kind, seq) => makePointer(kind, ref, seq, fns.hash),
    time: makeTimeFormatter(zone),
    name: makeNamer(people),
    whole: (text) => (typeof text === "string" ? text : (blobs.get(text.blob) ?? null)),
    file: (blob) => blobs.get(blob),
    locate: fns.locate ?? ((kept) => kept),
    tokens: (text) => (typeof text === "string" ? count(text) : text.tokens),
  };
}

function needsReasoning({ reader }: RendererInput): boolean {
  return reader?.facts.reasoning.needed === "tool turns" && !reader.isBare;
}

function makeRendererKey(input: RendererInput, policy: Policy, { calibration: { version, factor } }: PureFns): string {
  const { ref, zone, people } = input;
  const { preview, capOver, valueCharacters, history, outlineOver } = policy;
  const names = people.size === 0 ? "" : JSON.stringify([...people]);
  const lengths = [preview, capOver, valueCharacters, readReplyCharacters(history), outlineOver];
  return [
    makeLaneAddress(ref),
    zone,
    ...lengths,
    version,
    factor,
    names,
    ...(needsReasoning(input) ? ["reasoning"] : []),
    ...(bindsReasoning(input) ? ["bound"] : []),
    ...(hasSchedule(policy) ? ["lines"] : []),
  ].join(" ");
}
