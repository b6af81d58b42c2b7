import type { Family } from "./kind.js";
import { makeHint } from "./scan.js";

/** Between two lines of a key: a line break, an escaped one, or what quotes and joins lines in code and mail. */
const between = "(?:\\s|\\\\{1,4}[nrt]|[\"'+,>|*#]|\\\\(?=[\\r\\n\"'])){1,24}";
/** A line, or the rest of the last one. */
const line = "(?:[A-Za-z0-9+/=]{20,}|[A-Za-z0-9+/=]{1,19}(?=\\s*$|[\\r\\n\"'\\\\.…-]|\\s-----))";
const headerLine = "[A-Z][A-Za-z-]{2,20}: [^\\r\\n\\\\]{0,200}";

const begins = makeHint(
  /PRIVATE KEY|Static key|LS0tLS1CRUdJTi|"kty|Private-Lines: |\$(?:1|2[abxy]?|[5-9]|y|gy|apr1|argon2(?:id?|d)|scrypt|pbkdf2[a-z0-9-]{0,10}|krb5\w{2,6})\$|\{S?SHA\d{0,3}\}|otpauth(?:-migration)?:/,
);
const bytes = /\[\d{1,3}, ?\d{1,3}, ?\d{1,3}, ?\d{1,3},/;

export const privateKeys: Family = {
  hint: { test: (text) => begins.test(text) || bytes.test(text) },
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "private key", pattern: /-{4,5} ?BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)? ?-{4,5}(?:[^-]|-(?!---)){16,100000}-{4,5} ?END [A-Z0-9 ]{0,40}-{4,5}/g, check: ({ secret }) => /[A-Za-z0-9+/]{16}/.test(secret.slice(26, -24)) },
    { name: "private key", pattern: new RegExp( `-{4,5} ?BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)? ?-{4,5}(?:${between}(?:${headerLine}|${line})){1,4000}`, "g", ), check: ({ secret }) => /[A-Za-z0-9+/]{16}/.test(secret.slice(26)) },
    { name: "private key", hint: /Static key/, pattern: /-{4,5} ?BEGIN OpenVPN (?:tls-crypt-v2 )?(?:Static|server|client) key(?: V\d)? ?-{4,5}[\sA-Za-z0-9+/=]{16,100000}-{4,5} ?END [A-Za-z0-9 -]{0,40}-{4,5}/g },
    { name: "private key", pattern: /(?<lead>Private-Lines: \d{1,3}\s{1,4})(?<secret>(?:[A-Za-z0-9+/=]{1,80}\s{1,4}){0,200}[A-Za-z0-9+/=]{16,80})/g },
    {
      // The same in base64, as settings of machines hold it; certificates and public keys begin otherwise.
      name: "private key",
      hint: /LS0tLS1CRUdJTi/,
      pattern:
        /LS0tLS1CRUdJTi(?!BDRVJU|BQVUJMSUM|BSU0EgUFVC|BYNTA5|BQR1AgUFVC|BQR1AgTUV|BQR1AgU0l)[A-Za-z0-9+/]{30,}={0,2}(?:(?:\\n|\s){1,24}[A-Za-z0-9+/]{40,}={0,2}){0,2000}/g,
    },
    {
      // A key as JSON: the fields of the private half. Its public half has x, y, n and e.
      name: "private key",
      hint: /"kty/,
      pattern:
        /(?<lead>\\{0,3}"(?:d|k|p|q|dp|dq|qi)\\{0,3}"\s{0,4}:\s{0,4}\\{0,3}")(?<secret>[A-Za-z0-9_-]{16,2000})(?=\\{0,3}")/g,
    },
    {
      // 64 bytes of a key, one by one.
      name: "private key",
      hint: /key|secret|wallet|signer/i,
      pattern: /(?<lead>\[\s{0,4})(?<secret>(?:\d{1,3},\s{0,4}){63}\d{1,3})(?=\s{0,4}\])/g,
      check: ({ before, secret, after }) =>
        /key|secret|wallet|signer/i.test(before + after) && secret.split(",").every((byte) => Number(byte) < 256),
    },
    { name: "password hash", pattern: /(?<![\w$])\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{40,53}/g },
    { name: "password hash", pattern: /(?<![\w$])\$(?:1|[5-9]|y|gy|apr1|argon2(?:id?|d)|scrypt|pbkdf2[a-z0-9-]{0,10}|krb5\w{2,6})\$(?:[\w.,=+/@*:-]{1,100}\$){0,4}[\w./+=-]{20,4000}/g },
    { name: "password hash", pattern: /\{S?SHA\d{0,3}\}[A-Za-z0-9+/]{20,120}={0,2}/g },
    { name: "one-time password setup", pattern: /otpauth(?:-migration)?:\/\/[^\s"'<>`]{4,2000}/g },
  ],
};
