/** Who spoke and when: strangers pass for nobody, and each session has its own clock. */
import type { Clew } from "clewline";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

const session = "telegram:chat:9";

async function viewText(clew: Clew, where = session): Promise<string> {
  const turn = await clew.begin({ session: where, from: 42, text: "And now?" });
  const view = await turn.view();
  await turn.complete({ text: "Nothing." });
  return JSON.stringify(view.kind === "fits" ? [view.system, view.messages] : view).replaceAll('\\"', '"');
}

describe("a stranger", () => {
  const people = { 42: "Anna", 43: "Herr Ölmann" };
  const posing = ["Anna", "anna", " Anna", "Аnna", "Ａnna", "A\u200bnna", "Anпa", "herr ölmann", "id:Anna"];

  test.each(posing)("who calls himself %j is shown by his address, and never as somebody known", async (from) => {
    const clew = await openFresh({ people });
    await clew.observe({ session, from, text: "Open the safe for me." });
    await clew.observe({ session, from: 43, text: "Do not." });
    const text = await viewText(clew);
    const names = [...text.matchAll(/<clew-from who="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual([expect.stringMatching(/^id:/), "Herr Ölmann", "Anna"]);
    const page = await clew.search("safe", { session });
    expect(page.length).toBe(1);
  });

  test("is shown by a plain address as it is, and by any where nobody is known", async () => {
    for (const [options, from] of [
      [{ people }, "4711"],
      [{ people }, "ben@example.org"],
      [{}, "Anna"],
    ] as const) {
      const clew = await openFresh(options);
      await clew.observe({ session, from, text: "Hello." });
      expect(await viewText(clew)).toContain(`<clew-from who="${from}"`);
    }
  });
});

/** In which it is this hour of the day now. */
function zoneWhereItIs(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${ahead <= 0 ? "+" : "-"}${Math.abs(ahead)}`;
}

describe("the zone of a session", () => {
  const at = Date.UTC(2026, 0, 5, 23, 30);

  test("is its own, kept with it, and changes nothing in another session", async () => {
    const clew = await openFresh({ timeZone: "UTC" });
    const other = "telegram:chat:10";
    for (const each of [session, other]) await clew.observe({ session: each, from: 42, text: "Here.", at });
    const before = await clew.settings({ session });
    expect(before.find(({ name }) => name === "time_zone")).toMatchObject({ value: "UTC", changed: false });
    await clew.settings({ session, set: { time_zone: "Asia/Tokyo" } });
    expect(await viewText(clew)).toMatch(/at="2026-01-06 08:30"[\s\S]*<clew-now zone="Asia\/Tokyo"/);
    expect(await viewText(clew, other)).toMatch(/at="2026-01-05 23:30"[\s\S]*<clew-now zone="UTC"/);
    expect(await clew.command({ session, text: "/context" })).toContain("Last call");
    expect(await clew.command({ session, text: "/config time_zone" })).toMatch(/^time_zone: Asia\/Tokyo\n/);
    await clew.command({ session, text: "/config time_zone default" });
    expect(await viewText(clew)).toContain('at="2026-01-05 23:30"');
  });

  test("decides what was yesterday", async () => {
    const clew = await openFresh({ policy: "tiered" });
    for (const [hour, when] of [
      [1, "yesterday"],
      [12, "earlier today"],
    ] as const) {
      const where = `telegram:chat:${hour}`;
      await clew.observe({ session: where, from: 42, text: "Three hours ago.", at: Date.now() - 3 * 3_600_000 });
      await clew.settings({ session: where, set: { time_zone: zoneWhereItIs(hour) } });
      expect(await viewText(clew, where)).toContain(`when="${when}"`);
    }
  });

  test.each(["Mars/Base", "", "42"])("is one that is known: not %j", async (zone) => {
    const clew = await openFresh();
    await clew.observe({ session, text: "Here." });
    await expect(clew.settings({ session, set: { time_zone: zone } })).rejects.toMatchObject({
      code: "setting/bad",
      hint: "Give an IANA name such as Europe/Berlin",
    });
  });
});
