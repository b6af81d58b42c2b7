import type { Family, SecretMatch } from "./kind.js";
import { isCode, isMixedWord, isPlaceholder, isRandom } from "./likeness.js";
import { isListedWord, isOrdinaryWord } from "./ordinary-words.js";
import { makeHint, makeWordHint } from "./scan.js";
import { hasSecretWord } from "./words.js";

const argument = "[^()\"']{0,60}(?:[\"'][^\"'\\n]{0,80}[\"'](?:\\.\\w{2,20}\\(\\))?)?[^()\\n\"']{0,10}";

const opened =
  "(?:\\w{0,30}(?:auth|log_?in|sign_?in|connect|connection|credentials?|authenticator|username_pw_set|_bind|(?:create|add)_?(?:super)?_?user|sign_?up)\\w{0,16}|PDO|mysqli|DirectoryEntry|Sequelize|WiFi\\w{0,6}\\.(?:begin|addAP)|basic)(?:(?:::|\\.|->)\\w{1,16})?\\s?(?:[=:]\\s?)?[([]";
const closes = "(?=[\"'](?:\\.\\w{2,20}\\(\\))?\\s{0,4}[,)\\].])";

/** A password that is handed to a function by its place: after the account, when something is connected, logged in to or signed. */
export const givenArguments: Family = {
  hint: { test: (text) => connects.test(text) && /[([,]\s*(?:b|Some\()?["'`]/.test(text) },
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "password", hint: /,\s*(?:Some\()?["']/, pattern: new RegExp( `(?<lead>(?<!\\w)${opened}(?:${argument},\\s{0,4}){1,3}\\s{0,12}(?:Some\\()?["'])(?<secret>[^"'\\s]{5,100}|[a-z]{4}(?: [a-z]{4}){3})${closes}`, "gi", ), check: ({ secret, lead }) => !isPlaceholder(secret) && (isMixedWord(secret) || /^(?:[a-z]{4} ?){4}$/.test(secret) || (takesPassword.test(lead) && !isListedWord(secret) && !hasSecretWord(secret) && !/[/:.]/.test(secret))) },
    { name: "secret", hint: /hmac|jwt|\.encrypt|ipheriv/i, pattern: new RegExp( `(?<lead>(?:createHmac|create(?:Dec|C)ipheriv|jwt\\.(?:sign|verify|encode|decode)|\\.(?:en|de)crypt|hash_hmac)\\((?:${argument},\\s{0,4}){1,2}?\\s{0,12}(?:b|Buffer\\.from\\()?["'])(?<secret>[^"'\\r\\n]{5,200})${closes}`, "gi", ), check: isMadeUp },
    { name: "secret", hint: /hmac|SecretKeySpec|scrypt|pbkdf2|bcrypt|_hash|make_password/i, pattern: new RegExp(`(?<lead>(?:hmac\\.new|SecretKeySpec|\\b\\w{0,8}scrypt(?:Sync|\\.\\w{2,20})?|pbkdf2(?:Sync)?|bcrypt\\.(?:hash|compare|hashpw)(?:Sync)?|password_hash|generate_password_hash|make_password)\\(\\s{0,12}b?["'])(?<secret>[^"'\\r\\n]{5,200})${closes}`, "gi"), check: isMadeUp },
    { name: "password", hint: /@[\w.-]{3,60}["'],/, pattern: new RegExp(`(?<lead>(?<!\\w)${opened}(?:${argument},\\s{0,4}){0,2}\\s{0,12}["'][\\w.+-]{1,60}@[\\w-]{1,60}\\.[\\w.]{2,40}["'],\\s{0,4}["'])(?<secret>[^\\s"']{5,100})${closes}`, "gi"), check: ({ secret }) => !isPlaceholder(secret) && !isListedWord(secret) && !hasSecretWord(secret) && !/[/:.@]/.test(secret) },
    { name: "password", hint: /@[\w.-]{3,60}["'],/, pattern: /(?<lead>[([]\s{0,4}["'][\w.+-]{1,60}@[\w-]{1,60}\.[\w.]{2,40}["'],\s{0,4}["'])(?<secret>[^\s"']{6,100})(?=["']\s{0,4}[)\]])/g, check: ({ secret }) => !isPlaceholder(secret) && isMixedWord(secret) && !secret.includes("@") },
    { name: "secret", hint: /(?:Secret|Password)\w{0,8}(?:(?:::|\.)(?:new|of|from|from_str|fromString))?\(["']/, pattern: /(?<lead>(?<![\w.])(?:Secret(?:Str|String|Box)?|Password|SecureString)(?:(?:::|\.)(?:new|of|from|from_str|fromString))?\(["'])(?<secret>[^\s"']{6,200})(?=["'])/g, check: ({ secret }) => !isPlaceholder(secret) && !isCode(secret) && !isListedWord(secret) && !hasSecretWord(secret) },
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
  /^(?:DirectoryEntry|Sequelize|WiFi|\w*PasswordAuthentication|(?:imap|smtp|s?ftp|ssh|pop|ldap|mail|mqtt|amqp)\w{0,10}\.\w|\w*Credentials?|getConnection|PDO|mysqli|\w*Basic_?Auth\w*|username_pw_set|\w*_bind|(?:create|add)_?(?:super)?_?user\w*|(?:auth|basic)\s?[=:]\s?[([]|(?:\w*[._])?log_?in\s?\((?:\$\w+,\s?)?["'][^"']+["'],\s{0,4}["']$|\w*connect\s?\((?:[^,]*,){2})/i;

const connects = makeWordHint(
  "auth|log_in|login|sign_in|signin|connect|credential|pdo|mysqli|hmac|jwt|directoryentry|sequelize|wifi|handler|secret|password|basic|crypt|keyspec|pbkdf2|_hash|make_password|pw_set|_bind|_user|user|sign_up|signup|b64encode|base64|btoa|buffer.from|encode|passw",
  /(?:auth|log_?in|sign_?in|connect|Connection|Credential|PDO|mysqli|hmac|jwt|DirectoryEntry|Sequelize|WiFi|Handler|Secret|Password|basic|crypt|KeySpec|pbkdf2|_hash|make_password|pw_set|_bind|_?user|sign_?up|b64encode|base64|btoa|Buffer\.from|encode\w{0,20}|passw[\w.-]{0,30}["'\])]{2,5}\.\w+)[\w.:>-]{0,60}\s?(?:[=:]\s?)?[([]/i,
);

/** A command that prints a secret, and what it printed. */
const printed =
  /(?<lead>(?:^|\n)[^\s<>"'`;{}()]{0,40} ?[$%❯#] [^\n]{0,200}(?:passw|secret|token|genkey|genpsk|pass show|pass |op read|rand |api[_-]?key|keygen|pwgen|credential)[^\n]{0,200}\n|(?:^|\n)(?:kubectl [^\n]{0,200}base64 -\S{1,8}|(?:argocd|vault|heroku|flyctl|doctl|terraform|tofu|docker|minikube|bin\/\S{2,40}) [^\n]{0,80}(?:passw|secret|token|credential)[^\n]{0,80}|secret-tool lookup [^\n]{1,200}|security find-[^\n]{1,200} -w|op read [^\n]{1,200}|(?:go)?pass show [^\n]{1,200}|gcloud secrets versions access [^\n]{1,200}|vault kv get -field[^\n]{1,200}|pwgen [^\n]{1,40}|openssl rand [^\n]{1,40}) *\n)(?<secret>[^\s"'`<>]{6,400})(?=\s*(?:\n|$))/gi;

export const printedSecrets: Family = {
  hint: /(?:^|\n)(?:[^\s<>"'`;{}()]{0,40} ?[$%❯#] |(?:kubectl|argocd|vault|heroku|flyctl|doctl|terraform|tofu|docker|minikube) |bin\/|secret-tool |security |op read|g?o?pass show|gcloud secrets|vault kv|pwgen |openssl rand)/,
  kinds: [
    {
      name: "secret",
      pattern: printed,
      check: ({ secret, lead }) =>
        !isPlaceholder(secret) &&
        !isCode(secret) &&
        (isMixedWord(secret) ||
          isRandom(secret) ||
          (/base64 -|lookup|-w|show|read|access|field/.test(lead) && /[-_\d]/.test(secret) && !/[/:.=]/.test(secret))),
    },
  ],
};

/** A file of two lines, an account and its password, below the name of the option that reads it. */
export const accountFiles: Family = {
  hint: makeHint(/auth-user-pass|smbcredentials|userpass|credentials file/i),
  kinds: [
    {
      name: "password",
      pattern:
        /(?<lead>(?:auth-user-pass|smbcredentials|userpass|credentials file)[^\n]{0,120}\n(?:[^\n]{0,80}(?:[:#]|\.\w{2,5})[^\n]{0,40}\n|\s*\n){0,3}[\w.@+-]{2,60}\n)(?<secret>[^\s"'`<>]{4,100})(?=\s*(?:\n|$))/gi,
      check: ({ secret }) => !isPlaceholder(secret) && !isCode(secret) && !isOrdinaryWord(secret),
    },
  ],
};

/** A line that says that accounts or passwords follow, one in each line of a list. */
const listHeading =
  /(?:log[- ]?ins?|passwords?|passwörter|kennwörter|credentials?|accounts?|zugänge|zugangsdaten|identifiants|contraseñas|credenciales|senhas|wachtwoorden|пароли|логины)\b[^:：\n]{0,40}[:：]?[*_]{0,2}\s*$/i;
/** A line of a list below one that ends in a word or a colon: most texts have none. */
const hasList = /[\p{L}:：*_]\s{0,2}\n\s{0,9}(?:[-*•+]|\d{1,2}[.)])\s|[:：]\s{0,2}\n\s{0,4}\w{2,20}\s\S{5,60}(?:\n|$)/u;
const listLine = /^\s{0,8}(?:(?:[-*•+]|\d{1,2}[.)])\s|[\w.-]{2,20}\s{1,12}\S{5,60}\s*$)/;

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
  hint: { test: (text) => hasSecretWord(text) && hasList.test(text) && findListed(text).length > 0 },
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "password", spots: findListed, pattern: /(?<lead>[^\n]{1,100}?(?:\s?[/:|,=→]\s{0,3}|\s(?:[–—-]|->|is)\s)["'`*]{0,3})(?<secret>[^\s"'`]{6,100})(?=["'`*]{0,3}[.,;]?\s*(?:\(|$|\n))/y, check: ({ secret }) => !isPlaceholder(secret) && !isCode(secret) && isMixedWord(secret) },
    { name: "password", spots: findListed, pattern: /(?<lead>\s{0,8}(?:(?:[-*•+]|\d{1,2}[.)])\s)?[A-Za-z][\w.-]{1,20}\s{1,12})(?<secret>[A-Za-z][^\s"'`:;,()]{5,60})(?=\s*(?:$|\n))/y, check: ({ secret }) => !isPlaceholder(secret) && !isCode(secret) && (isMixedWord(secret) || !isOrdinaryWord(secret)) && !/[/.]/.test(secret) },
  ],
};
