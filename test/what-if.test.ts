import { presets } from "@clewline/core/policy/presets/presets.js";
import { describe, expect, test } from "vitest";
import { openChat, session } from "./acceptance/chat.js";
import { filler } from "./acceptance/lab.js";
import { exported } from "./exported.js";

describe("context under another policy", () => {
  const talk = async () => {
    const clew = await openChat({ policy: "balanced", window: 200_000 });
    for (const number of Array.from({ length: 30 }, (_, index) => index)) {
      const turn = await clew.begin({ session, text: `Question ${number}` });
      await turn.view();
      await turn.complete({ text: `Answer ${number} ${filler(number, 30)}` });
    }
    return clew;
  };

  test("shows the next call as that policy would make it, and writes nothing", async () => {
    const clew = await talk();
    const before = await exported(clew);
    const own = await clew.context({ session, message: "And now?" });
    const other = await clew.context({ session, message: "And now?", policy: "laned" });
    const asData = await clew.context({ session, message: "And now?", policy: presets.laned });
    expect(other.tokens).toBeLessThan(own.tokens);
    expect(asData.request).toEqual(other.request);
    expect((await clew.context({ session, message: "And now?" })).request).toEqual(own.request);
    expect(await exported(clew)).toEqual(before);
  });

  test("refuses an unknown name, and a message for a past call, in one sentence", async () => {
    const clew = await talk();
    await expect(clew.context({ session, policy: "ballanced" })).rejects.toMatchObject({
      code: "policy/bad",
      hint: expect.stringContaining("Did you mean balanced?"),
    });
    const { receipt } = await clew.why({ session });
    const asked = clew.context({ at: receipt.id, policy: "laned", message: "And now?" });
    await expect(asked).rejects.toMatchObject({ code: "options/bad" });
  });
});
