import type { Family } from "./kind.js";
import { isCode, isMixedWord, isPlaceholder, isRandom } from "./likeness.js";
import { hasSecretWord, passwordWords } from "./words.js";

const argument = "[^()\"']{0,60}(?:[\"'][^\"'\\n]{0,80}[\"'])?[^()\\n\"']{0,10}";

/** A password that is handed to a function by its place: after the account, when something is connected or logged in to. */
export const givenArguments: Family = {
  hint: { test: (text) => /,\s*["']/.test(text) && connects.test(text) },
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "password", pattern: new RegExp( `(?<lead>(?:auth\\w*|log_?in|sign_?in|connect\\w*|\\w*Connection|\\w{0,30}Credentials?|PDO|mysqli|authenticate|DirectoryEntry)\\s?(?:[=:]\\s?)?[([](?:${argument},\\s{0,4}){1,3}\\s{0,12}["'])(?<secret>[^"'\\s]{6,100})(?=["']\\s{0,4}[,)\\]])`, "gi", ), check: ({ secret, lead }) => !isPlaceholder(secret) && (isMixedWord(secret) || /^[a-z]{16}$/.test(secret) || lead.startsWith("DirectoryEntry")) },
    { name: "secret", hint: /hmac|jwt/i, pattern: new RegExp( `(?<lead>(?:createHmac|hmac\\.new|jwt\\.(?:sign|verify|encode|decode))\\((?:${argument},\\s{0,4})\\s{0,12}b?["'])(?<secret>[^"'\\s]{8,200})(?=["']\\s{0,4}[,)])`, "gi", ), check: ({ secret }) => !isPlaceholder(secret) && (isRandom(secret) || /\d/.test(secret)) },
  ],
};

const connects =
  /(?:auth|log_?in|sign_?in|connect|Connection|Credential|PDO|mysqli|hmac|jwt|DirectoryEntry)[\w.]*\s?(?:[=:]\s?)?[([]/i;

const heading = new RegExp(
  `^[\\s"'\`*]*[\\w .-]{0,20}?(?:${passwordWords}|secret|token|api[ _-]?key)[\\s"'\`*]*$`,
  "i",
);
const headings = /passw|pwd|secret|token|api[ _-]?key|kennwort|contrase|mot de passe|пароль|密码/i;

/** Below the heading of a column that holds passwords, as far as the rows have as many cells: where their cells begin. */
function findCells(text: string): readonly number[] {
  const cells: number[] = [];
  let column: { readonly sign: string; readonly index: number; readonly count: number } | null = null;
  let start = 0;
  for (const line of text.split("\n")) {
    const parts = column === null ? [] : line.split(column.sign);
    if (column !== null && parts.length === column.count) {
      const place = parts.slice(0, column.index).reduce((sum, part) => sum + part.length + 1, start);
      cells.push(place);
    } else column = readHeading(line);
    start += line.length + 1;
  }
  return cells;
}

function readHeading(line: string): { readonly sign: string; readonly index: number; readonly count: number } | null {
  if (line.length > 400 || !headings.test(line)) return null;
  const sign = ["|", "\t", ";", ","].find((each) => line.includes(each));
  if (sign === undefined) return null;
  const parts = line.split(sign);
  const index = parts.findIndex((part) => part.length < 40 && heading.test(part));
  return index < 0 ? null : { sign, index, count: parts.length };
}

export const columns: Family = {
  hint: { test: (text) => hasSecretWord(text) && text.includes("\n") && headings.test(text) },
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "password", spots: findCells, pattern: /(?<lead>[ "'`*]{0,20})(?<secret>[^\s"'`|,;]{6,200})(?=[ "'`*]{0,40}(?:[|,;\t\r\n]|$))/y, check: ({ secret }) => !isPlaceholder(secret) && !isCode(secret) && (isMixedWord(secret) || isRandom(secret)) },
  ],
};

/** A command that prints a secret, and what it printed. */
const printed =
  /(?<lead>(?:^|\n)[^\s<>"'`;{}()]{0,40} ?[$%❯#] [^\n]{0,200}(?:passw|secret|token|genkey|genpsk|pass show|pass |op read|rand |api[_-]?key|keygen|pwgen|credential)[^\n]{0,200}\n)(?<secret>[^\s"'`<>]{6,400})(?=\s*(?:\n|$))/gi;

export const printedSecrets: Family = {
  hint: /(?:^|\n)[^\s<>"'`;{}()]{0,40} ?[$%❯#] /,
  kinds: [
    {
      name: "secret",
      pattern: printed,
      check: ({ secret }) => !isPlaceholder(secret) && !isCode(secret) && (isMixedWord(secret) || isRandom(secret)),
    },
  ],
};

/** A line that says that accounts or passwords follow, one in each line of a list. */
const listHeading =
  /(?:log[- ]?ins?|passwords?|passwörter|kennwörter|credentials?|accounts?|zugänge|zugangsdaten|identifiants|contraseñas|credenciales|senhas|wachtwoorden|пароли|логины)\b[^:：\n]{0,40}[:：]?[*_]{0,2}\s*$/i;
/** A line of a list below one that ends in a word or a colon: most texts have none. */
const hasList = /[\p{L}:：*_]\s{0,2}\n\s{0,9}(?:[-*•+]|\d{1,2}[.)])\s/u;
const listLine = /^\s{0,8}(?:[-*•+]|\d{1,2}[.)])\s/;

function findListed(text: string): readonly number[] {
  const places: number[] = [];
  let [start, isListed] = [0, false];
  for (const line of text.split("\n")) {
    if (isListed && listLine.test(line)) places.push(start);
    else isListed = (line.length < 120 && listHeading.test(line)) || (isListed && line.trim() === "");
    start += line.length + 1;
  }
  return places;
}

/** The last part of such a line, after the account's name. */
export const listedPasswords: Family = {
  hint: { test: (text) => hasList.test(text) && hasSecretWord(text) && findListed(text).length > 0 },
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "password", spots: findListed, pattern: /(?<lead>[^\n]{1,100}?(?:\s?[/:|,=→]\s{0,3}|\s(?:[–—-]|->|is)\s)["'`*]{0,3})(?<secret>[^\s"'`]{6,100})(?=["'`*]{0,3}[.,;]?\s*(?:\(|$|\n))/y, check: ({ secret }) => !isPlaceholder(secret) && !isCode(secret) && isMixedWord(secret) },
  ],
};
