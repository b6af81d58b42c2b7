/** Secrets in the columns of tables, exports of password managers among them: the heading of the column says what its cells are. */
import type { Finder, FoundSecret } from "./kind.js";
import { isCode, isMixedWord, isPlaceholder, isRandom, isStrangeWord } from "./likeness.js";
import { isListedWord, isOrdinaryWord } from "./ordinary-words.js";
import { makeScan, makeWordHint } from "./scan.js";
import { hasSecretWord, passwordWords } from "./words.js";

export const columns: Finder = { names: ["password"], find: findInColumns };

interface Table {
  readonly sign: string;
  readonly count: number;
  /** The columns that hold secrets. */
  readonly places: readonly number[];
  /** A table of accounts with their passwords, where any word is one. */
  readonly isOfAccounts: boolean;
}

interface Cell {
  readonly start: number;
  readonly text: string;
}

const headings =
  /pass|pwd|(?<![a-z])pw(?![a-z])|secret|token|api[ _-]?key|totp|otpauth|kennwort|contrase|mot de passe|senha|wachtwoord|hasło|пароль|密码|密碼|パスワード|비밀번호/i;
const scanHeadings = makeWordHint(
  "pass|pw|secret|token|api|totp|otpauth|kennwort|contrase|mot de passe|senha|wachtwoord|hasło|пароль|密码|密碼|パスワード|비밀번호",
  headings,
);
const heading = new RegExp(
  `^[\\w .-]{0,20}?(?:${passwordWords}|secret|token|api[ _-]?key|totp|otp_?auth|pin|cvv|pass|pw|psk)(?: ?\\([^()]{1,20}\\))?$`,
  "i",
);
const hasAccount =
  /user|login|account|name|host|site|service|url|benutzer|konto|dienst|utilisateur|identifiant|usuario|servicio|логин|сайт|账号|用户|mail/i;
