import { ClewError } from "@clewline/core/errors.js";
import type { TokenCounter } from "@clewline/text/tokens/count-tokens.js";

const sliceLength = 512;
/** How many characters before the end of a slice to look for a space. */
const reach = 64;

/** The exact counter for o200k, the tokenizer of GPT-4o and later. Needs the package gpt-tokenizer. */
export async function loadExactCounter(): Promise<TokenCounter> {
  const { countTokens } = await loadEncoding();
  const plainText = { disallowedSpecial: new Set<string>() };
  return (text) => splitText(text).reduce((sum, slice) => sum + countTokens(slice, plainText), 0);
}

async function loadEncoding() {
  try {
    return await import("gpt-tokenizer/encoding/o200k_base");
  } catch (cause) {
    throw new ClewError("tokens/no-exact-counter", "The exact token counter needs the package gpt-tokenizer", {
      hint: "Run npm install gpt-tokenizer, or leave the exact counter out and use the estimate",
      cause,
    });
  }
}

/** Exact tokenizers take quadratic time on long runs without spaces, so they see short slices only. */
function splitText(text: string): string[] {
  const slices: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = findSliceEnd(text, at);
    slices.push(text.slice(at, end));
    at = end;
  }
  return slices;
}

/** Ends before a nearby space, because the space belongs to the word after it; never inside a character. */
function findSliceEnd(text: string, start: number): number {
  const end = start + sliceLength;
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(" ", end);
  if (space > end - reach) return space;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}
