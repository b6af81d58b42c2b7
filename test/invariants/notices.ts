/** What a view says in its own name is true: who was quoted, when it is, what was left out and where it is. */
import type { Entry } from "../../src/core/entry.js";
import { pointerTo } from "../../src/core/pointer.js";
import type { Snapshot } from "../../src/core/snapshot.js";
import { shownItems } from "../../src/core/summary/bounded.js";
import { verdictOn } from "../../src/core/verdict.js";
import type { View } from "../../src/core/view.js";
import { type FenceTag, parseFence, tagsIn } from "../fence-parser.js";
import { sortedJson, timeIn } from "./request-reading.js";
import { entriesBySeq, type World } from "./world.js";

/** Quote and time of the turn to answer, unless an earlier call has said them already. */
export function asidesTrue({ asides }: View, { turn, replyTarget, people, zone }: Snapshot): readonly string[] {
  return asides.flatMap(({ layer, text }) => {
    if (turn?.asides.some((aside) => aside.text === text)) return [];
    const [tag] = parseFence(text);
    if (typeof tag !== "object") return [`${layer} has no tag`];
    const address = replyTarget?.by.address;
    const quote = {
      role: replyTarget?.by.role,
      who: address === undefined ? undefined : (people.get(address) ?? address),
      at: timeIn(zone, replyTarget?.at ?? Number.NaN),
    };
    const wanted = layer === "quote" ? quote : { zone };
    if (sortedJson(tag.attributes) !== sortedJson(wanted))
      return [`${layer} says ${sortedJson(tag.attributes)}, not ${sortedJson(wanted)}`];
    const time = timeIn(zone, turn?.began ?? Number.NaN);
    return layer === "quote" || tag.children.join("") === time ? [] : [`it is ${time}, not ${tag.children.join("")}`];
  });
}

interface Notice {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly open: string | undefined;
}

/** Together the notices cover what was left out, and each opens at its first entry. */
export function noticesTrue(view: View, { snapshot, kit }: World["given"]): readonly string[] {
  const notices = view.blocks.flatMap((block) =>
    block.seqs.length > 0 || block.layer !== "recent"
      ? []
      : block.contents.flatMap((content) =>
          content.type === "text" ? tagsIn(parseFence(content.text)).flatMap(noticeIn) : [],
        ),
  );
  const left = leftOut(view, snapshot);
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
      const begins = left.has(from) || verdictOn(view.verdicts, from)?.rule === "orphan";
      const legal = begins && left.has(to) && alone.length <= count && count <= inside.length;
      return [
        ...(legal ? [] : [`a notice speaks of ${count} in ${from} to ${to}, and ${inside.length} were left out there`]),
        ...(open === pointerTo("s", snapshot.ref, from, kit.hash) ? [] : [`the notice on ${from} opens ${open}`]),
      ];
    }),
  ];
}

/** One block tells what verdicts call summarised, opens where it begins, and holds no word that was taken back. */
export function summaryTrue(view: View, { snapshot, kit }: World["given"]): readonly string[] {
  const told = view.verdicts.filter(({ kind }) => kind === "summarised");
  const blocks = view.blocks.filter(({ layer }) => layer === "summary");
  if (blocks.length > 1) return ["there are two summaries"];
  const tags = blocks.flatMap(({ contents: [content] }) => (content?.type === "text" ? parseFence(content.text) : []));
  const [tag] = tags;
  if (tag === undefined) return told.length === 0 ? [] : ["entries are told by a summary that is not there"];
  if (typeof tag !== "object" || tag.name !== "summary" || tags.length > 1) return ["the summary has no tag"];
  const [from = 0, to = from] = (tag.attributes.entries ?? "").split("-").map(Number);
  const outside = told.filter((verdict) => verdict.from < from || verdict.to > to);
  const gone = new Set(snapshot.entries.flatMap((entry) => (entry.kind === "withdrawn" ? [entry.target] : [])));
  const squeezed = (raw: string) => raw.replace(/[\s\p{C}]+/gu, " ").trim();
  const text = squeezed(tag.children.join(""));
  const items = view.summary === null ? [] : shownItems(view.summary);
  const unsaid = view.summary?.prose === null ? items.filter((item) => !text.includes(squeezed(item.text))) : [];
  return [
    ...outside.map((verdict) => `entries ${verdict.from} to ${verdict.to} are not in ${from} to ${to}`),
    ...(tag.attributes.open === pointerTo("s", snapshot.ref, from, kit.hash) ? [] : ["the summary opens elsewhere"]),
    ...(tag.children.every((child) => typeof child === "string") ? [] : ["the summary holds a tag"]),
    ...unsaid.map((item) => `the summary does not say ${JSON.stringify(item.text)}`),
    ...(view.compacted && items.some(({ sources }) => sources.some((id) => gone.has(id)))
      ? ["the summary tells what was taken back"]
      : []),
  ];
}

function noticeIn({ name, attributes, children }: FenceTag): readonly Notice[] {
  if (name !== "left-out") return [];
  const [from, to] = (attributes.entries ?? "").split("-").map(Number);
  const count = Number(/^\d+/.exec(children.join(""))?.[0]);
  return [{ from: from ?? Number.NaN, to: to ?? from ?? Number.NaN, count, open: attributes.open }];
}

/** Every seq that was left out, and whether it must be counted: what only lost its counterpart may go unmentioned. */
function leftOut(view: View, snapshot: Snapshot): ReadonlyMap<number, boolean> {
  const entries = entriesBySeq(snapshot);
  const left = new Map<number, boolean>();
  for (let seq = 1; seq <= snapshot.last; seq++) {
    const rule = verdictOn(view.verdicts, seq)?.rule;
    if (rule === "leave-out" || rule === "text-only") left.set(seq, !isCounterpart(entries.get(seq)));
  }
  return left;
}

function isCounterpart(entry: Entry | undefined): boolean {
  return entry !== undefined && ["returned", "revised", "noted"].includes(entry.kind);
}
