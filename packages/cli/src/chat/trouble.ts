/** Explains a failed answer in one sentence, with what to do next. */
import { ClewError } from "@clewline/core/errors.js";
import { type Fault, readFault } from "@clewline/core/model/overflow/fault.js";
import { fitLine } from "../terminal/text.js";

export interface Trouble {
  readonly code: string | null;
  /** Without a full stop. */
  readonly message: string;
  readonly hint: string;
}

const again = "Send the message again, or choose another model with /model NAME.";
const longestReason = 300;

export function describeTrouble(error: unknown, model: string): Trouble {
  if (error instanceof ClewError) {
    return { code: error.code, message: stripFullStop(error.message), hint: `${stripFullStop(error.hint ?? again)}.` };
  }
  const fault = readFault(error);
  const reason = pickReason(fault, error);
  const found = rows.find(({ isMeant }) => isMeant(fault));
  if (found === undefined) return { code: null, message: `${model} failed: ${reason}`, hint: again };
  return { code: null, message: `${found.what(model)}: ${reason}`, hint: found.hint };
}

interface Row {
  isMeant(fault: Fault): boolean;
  what(model: string): string;
  readonly hint: string;
}

const rows: readonly Row[] = [
  {
    isMeant: ({ statuses }) => statuses.includes(401) || statuses.includes(403),
    what: (model) => `The provider of ${model} refuses the key`,
    hint: "Set the right one in the environment and start again, or choose another model with /model NAME.",
  },
  {
    isMeant: ({ statuses }) => statuses.includes(402),
    what: (model) => `The provider of ${model} wants to be paid first`,
    hint: "Top the account up, or choose another model with /model NAME.",
  },
  {
    isMeant: ({ statuses }) => statuses.includes(404),
    what: (model) => `The provider does not know ${model}`,
    hint: "Choose another model with /model NAME.",
  },
  {
    isMeant: ({ statuses }) => statuses.includes(429),
    what: (model) => `The provider of ${model} takes no more requests now`,
    hint: "Wait a minute and send the message again, or choose another model with /model NAME.",
  },
  {
    isMeant: ({ statuses }) => statuses.some((status) => status >= 500),
    what: (model) => `The provider of ${model} is in trouble`,
    hint: "Wait a little and send the message again, or choose another model with /model NAME.",
  },
  {
    isMeant: ({ codes, texts }) =>
      unreachable.some((code) => codes.has(code)) ||
      texts.some((text) => /^(?:fetch failed|Cannot connect)/i.test(text)),
    what: (model) => `No server answers for ${model}`,
    hint: "Check that its server runs and that this machine is online, or choose another model with /model NAME.",
  },
];

const unreachable = ["econnrefused", "enotfound", "econnreset", "etimedout", "eai_again", "ehostunreach"];

/** The provider's own words, innermost error first, because what wraps them says less. */
function pickReason({ texts }: Fault, error: unknown): string {
  const words = texts.find((text) => /\s/.test(text)) ?? texts[0];
  const own = words ?? (error instanceof Error ? error.message : String(error));
  return stripFullStop(fitLine(own, longestReason)) || "it gave no reason";
}

function stripFullStop(text: string): string {
  return text.trim().replace(/\.$/, "");
}
