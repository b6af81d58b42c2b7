/** What `tiered` shows, row by row, through the public API and with the figures of its design. */
import type { Clew, ClewOptions } from "clewline";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  day,
  hour,
  inside,
  type Line,
  minute,
  noon,
  openChat,
  read,
  session,
  stopClock,
  tagsOf,
  told,
  until,
  viewOf,
} from "./acceptance/chat.js";
import { type Fits, filler } from "./acceptance/lab.js";
import { chooser, from } from "./acceptance/talk.js";
import { letLoopRest } from "./loop-passes.js";

beforeEach(() => stopClock());

const open = (options: ClewOptions = {}) => openChat({ policy: "tiered", window: 200_000, ...options });

/** The view of one more message, which stays unanswered: asked again, it is the same message. */
async function ask(clew: Clew, text = "What now?"): Promise<Fits> {
  const turn = await clew.begin({ session, text, id: "asked" });
  const view = await viewOf(turn);
  await turn.fail(new Error("Later."));
  return view;
}

/** A message that is answered, so that what comes after a reply happens. */
async function answer(clew: Clew, text: string): Promise<void> {
  const turn = await clew.begin({ session, text });
  await viewOf(turn);
  await turn.complete({ text: "Good." });
}

/** A conversation with a figure of its own, and so many tokens of talk around it. */
function talk(number: number, at: number, tokens = 0): readonly Line[] {
  const rest = tokens === 0 ? "" : ` ${filler(number, tokens)}`;
  return [
    { text: `The cellar lamp number ${4_400 + number} lights room ${number}.${rest}`, at, role: "user" },
    { text: `Noted, room ${number}.`, at: at + 1_000, role: "agent" },
  ];
}

/** A conversation that no room has place for; a single text of that size would be shown by its ends. */
function longTalk(number: number, at: number): readonly Line[] {
  const more = from(1, 6).map(
    (place): Line => ({ text: filler(number + place, 9_000), at: at + place * minute, role: "user" }),
  );
  return [...talk(number, at), ...more];
}

/** The numbers of the conversations that are there in full, and of those that a summary tells. */
function shownIn(view: Fits): { readonly full: readonly number[]; readonly told: readonly number[] } {
  const numbers = (texts: readonly string[]) =>
    texts.flatMap((text) => [...text.matchAll(/lamp number (\d+)/g)].map(([, key]) => Number(key) - 4_400));
  return { full: numbers(tagsOf(view, "past").map(inside)), told: numbers(tagsOf(view, "summary").map(inside)) };
}

const labels = (view: Fits, name: string) =>
  tagsOf(view, name).map(({ attributes: { at, when } }) => [at, when] as const);

describe("the rest of the day falls back conversation by conversation", () => {
  test("the newest stay in full as long as they fit, the older ones become summaries, and nothing is lost", async () => {
    const clew = await open();
    // Ten conversations of about 4,000 tokens, an hour apart.
    await told(
      clew,
      from(1, 10).flatMap((number) => talk(number, noon - (11 - number) * hour, 4_000)),
    );
    const view = await ask(clew);
    const { full, told: summed } = shownIn(view);
    expect(view.tokens).toBeLessThanOrEqual(30_000);
    expect(view.tokens).toBeGreaterThan(20_000);
    expect(full.length).toBeGreaterThan(3);
    expect(full).toEqual(from(11 - full.length, 10));
    expect(summed).toEqual(from(1, 10 - full.length));
  });

  test("a conversation too large for the room takes no newer one with it", async () => {
    const clew = await open();
    await told(clew, [
      ...talk(1, noon - 5 * hour),
      ...longTalk(2, noon - 4 * hour),
      ...talk(3, noon - 2 * hour, 5_000),
      ...talk(4, noon - 5 * minute),
    ]);
    expect(shownIn(await ask(clew))).toEqual({ full: [3, 4], told: [1, 2] });
  });

  test("with more room never less is in full", async () => {
    const lines = from(1, 12).flatMap((number) => talk(number, noon - (13 - number) * hour, 200 * number));
    let before: readonly number[] = [];
    for (const tokens of [2_000, 9_000, 30_000]) {
      const clew = await open();
      await told(clew, lines);
      await clew.command({ session, text: `/config max_tokens ${tokens}` });
      const { full } = shownIn(await ask(clew));
      expect(full).toEqual(expect.arrayContaining([...before]));
      before = full;
    }
    expect(before).toEqual(from(1, 12));
  });
});

