import { rememberByText } from "@clewline/text/remember.js";

/** Equal but for its case and the space around its words. The same texts are often looked up for the next message. */
export const foldRepeat = rememberByText((text) => text.trim().replace(/\s+/gu, " ").toLowerCase(), {
  texts: 2_000,
  characters: 500_000,
});