const hasPassword = new RegExp(`${passwordWords}|(?<![a-z])(?:pass|pw)(?![a-z])`, "i");
const passAlone = makeWordHint("pass|pw", /(?<=(?:^|[,;|\t])[ "]{0,8})(?:pass|pwd?)[ "]*(?:[,;|\t\r\n]|$)/i);
/** Between the heading and the rows. */
const ruler = /^[\s|+:=-]+$/;
const longestHeading = 600;
const mark = "[redacted: ";

function findInColumns(text: string): readonly FoundSecret[] {
  return [...findInRows(text), ...(insert.test(text) ? findInserted(text) : [])].sort((a, b) => a.start - b.start);
}

const inserted = /insert\s+into\s+\S{1,80}\s*\((?<names>[^()]{1,600})\)\s*values\s*/gi;
const insert = makeScan(["insert"]);
const tuple = /[\s,]{0,8}\((?:'(?:[^']|''){0,400}'(?!')|[^'()]|\([^()]{0,200}\)){1,2000}\)/y;
const literal = /'(?:[^']|''){0,400}'(?!')|(?:[^,'()]|\([^()]{0,200}\))+/g;

/** In the tuples of an INSERT, at the places of such columns. */
function findInserted(text: string): readonly FoundSecret[] {
  return [...text.matchAll(inserted)].flatMap(({ 0: head, index, groups }) => {
    const names = (groups?.names ?? "").split(",").map((each) => each.replace(/[\s"'`[\]]/g, ""));
    const places = names.flatMap((each, place) => (heading.test(each) ? [place] : []));
    const found: FoundSecret[] = [];
    tuple.lastIndex = index + head.length;
    for (let row = tuple.exec(text); row !== null && places.length > 0; row = tuple.exec(text)) {
      const start = row.index + row[0].indexOf("(") + 1;
      const values = [...row[0].slice(start - row.index, -1).matchAll(literal)];
      const cells = values
        .filter(([each]) => each.trim() !== "")
        .map(({ 0: each, index: at }) => ({
          start: start + at + each.indexOf("'") + 1,
          text: each.trim().replace(/^N?'|'$/g, ""),
        }));
      found.push(...readRow(cells, { places, isOfAccounts: true, sign: ",", count: names.length }));
    }
    return found;
  });
}

function findInRows(text: string): readonly FoundSecret[] {
  if (!text.includes("\n") || !(hasSecretWord(text) || passAlone.test(text)) || !scanHeadings.test(text)) return [];
  const found: FoundSecret[] = [];
  let table: Table | null = null;
  let start = 0;
  for (const line of text.split("\n")) {
    const cells: readonly Cell[] = table === null ? [] : splitCells(line, table.sign);
    if (table !== null && cells.length === table.count) {
      const of = table;
      found.push(...readRow(cells, of).map((each) => ({ ...each, start: start + each.start })));
    } else if (table === null || !ruler.test(line)) table = readHeading(line);
    start += line.length + 1;
  }
  return found;
}

function readHeading(line: string): Table | null {
  if (line.length > longestHeading || !headings.test(line) || line.includes(mark)) return null;
  const sign = ["|", "\t", ";", ",", "  "].find((each) => line.trim().includes(each));
  if (sign === undefined) return null;
  const cells = splitCells(line, sign);
  const places = cells.flatMap(({ text }, index) => (text.length < 40 && heading.test(text) ? [index] : []));
  if (cells.length < 2 || places.length === 0) return null;
  return { sign, count: cells.length, places, isOfAccounts: hasAccount.test(line) && hasPassword.test(line) };
}

/** Two spaces or more part what was aligned by hand. */
const patterns: Readonly<Record<string, RegExp>> = {
  "|": /(?:^|\|)([^|]*)/g,
  "\t": /(?:^|\t)([^\t]*)/g,
  ";": /(?:^|;)((?:"(?:[^"]|"")*"(?=;|$)|[^;]*))/g,
  ",": /(?:^|,)((?:"(?:[^"]|"")*"(?=,|$)|[^,]*))/g,
  "  ": /(\S+(?: \S+)*)/g,
};

const edge = /^[\s"'`*]*/;

function splitCells(line: string, sign: string): readonly Cell[] {
  const pattern = patterns[sign];
  if (pattern === undefined || line.length > 1_500) return [];
  return [...line.replace(/\r$/, "").matchAll(pattern)].map(({ 0: whole, 1: cell = "", index }) => {
    const lead = edge.exec(cell)?.[0].length ?? 0;
    return { start: index + whole.length - cell.length + lead, text: cell.slice(lead).replace(/[\s"'`*]+$/, "") };
  });
}

function readRow(cells: readonly Cell[], { places, isOfAccounts, sign }: Table): readonly FoundSecret[] {
  return places.flatMap((place) => {
    const { start, text } = cells[place] ?? { start: 0, text: "" };
    return isSecretCell(text, isOfAccounts, sign) ? [{ name: "password", start, value: text }] : [];
  });
}

function isSecretCell(text: string, isOfAccounts: boolean, sign: string): boolean {
  if (text.length < 4 || text.length > 400 || text.includes(mark) || /^[-:=]+$/.test(text)) return false;
  if (isPlaceholder(text) || isCode(text)) return false;
  if (/\s/.test(text)) return isOfAccounts && /[,;\t]/.test(sign) && /\d|[!#$%&*+]/.test(text) && !/[.:]\s/.test(text);
  if (isMixedWord(text) || isRandom(text)) return true;
  if (!isOfAccounts) return false;
  if (/^\d+$/.test(text)) return true;
  return (isStrangeWord(text) && !isOrdinaryWord(text)) || isPlainCell(text);
}

/** A word of letters that says nothing about passwords. */
function isPlainCell(text: string): boolean {
  return /^\p{L}[^\s,;:<>()]*$/u.test(text) && !isOrdinaryWord(text) && !isListedWord(text) && !hasPassword.test(text);
}
