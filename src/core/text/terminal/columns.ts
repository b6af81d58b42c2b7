/** Marks, joiners, skin tones and the inner parts of Korean syllables belong to the character before them. */
const attached = /^[\p{M}\p{Cf}\p{Emoji_Modifier}\u{1160}-\u{11ff}]/u;

/** A flag is two regional indicators, each of them one column. */
const regional = /^\p{Regional_Indicator}/u;

const wide = new RegExp(
  "^[\\p{Emoji_Presentation}\\u{1100}-\\u{115f}\\u{2e80}-\\u{303e}\\u{3041}-\\u{33ff}\\u{3400}-\\u{4dbf}\\u{4e00}-\\u{a4cf}" +
    "\\u{a960}-\\u{a97c}\\u{ac00}-\\u{d7a3}\\u{f900}-\\u{faff}\\u{fe30}-\\u{fe6f}\\u{ff01}-\\u{ff60}\\u{ffe0}-\\u{ffe6}" +
    "\\u{16fe0}-\\u{18cff}\\u{1b000}-\\u{1b2ff}\\u{1f200}-\\u{1f251}\\u{20000}-\\u{3fffd}]",
  "u",
);

/** The columns of a character in a terminal: two for an ideograph, none for one that joins the character before. */
export function countColumns(character: string): 0 | 1 | 2 {
  const code = character.charCodeAt(0);
  if (code < 0x300) return 1;
  if ((code >= 0x4e00 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3)) return 2;
  if (attached.test(character)) return 0;
  return wide.test(character) && !regional.test(character) ? 2 : 1;
}
