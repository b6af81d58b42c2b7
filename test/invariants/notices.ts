/** What a view says in its own name about what is not there is true: how much was left out, and where it is. */

import type { Entry } from "@clewline/core/log/entry.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import type { Block } from "@clewline/core/view/block.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import { findVerdict, type Rule } from "@clewline/core/view/verdict.js";
import type { View } from "@clewline/core/view/view.js";
import { type FenceTag, parseFence, tagsIn } from "../fence-parser.js";
import { isMadeAnew, keepsPrefix } from "./past.js";
import { entriesBySeq, type World } from "./world.js";

interface Notice {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly open: string | undefined;
}

/** Together the notices cover what was left out, and each opens at its first entry. */
export function noticesTrue(view: View, { snapshot, fns, policy }: World["given"]): readonly string[] {
  const recent = view.blocks.filter(({ layer }) => layer === "recent");
  const noticesOf = (block: Block | undefined) =>
    block === undefined || block.seqs.length > 0
      ? []
      : block.contents.flatMap((content) =>
          content.type === "text" ? tagsIn(parseFence(content.text)).flatMap(noticeIn) : [],
        );
  const notices = recent.flatMap(noticesOf);
  if (isMadeAnew(policy) && notices.length > noticesOf(recent[0]).length)
    return ["a notice is not in front of the rest"];
  const left = leftOut(view, snapshot, policy);
  const all = [...left].filter(([, sure]) => sure).map(([seq]) => seq);
  const within = ({ from, to }: Notice, seq: number) => from <= seq && seq <= to;
  const uncovered = all.filter((seq) => !notices.some((notice) => within(notice, seq)));
  const counted = notices.reduce((sum, { count }) => sum + count, 0);
  return [
    ...uncovered.map((seq) => `entry ${seq} was left out and no notice covers it`),
    ...(counted < all.length || counted > left.size ? [`the notices count ${counted} of ${left.size}`] : []),
    ...notices.flatMap((notice) => {
      const { from, to, count, open } = notice;
      const inside = [...left.keys()].filter((seq) => within(notice, seq));
      const alone = all.filter((seq) => notices.every((each) => within(each, seq) === (each === notice)));
      // A step may begin with an orphan: it is not counted, and yet the step is opened there.
      const begins = left.has(from) || findVerdict(view.verdicts, from)?.rule === "orphan";
      const legal = begins && left.has(to) && alone.length <= count && count <= inside.length;
      return [
        ...(legal ? [] : [`a notice speaks of ${count} in ${from} to ${to}, and ${inside.length} were left out there`]),
        ...(open === makePointer("s", snapshot.ref, from, fns.hash) ? [] : [`the notice on ${from} opens ${open}`]),
      ];
    }),
  ];
}

function noticeIn({ name, attributes, children }: FenceTag): readonly Notice[] {
  if (name !== "left-out") return [];
  const [from, to] = (attributes.entries ?? "").split("-").map(Number);
  const count = Number(/^\d+/.exec(children.join(""))?.[0]);
  return [{ from: from ?? Number.NaN, to: to ?? from ?? Number.NaN, count, open: attributes.open }];
}

/** Limits that leave out single turns, wherever they stand. */
const chosen: ReadonlySet<Rule> = new Set<Rule>(["lookback", "recency", "selection", "age"]);

/** Every seq that was left out, and whether it must be counted: what only lost its counterpart may go unmentioned. */
function leftOut(view: View, snapshot: Snapshot, policy: Policy): ReadonlyMap<number, boolean> {
  const entries = entriesBySeq(snapshot);
  const left = new Map<number, boolean>();
  for (let seq = 1; seq <= snapshot.last; seq++) {
    const rule = findVerdict(view.verdicts, seq)?.rule;
    if (rule === "leave-out" || rule === "text-only") left.set(seq, !isCounterpart(entries.get(seq)));
    // Shown for one turn, it stays in the notice of a prefix that has to stay; unless a summary tells it.
    if (rule === "memory" && keepsPrefix(policy)) left.set(seq, false);
    else if (rule !== undefined && chosen.has(rule)) left.set(seq, true);
  }
  return left;
}

function isCounterpart(entry: Entry | undefined): boolean {
  return entry !== undefined && ["returned", "revised", "noted"].includes(entry.kind);
}