describe("summaries", () => {
  test("have what is left of the 30,000 tokens, not a tenth of them", async () => {
    const clew = await open();
    const week = from(0, 5).flatMap((back) =>
      from(1, 6).flatMap((each) => [
        ...from(0, 4).flatMap((more) =>
          talk(back * 100 + each * 5 + more, noon - (30 + back * 24) * hour + each * 40 * minute + more * minute),
        ),
      ]),
    );
    await told(
      clew,
      week.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)),
    );
    const view = await ask(clew);
    expect(view.tokens).toBeGreaterThan(3_000);
    expect(view.tokens).toBeLessThanOrEqual(30_000);
    const { full, told: summed } = shownIn(view);
    expect([full.length, new Set(summed).size]).toEqual([0, 180]);
  });

  test("carry their own time and how long ago that was, one for each conversation", async () => {
    const clew = await open();
    await told(clew, [
      ...talk(1, noon - 6 * day),
      ...talk(2, noon - 3 * day),
      ...talk(3, noon - 30 * hour),
      ...talk(4, noon - 26 * hour),
      ...longTalk(5, noon - 3 * hour),
    ]);
    const view = await ask(clew);
    expect(labels(view, "summary")).toEqual([
      ["2026-11-09T12:00", "6 days ago"],
      ["2026-11-12T12:00", "3 days ago"],
      ["2026-11-14T06:00", "yesterday"],
      ["2026-11-14T10:00", "yesterday"],
      ["2026-11-15T09:00", "earlier today"],
    ]);
    expect(shownIn(view).told).toEqual([1, 2, 3, 4, 5]);
  });

  test("older than seven days, and what is empty, leave no tag", async () => {
    const clew = await open();
    await told(clew, [...talk(1, noon - 8 * day), { text: "Hello!", at: noon - 2 * day, role: "user" }]);
    expect(tagsOf(await ask(clew), "summary")).toEqual([]);
  });
});

describe("just now", () => {
  test("lasts 30 minutes, also past midnight; then it is earlier today, or yesterday", async () => {
    const midnight = Date.parse("2026-11-16T00:10:00Z");
    vi.setSystemTime(midnight);
    const clew = await open();
    await told(clew, [
      { text: "In the afternoon.", at: midnight - 9 * hour },
      { text: "Before midnight.", at: midnight - 25 * minute },
      { text: "After midnight.", at: midnight - 5 * minute },
    ]);
    const ages = new Map(tagsOf(await ask(clew), "past").map((tag) => [inside(tag), tag.attributes.when]));
    expect([...ages]).toEqual([
      ["In the afternoon.", "yesterday"],
      ["Before midnight.", "just now"],
      ["After midnight.", "just now"],
    ]);
    vi.setSystemTime(noon);
    const late = await open();
    await told(late, [
      { text: "At half past eleven.", at: noon - 29 * minute },
      { text: "Now.", at: noon - 1_000 },
    ]);
    expect(labels(await ask(late), "past").map(([, when]) => when)).toEqual(["just now", "just now"]);
    const over = await open();
    await told(over, [{ text: "Before half past eleven.", at: noon - 31 * minute }]);
    expect(labels(await ask(over), "past").map(([, when]) => when)).toEqual(["earlier today"]);
  });
});

