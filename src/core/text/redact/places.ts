import type { Family, SecretMatch } from "./kind.js";
import { isCode, isMixedWord, isPlaceholder, isRandom } from "./likeness.js";
import { isListedWord, isOrdinaryWord } from "./ordinary-words.js";
import { hasSecretWord, passwordWords } from "./words.js";

const argument = "[^()\"']{0,60}(?:[\"'][^\"'\\n]{0,80}[\"'])?[^()\\n\"']{0,10}";

const opened =
  "(?:\\w{0,30}(?:auth|log_?in|sign_?in|connect|connection|credentials?|authenticator|username_pw_set|_bind|(?:create|add)_?(?:super)?_?user|sign_?up)\\w{0,16}|PDO|mysqli|DirectoryEntry)\\s?(?:[=:]\\s?)?[([]";
const closes = "(?=[\"']\\s{0,4}[,)\\].])";

/** A password that is handed to a function by its place: after the account, when something is connected, logged in to or signed. */
export const givenArguments: Family = {
  hint: { test: (text) => /[([,]\s*b?["'`]/.test(text) && connects.test(text) },
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "password", hint: /,\s*["']/, pattern: new RegExp( `(?<lead>(?<!\\w)${opened}(?:${argument},\\s{0,4}){1,3}\\s{0,12}["'])(?<secret>[^"'\\s]{5,100}|[a-z]{4}(?: [a-z]{4}){3})${closes}`, "gi", ), check: ({ secret, lead }) => !isPlaceholder(secret) && (isMixedWord(secret) || /^(?:[a-z]{4} ?){4}$/.test(secret) || (takesPassword.test(lead) && !isListedWord(secret) && !hasSecretWord(secret) && !/[/:.]/.test(secret))) },
    { name: "secret", hint: /hmac|jwt|\.encrypt/i, pattern: new RegExp( `(?<lead>(?:createHmac|jwt\\.(?:sign|verify|encode|decode)|\\.(?:en|de)crypt|hash_hmac)\\((?:${argument},\\s{0,4}){1,2}?\\s{0,12}b?["'])(?<secret>[^"'\\r\\n]{5,200})${closes}`, "gi", ), check: isMadeUp },
    { name: "secret", hint: /hmac|SecretKeySpec|scrypt|pbkdf2|bcrypt|_hash|make_password/i, pattern: new RegExp(`(?<lead>(?:hmac\\.new|SecretKeySpec|\\b\\w{0,8}scrypt(?:Sync|\\.\\w{2,20})?|pbkdf2(?:Sync)?|bcrypt\\.(?:hash|compare|hashpw)(?:Sync)?|password_hash|generate_password_hash|make_password)\\(\\s{0,12}b?["'])(?<secret>[^"'\\r\\n]{5,200})${closes}`, "gi"), check: isMadeUp },
    { name: "password", hint: /passw|pwd/i, pattern: /(?<lead>(?:passw|pwd)[\w-]{0,20}["'\]]{1,3}\){0,3}\s{0,12}\.(?:sendKeys|send_keys|type|fill|setValue|set_value|val|addValue)\(\s?["'])(?<secret>[^"'\r\n]{4,100})(?=["'])/gi, check: ({ secret }) => !isPlaceholder(secret) },
    { name: "password", hint: /ase64|b64|btoa|Buffer\.from/, pattern: /(?<lead>(?:b64encode|base64_encode|btoa|Buffer\.from|encodeToString|EncodeToString|encode64)\((?:\[\]byte\()?b?["'`][\w.@+-]{1,60}:)(?<secret>[^"'`\s]{3,100})(?=["'`])/g, check: isMadeUp },
  ],
};

function isMadeUp({ secret }: SecretMatch): boolean {
  return (
    !isPlaceholder(secret) &&
    !/^(?:key|secret|token|password|passwd|data|text|payload|message|utf-?8|hex|base64|sha-?\d{1,3}|[hre]s\d{3})$/i.test(
      secret,
    )
  );
}

/** Only a password can follow the account in the call of one of these. */
const takesPassword =
  /^(?:DirectoryEntry|\w*Credentials?|getConnection|PDO|mysqli|\w*Basic_?Auth\w*|username_pw_set|\w*_bind|(?:create|add)_?(?:super)?_?user\w*|auth\s?[=:]\s?[([]|(?:\w*\.)?log_?in\s?\(["'][^"']+["'],\s{0,4}["']$|\w*connect\s?\((?:[^,]*,){2})/i;

const connects =
  /(?:auth|log_?in|sign_?in|connect|Connection|Credential|PDO|mysqli|hmac|jwt|DirectoryEntry|crypt|KeySpec|pbkdf2|_hash|make_password|pw_set|_bind|_?user|sign_?up|b64encode|base64|btoa|Buffer\.from|encode\w*|passw[\w.-]*["'\])]{2,5}\.\w+)[\w.]*\s?(?:[=:]\s?)?[([]/i;

const heading = new RegExp(
  `^[\\s"'\`*]*[\\w .-]{0,20}?(?:${passwordWords}|secret|token|api[ _-]?key)[\\s"'\`*]*$`,
  "i",
);
const headings = /passw|pwd|secret|token|api[ _-]?key|kennwort|contrase|mot de passe|пароль|密码/i;

/** Below the heading of a column that holds passwords, as far as the rows have as many cells: where their cells begin. */
function findCells(text: string, readHeading: (line: string) => Column | null): readonly number[] {
  const cells: number[] = [];
  let column: Column | null = null;
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

interface Column {
  readonly sign: string;
  readonly index: number;
  readonly count: number;
}

function readHeading(line: string): Column | null {
  if (line.length > 400 || !headings.test(line)) return null;
  const sign = ["|", "\t", ";", ","].find((each) => line.includes(each));
  if (sign === undefined) return null;
  const parts = line.split(sign);
  const index = parts.findIndex((part) => part.length < 40 && heading.test(part));
  return index < 0 ? null : { sign, index, count: parts.length };
}

/** A table of accounts with their passwords, where any word is one. */
function readAccountHeading(line: string): Column | null {
  return hasAccount.test(line) && hasPassword.test(line) ? readHeading(line) : null;
}

const hasAccount = /user|login|account|name|host|site|service|benutzer|konto|utilisateur|usuario|логин|账号|mail/i;
const hasPassword = new RegExp(passwordWords, "i");

export const columns: Family = {
  hint: { test: (text) => hasSecretWord(text) && text.includes("\n") && headings.test(text) },
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "password", spots: (text) => findCells(text, readHeading), pattern: /(?<lead>[ "'`*]{0,20})(?<secret>[^\s"'`|,;]{6,200})(?=[ "'`*]{0,40}(?:[|,;\t\r\n]|$))/y, check: ({ secret }) => !isPlaceholder(secret) && !isCode(secret) && (isMixedWord(secret) || isRandom(secret)) },
    { name: "password", spots: (text) => findCells(text, readAccountHeading), pattern: /(?<lead>[ "'`*]{0,20})(?<secret>\p{L}[^\s"'`|,;:]{3,60})(?=[ "'`*]{0,40}(?:[|,;\t\r\n]|$))/uy, check: ({ secret }) => !isPlaceholder(secret) && !isCode(secret) && !isOrdinaryWord(secret) && !hasPassword.test(secret) },
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
