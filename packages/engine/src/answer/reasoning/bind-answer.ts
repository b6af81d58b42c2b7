/** Gives the thoughts of an answer their bonds: the model that made them, and the view that it was sent. */
import { type HostItem, type HostOutput, type HostPart, readHostMessage } from "@clewline/core/log/host-message.js";
import type { LaneRef, ReceiptId } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Binding, Standing } from "@clewline/core/model/reasoning/bound-thoughts.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import { findBinder } from "@clewline/core/view/render/bound-blocks.js";
import type { Content } from "@clewline/core/view/request.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { View } from "@clewline/core/view/view.js";
import type { ViewInput } from "@clewline/core/view/view-input.js";
import { isObject, type Json, toJson, tryParseJson } from "@clewline/text/json.js";
import type { Engine } from "../../engine.js";
import type { SentView } from "../call-usage-events.js";
import type { ListedMessage } from "../list/listed-message.js";
import { findSentView } from "../list/report-call.js";

type AskedView = Pick<ViewInput<unknown>, "model" | "reader" | "isBare">;

/** The model that a view is made legal for; nothing where its caller does that, or does not name it. */
export function pickReader({
  model,
  reader: named = model ?? null,
  isBare = false,
}: AskedView): Pick<Snapshot, "reader"> {
  return named === null ? {} : { reader: { model: named.name, facts: named.facts, isBare } };
}

/** For the receipt: the model that answers a view, and what the answer will be bound to. */
export function describeStandpoint({ reader }: Pick<Snapshot, "reader">, { standing }: Pick<View, "standing">): object {
  return reader === undefined ? {} : { answer: { model: reader.model, ...standing } };
}

interface GivenAnswer {
  readonly messages: readonly unknown[];
  /** It answers the last view, and not messages of the host's own. */
  readonly isViewed: boolean;
  /** The last view of this handle of the turn. */
  readonly last: SentView | null;
}

/** The items of an answer, with the name of its model. Its thoughts are bound to the view that was made last, perhaps by another handle of the turn. */
export async function readAnswer(
  engine: Engine,
  { ref, id }: Pick<TurnRecord, "ref" | "id">,
  { messages, isViewed, last }: GivenAnswer,
): Promise<readonly HostItem[]> {
  const items = messages.flatMap(readHostMessage);
  if (!isViewed || !items.some(isModels)) return items;
  const before = last === null ? (await engine.store.receiptsOf(ref, id)).at(-1) : undefined;
  const sent = before === undefined ? last : await findSentView(engine, ref, before);
  return bindAnswer(engine, items, sent?.receipt ?? null);
}

/** The first new message of a host's list answers the view that the lane's last receipt tells of, if a model said it. */
export async function bindListed(
  engine: Engine,
  ref: LaneRef,
  messages: readonly ListedMessage[],
  lastReceipt: ReceiptId | null,
): Promise<readonly ListedMessage[]> {
  const [first, ...rest] = messages;
  if (first === undefined || lastReceipt === null || !first.items.some(isModels)) return messages;
  const sent = await findSentView(engine, ref, lastReceipt);
  return [{ ...first, items: bindAnswer(engine, first.items, sent?.receipt ?? null) }, ...rest];
}

/** Whether it comes from a model whose name is not known yet. */
function isModels(item: HostItem): boolean {
  if (item.model !== undefined) return false;
  return item.kind === "said" ? item.role === "agent" : item.kind === "called";
}

/** The same items; `sent` is the receipt of the view that they answer. */
function bindAnswer(
  { fns }: Pick<Engine, "fns">,
  items: readonly HostItem[],
  sent: Pick<Receipt, "decisions"> | null,
): readonly HostItem[] {
  const basis = isObject(sent?.decisions) && isObject(sent.decisions.answer) ? sent.decisions.answer : null;
  if (basis === null) return items;
  const { model, under, after } = basis as unknown as Partial<Standing> & { readonly model: string };
  const contents = items.flatMap(listContents);
  const bonds: Binding[] =
    under === undefined || after === undefined
      ? []
      : [...findBinder(fns.hash).bind({ under, after }, { role: "assistant", contents })];
  const bindPart = (part: HostPart): HostPart => {
    if (part.kind !== "reasoning") return part;
    const bond = bonds.shift();
    return bond === undefined ? part : { ...part, bond: { under: bond.under, after: bond.after } };
  };
  return items.map((item) => {
    if (!isModels(item)) return item;
    return item.kind === "said" ? { ...item, model, parts: item.parts.map(bindPart) } : { ...item, model };
  });
}

/** As a view shows what the model said, where it shows that unchanged. */
function listContents(item: HostItem): readonly Content[] {
  switch (item.kind) {
    case "said":
      return item.role === "agent" ? item.parts.flatMap(readPart) : [];
    case "called": {
      const { call: toolCallId, tool: toolName, hosted } = item;
      const input = tryParseJson(item.input) ?? item.input;
      const own = { type: "tool-call", toolCallId, toolName, input } as const;
      return [{ ...own, ...(hosted ? { providerExecuted: true } : {}), ...addOptions(item.meta) }];
    }
    case "returned": {
      const { call: toolCallId, tool: toolName, hosted, output } = item;
      if (!hosted) return [];
      return [{ type: "tool-result", toolCallId, toolName, output: readOutput(output), ...addOptions(item.meta) }];
    }
    case "asked":
    case "approved":
      return [];
    default:
      return item satisfies never;
  }
}

function readPart(part: HostPart): readonly Content[] {
  if (part.kind === "file") return [{ type: "file", mediaType: part.mediaType, data: JSON.stringify(part.data) }];
  return part.kind === "text" && part.text === ""
    ? []
    : [{ type: part.kind, text: part.text, ...addOptions(part.meta) }];
}

function readOutput(output: HostOutput): Extract<Content, { type: "tool-result" }>["output"] {
  if (output.kind === "text" || output.kind === "error-text") return { type: output.kind, value: output.text };
  return { type: "json", value: "text" in output ? (tryParseJson(output.text) ?? output.text) : toJson(output.parts) };
}

function addOptions(meta: Json | undefined): { readonly providerOptions?: Json } {
  return meta === undefined ? {} : { providerOptions: meta };
}
