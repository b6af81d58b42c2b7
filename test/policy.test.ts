import { buildOwnPolicies } from "@clewline/clewline/config/own-policies.js";
import { checkPolicy } from "@clewline/clewline/config/policy-schema.js";
import {
  isStateless,
  orderLayers,
  readMemoryTokens,
  readPrefix,
  readSummaryTokens,
} from "@clewline/core/policy/policy.js";
import { laned } from "@clewline/core/policy/presets/laned.js";
import { layered } from "@clewline/core/policy/presets/layered.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { rolling } from "@clewline/core/policy/presets/rolling.js";
import { selective } from "@clewline/core/policy/presets/selective.js";
import { tiered } from "@clewline/core/policy/presets/tiered.js";
import {
  applySettings,
  explainNoEffect,
  listIneffectiveSettings,
  readSetting,
  resolveSetting,
} from "@clewline/core/policy/settings.js";
import { type Setting, settings } from "@clewline/core/policy/settings-table.js";
import { balanced, type ClewError, type Policy } from "clewline";
import { describe, expect, test } from "vitest";
import { some } from "./some.js";

/** Takes what the compiler takes for a policy. */
function typed(policy: Policy): Policy {
  return policy;
}

describe("what has no effect can't be written", () => {
  const compacting = balanced.past;
  const choosing = selective.past;
  const tiers = tiered.past;
  const { reductions } = balanced;

  test("under a kind of past that does not read it", () => {
    const wrong = [
      // @ts-expect-error Nothing is chosen where turns are compacted.
      typed({ ...balanced, past: { ...compacting, lookback: 25 } }),
      // @ts-expect-error
      typed({ ...balanced, past: { ...compacting, choice: choosing.choice } }),
      // @ts-expect-error
      typed({ ...balanced, past: { ...compacting, days: 7 } }),
      // @ts-expect-error Nothing is summarised where every view chooses anew.
      typed({ ...selective, past: { ...choosing, summary: { tokens: 3_000 } } }),
      // @ts-expect-error No prefix is kept there.
      typed({ ...selective, past: { ...choosing, prefix: "epoch" } }),
      // @ts-expect-error
      typed({ ...selective, past: { ...choosing, scope: "session" } }),
      // @ts-expect-error What is sorted by age is not chosen.
      typed({ ...tiered, past: { ...tiers, choice: choosing.choice } }),
      // @ts-expect-error
      typed({ ...tiered, past: { ...tiers, prefix: "head" } }),
    ];
    for (const policy of some(wrong)) expect(faultOf(policy)).toMatchObject({ code: "policy/bad" });
  });

  test("without what it is a limit of", () => {
    const wrong = [
      // @ts-expect-error Steps have no length of their own.
      typed({ ...balanced, history: { form: "steps", replyCharacters: 300 } }),
      // @ts-expect-error Results to keep, without a place from which they are cleared.
      typed({ ...balanced, reductions: { ...reductions, clear: { share: 3, fresh: 80, ahead: { keep: 6 } } } }),
      // @ts-expect-error Messages to keep, without a number of messages.
      typed({ ...balanced, reductions: { "leave-out": { share: 5, fresh: 5, maxTurns: 9, messages: { keep: 2 } } } }),
      // @ts-expect-error Turns are not counted by what shortens texts.
      typed({ ...balanced, reductions: { spill: { share: 2, fresh: 6, maxTurns: 9 } } }),
      // @ts-expect-error Room for what is looked up, without a place for it.
      typed({ ...layered, memoryTokens: 800 }),
      // @ts-expect-error A summary has its place by the past alone.
      typed({ ...balanced, layers: [...balanced.layers, "summary"] }),
    ];
    for (const policy of some(wrong)) expect(faultOf(policy)).toMatchObject({ code: "policy/bad" });
  });
});

function faultOf(policy: Policy): ClewError | null {
  try {
    checkPolicy(policy);
    return null;
  } catch (error) {
    return error as ClewError;
  }
}

