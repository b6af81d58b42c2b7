import type { ExplainedVerdict } from "@clewline/engine/read/inspect.js";

export function makeVerdictData({ verdict, line }: ExplainedVerdict) {
  const { from, to, kind, rule, limit, tokens, pointer } = verdict;
  return { from, to, verdict: kind, rule, limit, tokens, pointer, kind: line?.kind ?? null, text: line?.text ?? null };
}
