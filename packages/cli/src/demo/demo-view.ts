/** A view of the demo as the text that a model reads. */
import type { ViewResult } from "@clewline/agent/turn.js";
import type { ModelRequest } from "@clewline/core/view/request.js";
import { renderTranscript } from "@clewline/core/view/transcript.js";
import { makeTooSmallError } from "@clewline/core/view/view.js";

export type DemoView = Extract<ViewResult, { kind: "fits" }>;

export function checkFits(viewed: ViewResult): DemoView {
  if (viewed.kind === "fits") return viewed;
  throw makeTooSmallError(viewed.needed, viewed.available);
}

export function renderViewText({ messages }: Pick<DemoView, "messages">): string {
  return renderTranscript({ tools: [], system: [], messages } as unknown as ModelRequest);
}
