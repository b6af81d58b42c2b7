/** Names on a view's receipt where it differs from the view of the call before, and why. */
import type { SentPrefix } from "@clewline/core/model/prefix/sent-prefix.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import type { NewReceipt } from "@clewline/core/receipt/receipt.js";
import { listToolPieces } from "@clewline/core/view/render/layout.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { View } from "@clewline/core/view/view.js";
import { isObject, toJson } from "@clewline/text/json.js";
import type { Engine } from "../../engine.js";
import { countStable, type EarlierView, matchView } from "./view-match.js";

interface ComparedView {
  readonly view: View;
  readonly snapshot: Pick<Snapshot, "entries">;
  readonly policy: Policy;
  readonly made: NewReceipt;
}

export async function comparePrefix(
  engine: Engine,
  earlier: EarlierView | null,
  { view, snapshot, policy, made }: ComparedView,
): Promise<{ readonly made: NewReceipt; readonly prefix: SentPrefix }> {
  const { receipt } = made;
  const stable = countStable(view, listToolPieces(view.pieces).length, policy);
  const known = stable === undefined ? {} : { stable };
  await engine.pause();
  const match =
    earlier?.receipt == null
      ? null
      : await matchView(engine, { ...earlier, receipt: earlier.receipt }, { view, receipt, snapshot });
  await engine.pause();
  const prefix = { before: earlier?.before ?? null, match, ...known };
  const change = match?.change ?? null;
  if (change === null) return { made, prefix };
  const decisions = toJson({ ...(isObject(receipt.decisions) ? receipt.decisions : {}), prefix: change });
  return { made: { ...made, receipt: Object.freeze({ ...receipt, decisions }) }, prefix };
}
