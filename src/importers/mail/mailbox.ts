/** The text of one letter, and the line where it begins. */
export interface RawLetter {
  readonly line: number;
  readonly text: string;
}

/** The sender and the time; Thunderbird leaves both out. A sentence that begins with "From" has no time and year. */
const divider = /^From (?:$|(?=.*\d:\d\d)(?=.*\b\d{4}\b)\S+\s)/;

export function isMailbox(head: string): boolean {
  const [first = "", second = ""] = head.replace(/^\uFEFF/, "").split(/\r?\n/, 2);
  return divider.test(first) && /^(>From |[!-9;-~]+:)/.test(second);
}

/** The letters of a mailbox. Undoes the quoting of "From" at the beginning of a line. */
export async function* splitLetters(
  lines: AsyncIterable<{ readonly number: number; readonly text: string }>,
): AsyncIterable<RawLetter> {
  let letter: string[] = [];
  let start = 1;
  let blank = true;
  for await (const { number, text } of lines) {
    const line = text.replace(/\r$/, "");
    if (blank && divider.test(line.replace(/^\uFEFF/, ""))) {
      if (letter.length > 0) yield { line: start, text: letter.join("\n") };
      letter = [];
      start = number + 1;
    } else letter.push(line.replace(/^>(>*From )/, "$1"));
    blank = line === "";
  }
  if (letter.some((line) => line !== "")) yield { line: start, text: letter.join("\n") };
}
