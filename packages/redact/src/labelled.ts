import type { Family, Hint, Kind, SecretMatch, Words } from "./kind.js";
import { isDrawnValue, isKeyValue, isPasswordValue } from "./label-values.js";
import { isCode, isPlaceholder, isRandom, isUuid } from "./likeness.js";
import { isOrdinaryWord } from "./ordinary-words.js";
import { beginNames } from "./runs.js";
import { makeHint, makeSpots, makeWordHint } from "./scan.js";
import { drawnHint, drawnPlaces, passwordHint, passwordPlaces } from "./words.js";

/** The end of a name after its secret word, and a closing quote or bracket. */
const label = "[\\w.-]{0,40}";
const closed = "[$!?]?\\\\{0,3}[\"'`*]{0,3}[\\]}]?\\)?";
/** A declared type: before the operator in most languages, as `: string`, ` string`, `[32]` or ` varchar(20)`. */
const declared =
  "(?:\\s?:\\s?[A-Za-z&*][\\w.<>\\[\\]&'?*| ]{0,40}?|\\s(?:As\\s)?[A-Za-z*&][\\w.<>*\\[\\]]{0,24}(?:\\(\\d{1,5}\\))?|\\[\\d{0,5}\\])?";
/** Operators that join a name to its value, from `=` to `||=`, `?=`, `::=`, `<-`, `->` and `=>`. */
const operator =
  "(?:\\?[:?]|:-|(?<=\\)\\s?)or|(?<=\\)\\s{0,2})\\{|(?:\\|\\||\\?\\?|&&|[:+.~!?*^%]|::|:::)?={1,3}[>~]?|:{1,3}(?!:)|<{1,2}[-=]|[-~]>|：|→|\\|\\|)";
/** The call of a constructor around a literal. */
const wrapped =
  "(?:(?:new\\s)?(?:\\[\\]|&)?(?:@?[A-Za-z_$][\\w.$:]{0,40}!?\\s?)?\\(\\s{0,4}(?:[\"'][\\w.-]{1,40}[\"'],\\s?)?){0,3}";
const quoted = "(?:@\\$?|\\$@?|[bruflnBRUFLN]{1,2}|%[qQwW]?|q[qw]?)?(?<quote>\\\\{0,3}(?:\"\"\"|'''|[\"'`]))";
/** One literal, and those that are joined to it by `+` or `.`. */
const literal = "(?:(?!\\k<quote>)(?:\\\\[^\\r\\n]|[^\\\\\\r\\n]))";
const inQuotes = `(?<secret>${literal}{1,2000}(?:\\k<quote>\\s{0,4}[+.&]\\s{0,12}\\k<quote>${literal}{1,400}){0,8})`;
const unquoted =
  "(?<secret>(?![=>])(?:[^\\s\"'`<>,;&|\\\\]|[,;&|](?![\\s\"'`]|[\\w.-]{1,40} ?[=:]|$)|<(?![/a-zA-Z])|\\\\(?![nrt\"'])){1,2000})";

const lineWord = "[a-z\\d\\u00df-\\u04ff'!?#-]{1,40}";