describe("a policy that is handed over as data", () => {
  test.each(Object.values(presets))("may be the preset $name, or a variation on it", (preset) => {
    expect(checkPolicy(preset)).toEqual(preset);
    expect(checkPolicy({ ...preset, maxTokens: 20_000 })).toEqual({ ...preset, maxTokens: 20_000 });
  });

  const bad: readonly (readonly [name: string, policy: unknown, message: RegExp, hint: RegExp])[] = [
    [
      "a figure out of its range",
      { ...selective, past: { ...selective.past, lookback: 0 } },
      /^The policy's past\.lookback is wrong$/,
      /^Give a whole number from 1 to 100,000, or off\. Start from a preset/,
    ],
    [
      "a limit of a reduction out of its range",
      { ...layered, reductions: { clear: { share: 1, fresh: 1, ahead: { at: 2, keep: 6 } } } },
      /^The policy's reductions\.clear\.ahead\.at is wrong$/,
      /^Give a number from 0\.1 to 1\./,
    ],
    [
      "a field of another kind",
      { ...balanced, past: { ...balanced.past, lookback: 25 } },
      /^The policy's past\.lookback has no effect in past of kind compacting$/,
      /^Leave it out; past\.lookback is for policies that make every view anew, such as selective and tiered\. /,
    ],
    [
      "a field that stands elsewhere now",
      { ...balanced, maxTurns: 30 },
      /^The policy's maxTurns has no effect$/,
      /^Leave it out; reductions\.leave-out\.maxTurns is for /,
    ],
    ["a field that nothing knows", { ...balanced, maxToken: 3 }, /^The policy's maxToken is no field/, /maxTokens\?/],
    ["another kind of past", { ...balanced, past: { kind: "none" } }, /^The policy's past\.kind is wrong: /, /preset/],
    ["no past", { ...balanced, past: undefined }, /^The policy's past is wrong: /, /^Start from a preset/],
  ];

  test.each(bad)("is refused with %s", (_name, policy, message, hint) => {
    const fault = faultOf(policy as Policy);
    expect(fault).toMatchObject({ code: "policy/bad", hint: expect.stringMatching(hint) });
    expect(fault?.message).toMatch(message);
  });
});

describe("each question has one answer", () => {
  test.each([
    [balanced, false, "epoch", 3_000, 4_000],
    [layered, false, "epoch", 3_000, null],
    [rolling, false, "epoch", 3_000, null],
    [laned, false, "head", 3_000, 1_500],
    [selective, true, "head", null, null],
    [tiered, true, "head", 30_000, 2_000],
  ] as const)("about $name", (policy, stateless, prefix, summary, memories) => {
    const answers = [isStateless(policy), readPrefix(policy), readSummaryTokens(policy), readMemoryTokens(policy)];
    expect(answers).toEqual([stateless, prefix, summary, memories]);
    const first = ["instructions", "persona", "skills", "marks", "standing", "summary"];
    expect(orderLayers(policy).slice(0, 6)).toEqual(first);
  });
});

describe("a setting", () => {
  test("is found by its own name and by that of the field", () => {
    for (const { name, alias = name } of some(settings)) {
      for (const typedName of [name, alias, alias.replaceAll("_", "-"), alias.replaceAll("_", "").toUpperCase()])
        expect(resolveSetting(typedName).name).toBe(name);
    }
    expect(new Set(settings.flatMap(({ name, alias = name }) => [name, alias])).size).toBeGreaterThan(settings.length);
    expect(resolveSetting("maxTurns").name).toBe("max_turns");
  });

  test.each(Object.values(presets))("under $name changes the policy, or says why it does not", (preset) => {
    for (const setting of some(settings)) {
      const value = otherValue(setting, readSetting(preset, setting));
      const changed = applySettings(preset, { [setting.name]: value });
      const why = explainNoEffect(changed, setting);
      expect(readSetting(changed, setting)).toEqual(value);
      expect(JSON.stringify(changed) === JSON.stringify(preset)).toBe(why !== null);
      expect(listIneffectiveSettings(changed)).toEqual(why === null ? [] : [setting]);
      expect(why ?? `${setting.name} has no effect under ${preset.name}: it is for`).toContain(
        `${setting.name} has no effect under ${preset.name}: it is for`,
      );
      expect(faultOf(changed)).toBeNull();
    }
  });

  test("that has no effect is kept until another makes a place for it", () => {
    const kept = applySettings(rolling, { clear_keep: 2, always_include_recent: 1 });
    expect(kept.reductions.clear?.ahead).toBeNull();
    expect(applySettings(kept, { clear_at: 0.5 }).reductions.clear?.ahead).toEqual({ at: 0.5, keep: 2 });
    const { figures, mine } = { figures: { clear_keep: 2 }, mine: { extends: "ours", clear_at: 0.5 } };
    const own = buildOwnPolicies({ ours: { extends: "rolling", ...figures }, mine }, () => expect.unreachable());
    expect(own.get("ours")?.reductions.clear?.ahead).toBeNull();
    expect(own.get("mine")?.reductions.clear?.ahead).toEqual({ at: 0.5, keep: 2 });
  });

  test("that lifts the last limit of a group takes the group away, and what is laid over the same is the same", () => {
    const lifted = { compact_messages: "off", compact_tokens: "off", compact_hours: "off" };
    const bare = applySettings(laned, lifted);
    expect(bare.reductions["leave-out"]?.messages).toBeNull();
    expect(listIneffectiveSettings(applySettings(bare, { keep_messages: 3 })).map(({ name }) => name)).toEqual([
      "keep_messages",
    ]);
    expect(applySettings(laned, { ...lifted })).toBe(bare);
    expect(applySettings(applySettings(laned, { compact_messages: "off" }), lifted)).toBe(bare);
    expect(applySettings(layered, { clear_at: 1 }).reductions.clear?.ahead).toBeNull();
  });

  test("switches choosing on and off where turns are chosen, and nowhere else", () => {
    const off = applySettings(selective, { use_selection: false });
    expect(off.past).toEqual({ ...selective.past, choice: null });
    expect(applySettings(off, { use_selection: true }).past).toEqual(selective.past);
    expect(explainNoEffect(off, resolveSetting("always_include_recent"))).toBe(
      "always_recent has no effect under selective: it is for policies that choose among past turns, such as selective, with select true",
    );
    for (const policy of some([balanced, tiered, laned, rolling, layered]))
      expect(applySettings(policy, { use_selection: true }).past).toEqual(policy.past);
  });

  test("sorts by age where no prefix has to be kept, and 0 days take that back", () => {
    expect(applySettings(tiered, { tier_days: 3 }).past).toEqual({ ...tiered.past, days: 3 });
    const compacted = applySettings(tiered, { tier_days: 0 });
    expect(compacted.past).toEqual({ kind: "compacting", prefix: "head", summary: { tokens: 30_000 } });
    expect(applySettings(laned, { tier_days: 7, full_hours: 12 }).past).toMatchObject({
      ...{ kind: "tiers", scope: "lane", days: 7, fullHours: 12, summary: { tokens: 3_000 } },
    });
    const sorted = applySettings(selective, { tier_days: 7, lookback_count: 9 });
    expect(sorted.past).toMatchObject({ kind: "tiers", lookback: 9, summary: null });
    expect(applySettings(sorted, { tier_days: 0 }).past).toMatchObject({ kind: "choosing", lookback: 9 });
    expect(applySettings(balanced, { tier_days: 7 }).past).toEqual(balanced.past);
  });
});

/** Another value that the setting allows. */
function otherValue(setting: Setting, value: ReturnType<typeof readSetting>) {
  if (setting.kind === "switch") return value !== true;
  if (setting.kind === "names") return ["read_plan"];
  if (setting.kind === "zone") return "Asia/Tokyo";
  return value === setting.least ? setting.most : setting.least;
}
