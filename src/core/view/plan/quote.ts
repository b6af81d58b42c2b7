import type { Tokens } from "../../log/keys.js";
import type { Preamble } from "../../log/turn.js";
import { makeBriefLine } from "../../text/brief-line.js";
import { enclose, fence } from "../../text/fence.js";
import { type Renderer, renderEnds } from "../renderer.js";
import type { ReplyTarget } from "../snapshot.js";

/** Characters of what a turn was told to do. */
const taskLength = 200;

/** The message that is replied to, in its own words; by its ends if it is longer than `attachOver`. */
export function makeQuotePreamble(renderer: Renderer, target: ReplyTarget, attachOver: Tokens): Preamble {
  const { origin, task } = target;
  const sources = [target.id, target.edit, task?.id].filter((id) => id !== undefined);
  const lanes = target.lane === undefined ? {} : { lanes: [target.lane] };
  const from = { ...(sources.length === 0 ? {} : { sources }), ...lanes };
  const attributes = {
    role: target.by.role,
    ...(target.by.address === undefined ? {} : { who: renderer.name(target.by.address) }),
    at: renderer.time(target.at),
    ...(origin === undefined ? {} : { origin }),
    ...(task === undefined ? {} : { task: makeBriefLine(task.text, taskLength) }),
  };
  const whole = renderer.whole(target.text);
  if (whole !== null && renderer.tokens(target.text) <= attachOver)
    return { layer: "quote", text: fence("quote", attributes, whole), ...from };
  const short = { ...renderer, preview: Math.min(renderer.preview, Math.floor(attachOver / 2)) };
  const text = enclose("quote", attributes, renderEnds(short, target.text, { open: target.pointer }));
  return { layer: "quote", text, ...from, pointer: target.pointer };
}
