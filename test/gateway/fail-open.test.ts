/** The client never meets a refusal that its own request would not have met, and gets every answer as its provider wrote it. */
import { describe, expect, test } from "vitest";
import { some } from "../some.js";
import { hear, wires } from "./raw-asking.js";
import { openRawRoom, type RawAnswer, type RawRoom } from "./raw-upstream.js";
import { listRefusals, type WireName } from "./refusals.js";

const fine: RawAnswer = (response) => response.writeHead(200, { "x-fine": "yes" }).end('{"fine":true}');

async function openRoom(wire: WireName, answer: () => RawAnswer): Promise<RawRoom> {
  return openRawRoom(wires[wire].provider, [(response) => answer()(response)], { told: 2_000 });
}

describe.each(Object.keys(wires) as WireName[])("%s", (wire) => {
  const asking = wires[wire];
  const refusals = listRefusals(wire);

  test("every answer of a provider comes as it wrote it", async () => {
    let answer = fine;
    const room = await openRoom(wire, () => answer);
    const differing: object[] = [];
    for (const refusal of some(refusals)) {
      answer = refusal.answer;
      const [direct, through] = [
        await hear(room.upstream.origin, asking, ""),
        await hear(room.url, asking, `test:${refusal.name.replaceAll(" ", "-")}`),
      ];
      if (JSON.stringify(direct) !== JSON.stringify(through)) differing.push({ name: refusal.name, direct, through });
    }
    expect(differing).toEqual([]);
    // It is the view that was refused first, or this would show nothing.
    expect(room.bodies.filter((body) => body.length < asking.body.length / 2).length).toBeGreaterThan(refusals.length);
  });

  test("a refusal of a view alone is answered by the client's own bytes, until its next turn", async () => {
    let answer = fine;
    const room = await openRoom(wire, () => (room.bodies.at(-1) === asking.body ? fine : answer));
    const heard: object[] = [];
    const blaming = refusals.filter(({ blames }) => blames);
    for (const refusal of some(blaming)) {
      answer = refusal.answer;
      const session = `test:${refusal.name.replaceAll(" ", "-")}`;
      const before = room.lines.length;
      const { status, text } = await hear(room.url, asking, session);
      const first = room.bodies.length;
      const again = await hear(room.url, asking, session);
      const isAtOnce = room.bodies.length === first + 1;
      heard.push({ name: refusal.name, status, text, again: again.status, isAtOnce, said: room.lines.length - before });
    }
    const expected = { status: 200, text: '{"fine":true}', again: 200, isAtOnce: true, said: 1 };
    expect(heard).toEqual(blaming.map(({ name }) => ({ name, ...expected })));
  });
});