describe("a fast model", () => {
  const prose = "## Facts\n- Somebody spoke of cellar keys.\n";
  const week = [...talk(1, noon - 3 * day), ...talk(2, noon - 30 * hour), ...talk(3, noon - 3 * hour)];

  test("tells conversations that are over, once each, after the reply, and its words are held to the facts", async () => {
    const { fastModel, requests } = chooser(prose);
    const clew = await open({ fastModel });
    await told(clew, week);
    const turn = await clew.begin({ session, text: "Good morning, what is up?" });
    const before = await viewOf(turn);
    expect(requests).toEqual([]);
    expect(read(before)).not.toContain("Somebody spoke");
    await turn.complete({ text: "Good." });
    await until(() => requests.length === 3);
    expect(requests.map(({ text }) => /lamp number (\d+)/.exec(text)?.[1])).toEqual(["4403", "4402", "4401"]);
    const view = await ask(clew);
    expect(tagsOf(view, "summary").map(inside)).toEqual([
      expect.stringMatching(/Somebody spoke of cellar keys[\s\S]+lamp number 4401 lights room 1/),
      expect.stringMatching(/Somebody spoke of cellar keys[\s\S]+lamp number 4402 lights room 2/),
    ]);
    expect(labels(view, "summary").map(([, when]) => when)).toEqual(["3 days ago", "yesterday"]);
    await answer(clew, "And now?");
    await letLoopRest();
    expect(requests).toHaveLength(3);
  });

  test("that fails is not asked again, and the rules tell what it did not", async () => {
    const { fastModel, requests } = chooser("");
    const clew = await open({ fastModel });
    await told(clew, week.slice(0, 2));
    await answer(clew, "Good morning, what is up?");
    await until(() => requests.length === 1);
    await answer(clew, "And now?");
    await letLoopRest();
    expect(requests).toHaveLength(1);
    expect(shownIn(await ask(clew)).told).toEqual([1]);
  });

  test("does not speak for a message that was edited or deleted since", async () => {
    const { fastModel, requests } = chooser(prose);
    const clew = await open({ fastModel });
    await told(
      clew,
      week.slice(0, 2).map((line, place) => ({ ...line, id: `m${place}` })),
    );
    await answer(clew, "Good morning, what is up?");
    await until(() => requests.length === 1);
    expect(read(await ask(clew))).toContain("Somebody spoke");
    await clew.edit({ session, id: "m0", text: "The cellar lamp number 4409 lights room 9.", editedAt: noon });
    const view = await ask(clew);
    expect(read(view)).not.toContain("Somebody spoke");
    expect(shownIn(view).told).toEqual([9]);
  });
});

test("an active conversation of more than 30,000 tokens loses its oldest part, and the days before are still told", async () => {
  const clew = await open();
  await told(clew, [
    ...talk(1, noon - 30 * hour),
    ...from(2, 21).flatMap((number) => talk(number, noon - (22 - number) * 10 * minute, 2_000)),
  ]);
  const view = await ask(clew);
  const { full, told: summed } = shownIn(view);
  expect(view.tokens).toBeLessThanOrEqual(30_000);
  expect(full).toEqual(from(22 - full.length, 21));
  expect(full.length).toBeGreaterThan(10);
  expect(summed).toEqual([1]);
  expect(read(view)).toContain("no greeting");
});

test("background turns never make a conversation active, and chats never mix", async () => {
  const clew = await open();
  await told(clew, [...talk(1, noon - 2 * hour), { ...talk(2, noon - hour)[0], session: "telegram:chat:77" } as Line]);
  vi.setSystemTime(noon - 5 * minute);
  const beat = await clew.begin({ session, text: "tick" }, { origin: "heartbeat" });
  await beat.complete({ text: "All is quiet." });
  vi.setSystemTime(noon);
  const view = await ask(clew);
  expect(tagsOf(view, "now")[0]?.attributes.conversation).toBe("new");
  expect(shownIn(view)).toEqual({ full: [1], told: [] });
});
