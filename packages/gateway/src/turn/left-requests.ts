/** The requests of a turn that left, until they are in the log: in the same write as the accounts of their calls. */
import type { ReceiptId } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { ViewOutcome } from "@clewline/core/view/view-result.js";
import { keepBodies, type LeftBody } from "@clewline/engine/answer/bodies/keep-bodies.js";
import type { OpenTurn } from "@clewline/engine/answer/open-turn.js";
import type { Engine } from "@clewline/engine/engine.js";
import { unlessEnded } from "./end-list.js";
import { type AnsweredRequest, cutBody } from "./left-body.js";
import type { MarkedList } from "./listed-messages.js";

/** A turn at one of its calls. */
interface CallingTurn {
  readonly open: OpenTurn;
  /** Null where no view is made. */
  readonly view: ViewOutcome | null;
  readonly sent: MarkedList;
}

export interface LeftRequests {
  add(running: CallingTurn, request: AnsweredRequest): void;
  /** Writes what the calls so far cost, and with it their requests. */
  write(running: CallingTurn): Promise<void>;
  /** Throws what was in the way of keeping a request. */
  tell(): void;
}

export function keepLeft(engine: Engine, turn: TurnRecord): LeftRequests {
  let waiting: (AnsweredRequest & Pick<LeftBody, "view">)[] = [];
  let last: ReceiptId | null = null;
  let failed: { readonly fault: unknown } | null = null;
  return {
    add({ view }, request) {
      const shown = view?.kind === "fits" ? view : null;
      last = request.receipt ?? last ?? shown?.receipt.id ?? null;
      waiting.push({ ...request, receipt: last, view: shown });
    },
    async write({ open, sent }) {
      const left = waiting;
      waiting = [];
      await unlessEnded(async () => {
        if (left.length === 0) return open.step([]);
        const cut = async () => {
          const bodies: LeftBody[] = [];
          for (const each of left) bodies.push(await engine.runSteps(cutBody(each, sent)));
          return bodies;
        };
        const fault = await keepBodies(engine, turn, cut, (kept) => open.step([], true, kept));
        failed ??= fault;
      });
    },
    tell() {
      if (failed !== null) throw failed.fault;
    },
  };
}