/** The literal that a call of this name takes. */
const byCall: readonly [hint: RegExp, pattern: string] = [
  /[\w)]\s?\(?\s?(?:(?:Some|Ok|String::from|Optional\.of)\(){0,2}["'`]/,
  `(?<lead>${label}(?:\\s{1,8}|\\s?\\(\\s{0,4}(?:(?:Some|Ok|String::from|Optional\\.of)\\(){0,2}|\\s{1,4}\\{\\s{1,4})${quoted})${inQuotes}`,
];

/** A literal that counts where nothing else is set. */
const byDefault: readonly [hint: RegExp, pattern: string] = [
  /(?:\|\||\?\?|\?:|\bor|(?:efault|orElse|unwrap_or)\w{0,8}\()\s?["'`]/,
  `(?<lead>${label}${closed}${declared}\\s{0,8}${operator}\\s{0,8}[^\\r\\n"'\`;,]{1,80}?\\s?(?:\\|\\||\\?\\?|\\?:|\\bor|\\.(?:default|withDefault|orElse|getOrElse|unwrap_or)\\()\\s{0,4}${quoted})${inQuotes}`,
];

/** A name with a value, as files, programs, forms and messages write it. */
function makeLabelledKinds(name: string, words: Words, check: (found: SecretMatch) => boolean): readonly Kind[] {
  const row = (hint: Hint, pattern: string): Kind => ({
    name,
    hint,
    pattern: new RegExp(pattern, "iy"),
    ...words,
    check,
  });
  return [
    row(
      /[=:：>→|-]\s{0,4}[^\s"'`]{0,42}["'`]/,
      `(?<lead>${label}${closed}${declared}\\s{0,8}${operator}\\s{0,8}${wrapped}${quoted})${inQuotes}`,
    ),
    row(...byDefault),
    row(
      /["'`]\s?,\s{0,24}(?:default\w{0,6}\s?[=:]\s?)?["'`]/,
      `(?<lead>${label}\\\\{0,3}["'\`]\\s?,\\s{0,24}(?:default(?:_value|Value)?\\s?[=:]\\s?)?${quoted})${inQuotes}`,
    ),
    row(/,\s?["'`]/, `(?<lead>${label}\\s?,\\s{0,4}${quoted})${inQuotes}`),
    row(...byCall),
    {
      ...row(
        /["'`][\w+/=~-]{16}/,
        `(?<lead>${label}[^\\r\\n;]{1,120}?(?<quote>["'\`]))(?<secret>[\\w+/=~-]{16,400})(?=\\k<quote>)`,
      ),
      check: (found) => isRandom(found.secret) && !isUuid(found.secret) && isDrawnValue(found),
    },
    row(
      makeHint(/config[ :]|secrets?[ :]|kv[ :]|ssm[ :]|env[ :]/),
      `(?<lead>(?<=(?:config|secrets?|kv|ssm|env)[ :][^\\r\\n]{0,80})${label}["']?\\s["']?)(?!-)${unquoted}`,
    ),
    row(
      /%[qQwW]?[({[<]/,
      `(?<lead>${label}\\s{0,8}${operator}\\s{0,8}%[qQwWi]?[({[<])(?<secret>[^\\r\\n)}\\]>]{1,2000})`,
    ),
    {
      ...row(
        /[:=] ?[a-z\d\u00df-\u04ff]+ [a-z\d\u00df-\u04ff]/,
        `(?<lead>${label}\\s{0,4}[:=] ?)(?<secret>${lineWord}(?: ${lineWord}){1,7})(?=[ \\t]*(?:$|[\\r\\n]| [#;]))`,
      ),
      check: (found) => beginsLine.test(found.before) && check(found),
    },
    row(
      /[=:：→|<>-]/,
      `(?<lead>${label}${closed}\\s{0,8}${operator}[ \\t]{0,8}(?:(?:!!|&)\\w{1,20} )?[*_]{0,2})${unquoted}`,
    ),
    row(
      /(?:ENV|setenv|setx)\s/,
      `(?<lead>(?<=(?:ENV|setenv|setx)\\s{1,4}[\\w.-]{0,60})${label}\\s{1,4}["']?)${unquoted}`,
    ),
    row(
      /[:=<][ \t]{0,4}[^\s]{0,12}[ \t]{0,4}[\r\n]/,
      `(?<lead>${label}${closed}\\s{0,4}(?:[:=][ \\t]{0,4}[|>]?[-+]?[ \\t]{0,4}[\\r\\n]{1,2}[ \\t]{1,24}(?:(?:value|default|data|text)\\s?[:=]\\s?)?|=?[ \\t]{0,4}<<[-~]?["']?[A-Za-z]{2,10}["']?[\\r\\n]{1,2}[ \\t]{0,24})["']?)${unquoted}`,
    ),
    {
      ...row(flagged, `(?<lead>${label}(?:[ =:]|\\s\\\\\\s{1,8})["']?)(?<secret>(?!-)[^\\s"']{1,2000})`),
      check: (found) => isFlag(found, check),
    },
  ];
}

const beginsLine = /(?:^|[\r\n])[ \t]{0,40}(?:[-#] ?|export )?[\w.-]{0,60}$/i;
const flagged = /(?<![\w-])(?:-[\w-]|\/[a-z])/i;
const flag = /(?<![\w-])(?:--?|\/)[\w.-]{0,30}$/;

/** An option of a command, with its value. */
function isFlag(found: SecretMatch, check: (found: SecretMatch) => boolean): boolean {
  const { 0: opens, index } = flag.exec(found.before) ?? { 0: "", index: 0 };
  return opens !== "" && check({ ...found, lead: opens + found.lead, before: found.before.slice(0, index) });
}

export const labelledPasswords: Family = {
  hint: passwordHint,
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "password", hint: /\b(?:login|user|machine|account)\s/, pattern: /(?<lead>\b(?:login|user|account)\s{1,8}\S{1,80}\s{1,8}(?:password|passwd)\s{1,8}["']?)(?<secret>[^\s"']{1,200})/g, check: ({ secret }) => !isPlaceholder(secret) && !isOrdinaryWord(secret) },
    { name: "password", hint: /requirepass|masterauth|rootpw|bindpw/, pattern: /(?<lead>(?:requirepass|masterauth|rootpw|bindpw)\s{1,8}(?:--\w{1,20}\s{1,8})?["']?)(?<secret>[^\s"']{3,200})/g, check: ({ secret }) => !isPlaceholder(secret) },
    ...makeLabelledKinds("password", passwordPlaces, isPasswordValue),
  ],
};

export const labelledKeys: Family = {
  hint: drawnHint,
  kinds: makeLabelledKinds("secret", drawnPlaces, isDrawnValue),
};

/** Names that end in `key` alone: most hold no secret, so the value has to be certain. */
const keyName = "(?<![A-Za-z])(?:[A-Za-z][\\w.-]{0,40}?)?[kK](?:ey|EY)s?(?![a-z])";

const keyHint = makeHint(/key["'`\])]{0,4}\s{0,8}(?:[:=<?|-]|\s[A-Za-z]{1,20}\s)/i);
const keySpots = beginNames(makeSpots("key", "", `["'\`\\])s]{0,5}\\s{0,8}(?:[:=<?|-]|\\s[A-Za-z]{1,20}\\s)`), "_.-");
const codeHint = makeHint(/(?:code|pin|puk)[_.-]?\d{0,2}["']?\s?(?::|[!=]?={1,2})\s?["']?\d{3}/i);

/** The same for names of codes that open something, whose values are numbers. */
export const keyNames: Family = {
  hint: { test: (text) => keyHint.test(text) || codeHint.test(text) },
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "pin", hint: codeHint, pattern: /(?<lead>(?<![a-z])(?:(?:[a-z]{1,16}[_.-]){0,3}(?:alarm|door|gate|access|disarm|arm|entry|unlock|lock|keypad|user|master|security|garage|safe|panel|duress|guest|admin|installer|sim|card|parental|voicemail|bypass)[_.-]?code|(?:[a-z]{1,16}[_.-]){0,3}(?:pin(?:[_.-]?code)?|puk))(?:[_.-]?\d{1,2})?["']?\s?(?::|[!=]?={1,2})\s?["']?)(?<secret>\d{4,10}|\d{3}-\d{2}-\d{3})(?![\w.-])/gi },
    { name: "pin", hint: /\scode["']?: ?["']?\d{4}/, pattern: /(?<lead>(?<![a-z])(?:alarm|lock|keypad)[^\n]{0,40}(?:\n[ \t]+[^\n]{0,80}){0,6}?\n[ \t]+["']?code["']?: ?["']?)(?<secret>\d{4,10})(?![\w.-])/gi },
    { name: "secret", spots: keySpots, pattern: new RegExp( `(?<lead>${keyName}${closed}${declared}\\s{0,8}${operator}\\s{0,8}${quoted})${inQuotes}`, "y", ), check: isKeyValue },
    { name: "secret", spots: keySpots, pattern: new RegExp( `(?<lead>${keyName}${closed}\\s{0,8}${operator}[ \\t]{0,8})(?<secret>[\\w+/=.-]{16,2000})`, "y", ), check: isKeyValue },
    { name: "api key", hint: /-H ?["']|headers/, pattern: /(?<lead>(?:-H ?["']|headers[^\n]{0,40}["'])key["']?: ?["']?)(?<secret>[\w+/=.-]{24,400})/gi, check: ({ secret }) => !isPlaceholder(secret) && isRandom(secret) },
  ],
};

/** HTTP headers that identify the sender. */
export const headers: Family = {
  hint: makeWordHint(
    "authorization|bearer|basic |basic:|cookie|connect.sid|sessid|sessionid|x-",
    /authorization|bearer|basic[ :]|cookie|connect\.sid=|sess(?:ion)?id=|x-[a-z-]{0,20}(?:key|token|auth|secret)/i,
  ),
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "authorization", pattern: /(?<lead>authorization\\{0,3}["']?\]?\s{0,3}(?:[:=,]|=>|:=)\s{0,3}\\{0,3}[bf]?["'`]?(?:[A-Za-z][\w-]{2,20}\s{1,3})?(?:(?:token|key|credential|username|response|oauth_token|signature)=["']?)?)(?<secret>[^\s"'`\\<>,;]{6,8000})/gi, check: ({ secret, lead }) => !isPlaceholder(secret) && !isCode(secret) && !secret.includes("(") && (/(?:bearer|basic|token|digest|apikey|bot|negotiate|aws4-hmac-sha256|geniekey|splunk|ntlm)\s+$/i.test(lead) || isRandom(secret)) && !/^(?:bearer|basic|required|header|token|code)$/i.test(secret) },
    { name: "authorization", pattern: /(?<lead>(?<![a-z])(?:bearer|basic)[ :]\s{0,2}["'`]?)(?<secret>[\w.~+/=-]{12,8000})/gi, check: ({ secret }) => isRandom(secret) },
    { name: "signature", hint: /Signature=|response=/, pattern: /(?<lead>(?:Signature|(?:qop|uri|nonce)=[^\n]{1,80}response)=["']?)(?<secret>[0-9a-f]{32,64}|[A-Za-z0-9+/]{27,86}={0,2})(?![\w+/=])/g, check: ({ secret }) => isRandom(secret) },
    { name: "cookie", pattern: /(?<lead>(?<![a-z])(?:(?:set-)?cookie\\{0,3}["']?\s{0,2}[:=]|-cookie)\s{0,2}\[?\s{0,2}\\{0,3}["']?)(?<secret>[^\r\n"'\\]{8,4000})/gi, check: ({ secret }) => /^[\w.-]{1,60}=/.test(secret) && secret.split(/[=;\s]/).some(isRandom) },
    { name: "cookie", pattern: /(?<lead>(?<![a-z])(?:connect\.sid|(?:php|asp)?sess(?:ion)?id)=)(?<secret>[\w%.~+/-]{16,400})/gi, check: ({ secret }) => isRandom(secret) },
    { name: "authorization", pattern: /(?<lead>(?<![a-z])x-[a-z-]{0,20}(?:key|token|auth|secret)\\{0,3}["']?\s{0,3}[:=,]\s{0,3}["'`]?)(?<secret>[^\s"'`\\<>,;]{6,4000})/gi, check: ({ secret }) => !isPlaceholder(secret) && !isCode(secret) && isRandom(secret) },
  ],
};
