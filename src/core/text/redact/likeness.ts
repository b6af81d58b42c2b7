/** Guesses what a value is: a random secret, a placeholder, code, or a word. */

/** Whether letters and digits alternate as in no word. Dates, links, paths and versions don't count. */
export function isRandom(value: string): boolean {
  if (value.length < 8 || isMasked(value) || isKnownForm(value)) return false;
  const plain = value.replace(/[^A-Za-z0-9]/g, "");
  if (plain.length < 6) return false;
  const changes = countMatches(plain, /[A-Za-z](?=\d)|\d(?=[A-Za-z])/g);
  if (changes >= 2 && changes / plain.length >= 0.08 && countDistinct(plain) >= 6) return true;
  if (plain.length < 16) return false;
  const shouted = countMatches(plain, /[a-z][A-Z]{2,}(?=[a-z])/g);
  const unspeakable = countMatches(plain, /[bcdfghjklmnpqrstvwxz]{5,}/gi);
  return shouted + unspeakable >= 2;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function countDistinct(text: string): number {
  return new Set(text).size;
}

/** Public values with digits: links, paths, dates, addresses, versions, hashes. */
function isKnownForm(value: string): boolean {
  return (
    /^[a-z][a-z0-9+.-]{1,12}:\/\//i.test(value) ||
    isFilePath(value) ||
    /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?$/.test(value) ||
    /^[\w.+-]+@[\w-]+\.[\w.]+$/.test(value) ||
    /^v?\d+(?:\.\d+)+(?:-[a-z]+[.\d]*)?$/.test(value) ||
    /^(?:sha\d{1,3}[:-]|md5[:-]|clew:|urn:|arn:|0x[0-9a-f]{40}$)/i.test(value)
  );
}

/** Base64 may begin with a slash, too. */
function isFilePath(value: string): boolean {
  if (!/^(?:\.{0,2}\/|~\/|[A-Za-z]:\\)[\w .@-]+[\\/]/.test(value)) return false;
  return value.split(/[\\/]/).every((part) => part.length < 16 || !isRandom(part));
}

export function isMasked(value: string): boolean {
  return /\*{3}|x{4}|X{4}|\.{3}|…|•{2}|●{2}|_{4}|#{4}|0{12}|\[redacted/.test(value);
}

const template =
  /^(?:<|\$\{|\$\(|\$[A-Za-z_]+$|\$[A-Z][A-Z0-9_]*$|\{\{|\{[\w. ]*\}|%[\w]+%|%\(|@[\w.]+@|#\{|\[\[|\[[A-Za-z_ -]*\]?$|__\w+__$)/;
const reference =
  /^(?:process\.env|os\.(?:environ|getenv)|import\.meta|(?:env|envs|secrets|vars|config|cfg|settings|options|opts|args|params|props|request|req|res|response|self|this|ctx|context|data|body|form|user|account|credentials|input|state|event|payload|session|local|module|vault)(?:\.|\[|->|::)|ENV\[|getenv|System\.|vault:|secretref|secretKeyRef|arn:|ref\+|op:\/\/|file:\/\/|https?:\/\/|keychain:|!(?:ref|sub|secret|vault|env)\b)/i;
const standIn =
  /^(?:your[-_ ]?|my[-_ ])(?:own[-_ ])?(?:\w+[-_ ]){0,3}(?:pass\w*|secret|token|key|pin|here|value)|^(?:your|insert|enter|example|placeholder|dummy|sample|redacted|change[-_]?me|change[-_]?this|replace|todo|fixme|tbd|removed|hidden|masked|fake|none|null|nil|test)(?:[-_ .!]|$)/i;

/** Whether the value stands for the secret, or refers to its place. */
export function isPlaceholder(value: string): boolean {
  const bare = value.replace(/^["'`*_(]+|["'`*_),;]+$/g, "");
  if (bare === "" || bare.length < 2) return true;
  return (
    isMasked(value) ||
    template.test(bare) ||
    reference.test(bare) ||
    standIn.test(bare) ||
    /^[A-Z]+_?(?:PASS(?:WORD)?|SECRET|TOKEN|KEY)$|^PASS(?:WORD)?$/.test(bare)
  );
}

const call = /^(?:await |new |\(|!)?[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*|::\w+|->\w+)*(?:<[\w, ]*>)?[([]/;
const chain = /^[A-Za-z_$][\w$]*(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*)+[;,)!?]*$/;
const types =
  /^(?:string|str|text|bytes?|number|boolean|bool|int|integer|char|varchar|String|Option|Optional|Secret(?:Str|String)|any|unknown|never|object)\b/;

/** Whether the value is code: a call, a member access or a type. */
export function isCode(value: string): boolean {
  if (types.test(value)) return true;
  return (call.test(value) || chain.test(value)) && !value.split(/[^A-Za-z0-9]/).some(isRandom);
}

/** Words that follow "password" in ordinary sentences and on forms. */
const ordinary: ReadonlySet<string> = new Set(
  (
    "a about accepted active actually again all almost already also always an and any are as asked at auto available back bad " +
    "basic bearer because been being below blank both by can case changed check confirmed copied correct default deleted different disabled " +
    "displayed dynamic easy either empty enabled encrypted entered enough even expired expiring field file fine for from generated " +
    "given gone good great hard hashed here hidden hide how if important in inactive incorrect input inside invalid inherit it its just known last " +
    "leaked least limited listed locked login long lost mandatory manual masked missing must my never new no none not nothing now null obvious off ok okay old on one " +
    "only optional or our out outdated over password passwords pending permanent plain please present private prompt protected public rather " +
    "really required reset right sacred safe same saved secret secure sensitive sent set shared short shown simple so something still " +
    "stored string strong supplied temporary text that the their there this to token too true false tricky two type unchanged " +
    "under undefined unique unknown unset updated useful user username value valid verified very visible weak what when where which why with " +
    "working written wrong yes yet you your data body hash hashed args nil optional number n/a tbd todo " +
    "falsch richtig ungültig abgelaufen gleich leer nötig erforderlich vergessen geändert sicher unsicher nicht sehr zu das der die dein mein ein eine schon noch " +
    "incorrect expiré obligatoire oublié requis invalide faux le la les un une votre trop pas " +
    "incorrecta correcta obligatoria inválida la el muy demasiado no tu su errada obrigatória " +
    "неверный неправильный обязателен не от для на и был изменён изменен сброшен устарел правильный забыл забыла " +
    "passwort kennwort contraseña senha пароль"
  ).split(" "),
);

export function isOrdinaryWord(value: string): boolean {
  const word = value.toLowerCase().replace(/[^\p{L}\p{N}/]{1,9}$/u, "");
  const parts = word.split(/[-/]/);
  if (parts.length < 3 && parts.some((part) => ordinary.has(part))) return true;
  return ordinary.has(word) || /^\p{L}+(?:ed|ing|able|ible|ly|less|ful)$/u.test(word);
}

/** Names of algorithms and methods of authentication. */
export function isMethodName(value: string): boolean {
  return /^(?:sha-?\d|md5|base\d\d|utf-?\d|bcrypt|argon|scrypt|pbkdf2|hmac|aes|rsa|rs\d{3}|hs\d{3}|es\d{3}|oauth|oidc|saml|2fa|mfa|totp|jwt|1password|web3|win\d\d|ipv\d|http2?|wpa\d|\d+(?:st|nd|rd|th|x|px|bits?|ms|s|d|h|m|days?|chars?|%)?$)/i.test(
    value,
  );
}

/** A number before these words is a quantity. */
export function isFollowedByUnit(after: string): boolean {
  return /^[-\s]{0,2}(?:characters?|chars?|digits?|letters?|days?|times?|users?|attempts?|bits?|years?|months?|zeichen|caract|символ)/i.test(
    after,
  );
}
