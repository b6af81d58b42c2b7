import type { HostItem, HostPart } from "@clewline/core/log/host-message.js";
import { encodeCanonicalJson, toJson } from "@clewline/text/json.js";
import type { WireItem } from "./wire.js";

type Speaker = Extract<HostItem, { kind: "said" }>["role"];

/** The content of one block: a call, the result of one, or a part of a message. */
export type BlockReading =
  | Extract<HostItem, { kind: "called" | "returned" }>
  | { readonly kind: "part"; readonly role: Speaker; readonly part: HostPart };

/** Words next to each other are one item; a call and a result are one each. */
export function listItems(readings: readonly BlockReading[]): readonly WireItem[] {
  const items: WireItem[] = [];
  const names = new Set<string>();
  for (const [place, reading] of readings.entries()) {
    if (reading.kind === "part") addPart(items, reading, place);
    else if (!addAgain(items, reading, place)) {
      items.push({ item: reading, name: pickName(names, `${reading.kind} ${reading.call}`), from: place, to: place });
    }
  }
  return items;
}

/** Some clients write a result twice when they go on with a conversation. */
function addAgain(items: WireItem[], reading: Exclude<BlockReading, { kind: "part" }>, place: number): boolean {
  const before = items.at(-1);
  const isAgain = before !== undefined && reading.kind === "returned" && isSame(before.item, reading);
  if (isAgain) items[items.length - 1] = { ...before, to: place };
  return isAgain;
}

function isSame(one: HostItem, other: HostItem): boolean {
  return encodeCanonicalJson(toJson(one)) === encodeCanonicalJson(toJson(other));
}

function addPart(items: WireItem[], { role, part }: Extract<BlockReading, { kind: "part" }>, place: number): void {
  const before = items.at(-1);
  if (before?.item.kind === "said" && before.item.role === role) {
    items[items.length - 1] = { ...before, item: { ...before.item, parts: [...before.item.parts, part] }, to: place };
    return;
  }
  const said = items.filter(({ item }) => item.kind === "said").length;
  items.push({ item: { kind: "said", role, parts: [part] }, name: `said ${said}`, from: place, to: place });
}

/** Not every wire gives each call an id of its own. */
function pickName(names: Set<string>, wanted: string): string {
  let name = wanted;
  for (let number = 2; names.has(name); number++) name = `${wanted} ${number}`;
  names.add(name);
  return name;
}
