import { rememberByText } from "../text/remember.js";

/** Equal but for its case and the space around its words. What is looked up for one message often is for the next. */
export const foldRepeat = rememberByText((text) => text.trim().replace(/\s+/gu, " ").toLowerCase(), {
  texts: 2_000,
  characters: 500_000,
});
