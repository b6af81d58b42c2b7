/** Labels that say who speaks and when: on every message, or where that changes. */

import { defer } from "@clewline/text/defer.js";
import { type Attributes, mark } from "@clewline/text/fence.js";
import type { Entry, SaidEntry } from "../../log/entry.js";
import type { Tokens } from "../../log/keys.js";
import type { Policy } from "../../policy/policy.js";
import type { Renderer } from "../renderer.js";
import { drawSaid, type Item, type LabelForm, type MessageLabel, makeItem } from "./item.js";
import type { StartingRendition } from "./starting-rendition.js";

/** A pause that ends a conversation. The message behind it tells its time. */
export const longPauseMs = 4 * 3_600_000;

/** A message as a single one says it; a person's can be had with less of its label. */
export function makeMessageItem(
  renderer: Renderer,
  entry: SaidEntry,
  start: StartingRendition,
  other: Entry | undefined,
): Item {
  const make = (label: Attributes | null) => makeItem(entry, start, drawSaid(renderer, entry, label), { other });
  const { role, address } = entry.by;
  if (role !== "user") return make(null);
  const [who, time] = [address === undefined ? null : renderer.name(address), renderer.time(entry.at)];
  const forms: Readonly<Record<LabelForm, () => Item>> = {
    whole: defer(() => make({ who: who ?? role, at: time })),
    speaker: defer(() => make({ who: who ?? role })),
    none: defer(() => make(null)),
  };
  const label: MessageLabel = { who, at: entry.at, time, as: (form) => forms[form]() };
  return { ...make(who === null ? null : { who, at: time }), label };
}

/** Gives the messages of a view their labels, one after the other, by what is shown before them. */
export function makeLabeller({ history }: Pick<Policy, "history">): (items: readonly Item[]) => readonly Item[] {
  if (history.form !== "steps" || history.labels !== "runs") return (items) => items;
  let before: MessageLabel | null = null;
  return (items) => {
    const [item] = items;
    if (item?.label === undefined) {
      if (item !== undefined && isOfAnother(item.entry)) before = null;
      return items;
    }
    const form = pickForm(before, item.label);
    before = item.label;
    return [item.label.as(form)];
  };
}

/** An edit or a system message is of nobody's run. */
function isOfAnother(entry: Entry): boolean {
  return entry.kind === "revised" || (entry.kind === "said" && entry.by.role !== "agent");
}

function pickForm(before: MessageLabel | null, { who, at, time }: MessageLabel): LabelForm {
  if (who === null) return before === null || before.who === null ? "none" : "speaker";
  if (before === null || before.who === null) return "whole";
  const isLater = at - before.at < longPauseMs && at >= before.at;
  const isSameDay = before.time.slice(0, dayLength) === time.slice(0, dayLength);
  if (!isSameDay || (Number.isFinite(at) && !isLater)) return "whole";
  return before.who === who ? "none" : "speaker";
}

const dayLength = "2026-01-01".length;

/** An upper bound for what a message's label adds, where the one before it has left. */
export function measureLongestLabel(
  renderer: Renderer,
  { history }: Pick<Policy, "history">,
  entries: readonly Entry[],
): Tokens {
  if (history.form !== "steps" || history.labels !== "runs") return 0;
  const said = entries.filter((entry) => entry.kind === "said");
  const at = renderer.time(said.at(-1)?.at ?? 0);
  const names = new Set(said.flatMap(({ by }) => by.address ?? []));
  const sizes = [...names].map((address) => renderer.count(`${mark("from", { who: renderer.name(address), at })}\n`));
  return sizes.length === 0 ? 0 : Math.max(...sizes) + 4;
}
