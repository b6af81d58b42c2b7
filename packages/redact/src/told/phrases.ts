/** Passphrases of several words, code words, and answers to security questions. */
import { foldCase } from "../fold-case.js";
import type { Finder, FoundSecret } from "../kind.js";
import { isAboutSecret } from "../label-values.js";
import { isOrdinaryWord } from "../ordinary-words.js";
import { listLines, makeSpots } from "../scan.js";

/** A line of the table below: the secret behind it is said in words. */
interface PhraseClass {
  readonly name: string;
  readonly cue: RegExp;
  /** How many words without quotes. */
  readonly fewest: number;
  readonly most: number;
  /** Names have capitals; other words after a verb belong to the sentence. */
  readonly isName: boolean;
}

const classes: readonly PhraseClass[] = [
  {
    name: "password",
    cue: foldCase(
      /pass[ -]?phrase|phrase (?:de passe|secr)|frase (?:secreta|de (?:paso|contrase))|парольн\p{L}+ фраз|кодов\p{L}+ фраз|密码短语|密碼短語|(?:secret|master|keepass|key|gpg|login|wifi|disk|vault|encryption|backup|drive)[’'\p{L}]* (?:pass)?phrase|master[ -]?pass\p{L}+|(?:bitwarden|keepass\p{L}*|1password|lastpass|vault)[’']?s? master|мастер-?парол|主密码|contraseña maestra|mot de passe principal|merksatz/iu,
    ),
    fewest: 3,
    most: 9,
    isName: false,
  },
  {
    name: "password",
    cue: foldCase(
      /(?:passw(?:or[dt]s?)?(?!\p{L})|kennwort|mots? de passe|mdp|contraseñ|парол|密码|口令|(?<!\p{L})pw(?!\p{L})|unlock|entsperr|déverrouill|desbloque|opens? with|фразой)(?=[\s\S]*(?:spaces?(?!\p{L})|lower ?case|(?:two|three|four|five|six|\d) words|sentence|leerzeichen|(?:zwei|drei|vier|fünf|sechs) wörter|ein satz|(?:deux|trois|quatre|cinq) mots|espaces|une phrase|(?:dos|tres|cuatro|cinco) palabras|una frase|espacios|слов(?!\p{L})|фраз|пробел|个词|一句话|空格|["«„“].{3,40} .{3,80}["»”]))/iu,
    ),
    fewest: 3,
    most: 9,
    isName: false,
  },
  {
    name: "password",
    cue: foldCase(
      /code ?word|safe ?word|duress word|panic word|alarm(?:anlage)? (?:password|passwort|kennwort)|watchword|codewort|losungswort|parole ist|mot de code|кодов\p{L}+ слов|暗号|telephone banking word|kennwort an der|(?:monitoring|alarm|security) (?:station|company)(?=[\s\S]{0,40}(?<!\p{L})word )|(?<=(?:central|alarma|seguridad)[\s\S]{0,60})palabra clave/iu,
    ),
    fewest: 1,
    most: 5,
    isName: false,
  },
  {
    name: "security answer",
    cue: foldCase(
      /(?:security|secret) (?:question|answer)|sicherheitsfrage|geheimfrage|geheime antwort|réponse secrète|respuesta secreta|секретный ответ|question (?:secr[èe]te|de sécurité)|pregunta (?:secreta|de seguridad)|(?:контрольн|секретн)\p{L}+ вопрос|安全问题|密保|(?:maiden name|first pet|mädchenname|jeune fille|apellido de soltera|девичья фамилия)(?=[\s\S]*(?:bank|banque|banco|ask|frag|банк|security))|(?:bank[\s\S]{0,30}|ask[\s\S]{0,30})maiden name/iu,
    ),
    fewest: 1,
    most: 4,
    isName: true,
  },
];

const spots = makeSpots(
  "phrase|frase|passw|bitwarden|keepass|1password|lastpass|vault master|monitoring sta|alarm comp|security comp|palabra clave|duress|panic word|réponse secr|respuesta secr|geheime an|maiden|first pet|soltera|codewor|code word|safe word|safeword|watchword|banking word|losungs|merksatz|kennwort|mot de |mots de |mdp|pw |unlock|entsperr|open with|opens with|sicherheitsf|geheimf|security q|secret q|security a|secret a|question sec|pregunta|desbloque|mädchenname|jeune fille|фраз|фамилия|парол|слово|вопрос|contraseñ|question de séc|déverrouill",
);
const spaceless = /密|暗号|口令|安全问题/g;

function findCues(text: string): readonly number[] {
  return [...spots(text), ...[...text.matchAll(spaceless)].map(({ index }) => index)].sort((a, b) => a - b);
}

export function mayTellPhrase(text: string): boolean {
  return findCues(text).length > 0;
}

const word = "[\\p{L}\\d][\\p{L}\\p{N}'’]*";
const quoted =
  /(?<=(?:[:：=→—]|(?<!\p{L})(?:is|was|with|sentence|use|type|say|wants|ist|war|mit|satz|tippe|est|avec|phrase|es|con|frase|это|фраза|фразой)|是|一句话|phrase|password|(?:passw\p{L}*|kennwort|mots? de passe|mdp|contraseña|парол\p{L}*)(?: (?:for|of|on|für|vom|du|de|del|de la|от|для|на)(?: \p{L}+){1,2})?)[\s:：]{0,2})["'„“«「](?<value>[^"'„“”«»「」\n]{4,100})["'“”»」](?!\p{L})/gu;
const stated = /^[\s–—-]{0,3}["„“«](?<value>[^"„“”«»\n]{8,100})["“”»]\s?(?:[—–=-]|is|was|ist|est|es|это)\s/u;
/** Right after the word, where the sentence says that somebody logs in with it. */
const given = foldCase(
  /(?:[,;]|(?<!\p{L})(?:with|use|using|mit|avec|con|с))\s(?:(?:the|my|der|meiner|la|ma|mi)\s)?(?:pass[ -]?phrase|phrase de passe|frase de (?:paso|contraseña)|парольной фразой)\s(?<value>\p{Ll}{3,12}(?: \p{Ll}{3,12}){2,7}?)(?=[.,;!)]|\s*$|\s(?:for|to|on|für|pour|para|для)\s)/iu,
);
const bare = new RegExp(
  `(?<lead>[:：=→—–]\\s?|(?<!\\p{L})(?:is|was|are|be|type|say|said|put|answered|with|ist|war|lautet|sind|hab ich|sag|est|c['’]est|sont|es|son|son cuatro palabras|это|была?|tippe|,|it['’]s|i put|words,|fragen|asks?)\\s|ответ\\s|вопрос\\s|вопрос\\s|слово\\s|матери\\s|[是：]|答案)(?<value>${word}(?:[ -]${word}){0,8}?)(?=\\s?[(]|["'“”»」.,;!?()（，。\\n]|\\s*$|\\s(?:with (?:the )?spaces|mit Leerzeichen|when|all lower|for the|mit den|genommen|geantwortet))`,
  "giu",
);
/** Words of sentences about a secret. */
const about = foldCase(
  /(?<!\p{L})(?:passwords?|pass ?phrases?|words?|sentence|must|should|than|can|characters?|required|your|wrong|empty|blank|kennwort|passwort|wörter|satz|mots?|phrase|palabras|frase|слов\p{L}*|фраз\p{L}*|questions?|answers?|antwort|réponse|respuesta|ответ|reponse|not|nicht|spaces?|whether|which|what|leave|enter|choose|used|please)(?!\p{L})/iu,
);

export const toldPhrases: Finder = { names: ["password", "security answer"], find: findPhrases };

function findPhrases(text: string): readonly FoundSecret[] {
  return [...listLines(text, findCues(text))].flatMap(({ text: line, start }) => {
    const told = line.length < 400 && !/[{}\\<>]|;$|\(\)|\[redacted/.test(line) ? readPhrase(line) : null;
    return told === null ? [] : [{ ...told, start: start + told.start }];
  });
}

function readPhrase(line: string): FoundSecret | null {
  for (const each of classes) {
    const cue = each.cue.exec(line);
    if (cue === null) continue;
    const value = readValue(line, cue.index + cue[0].length, each);
    if (value !== null) return { name: each.name, ...value };
  }
  return null;
}

/** The last place that may hold it: what stands before says what it is for. */
function readValue(
  line: string,
  from: number,
  row: PhraseClass,
): { readonly start: number; readonly value: string } | null {
  const first = stated.exec(line) ?? readGiven(line);
  const inQuotes = [...(first === null ? [] : [first]), ...line.matchAll(quoted)].filter(({ groups }) =>
    isQuotedPhrase(groups?.value ?? "", row),
  );
  const all =
    inQuotes.length > 0 ? inQuotes : [...line.matchAll(bare)].filter((match) => isBarePhrase(match, from, row));
  const last = row.isName ? all.at(-1) : all[0];
  if (last === undefined) return null;
  const value = last.groups?.value ?? "";
  return { start: last.index + last[0].lastIndexOf(value), value };
}

function readGiven(line: string): RegExpExecArray | null {
  const match = given.exec(line);
  const words = match?.groups?.value?.split(" ") ?? [];
  return words.some((each) => isOrdinaryWord(each) || isAboutSecret(each) || joining.test(each)) ? null : match;
}

function isQuotedPhrase(value: string, { fewest, most }: PhraseClass): boolean {
  const count = countWords(value);
  return count >= Math.min(2, fewest) && count <= most && !about.test(value);
}

function countWords(value: string): number {
  return /\p{Script=Han}/u.test(value) ? Math.ceil(value.length / 2) : value.split(/[\s-]+/).length;
}

const joining = foldCase(
  /(?<!\p{L})(?:the|an?|to|at|in|on|of|for|by|with|and|or|if|when|that|this|it|you|be|being|been|der|die|das|und|zu|mit|le|la|les|et|à|pour|el|los|y|para|и|в|на|не|что)(?!\p{L})/iu,
);

function isListedWordFirst([first = ""]: readonly string[]): boolean {
  return isOrdinaryWord(first) && !/^(?:one|two|three|four|five|six|seven|eight|nine|ten)$/i.test(first);
}

function isBarePhrase(match: RegExpExecArray, from: number, { fewest, most, isName }: PhraseClass): boolean {
  const { lead = "", value = "" } = match.groups ?? {};
  if (match.index + lead.length < from || about.test(value)) return false;
  const words = value.split(/[\s-]+/);
  const count = countWords(value);
  if (count < fewest || count > most || (value.length < 4 && !/\p{Script=Han}/u.test(value))) return false;
  const isStated = /[:：=→—–]/.test(lead);
  if (isName && !isStated)
    return words.every((each) => /^[\p{Lu}\p{Script=Han}]/u.test(each)) && !isOrdinaryWord(words[0] ?? "");
  const ordinary = words.filter((each) => isOrdinaryWord(each)).length;
  if (isStated) return ordinary < words.length;
  // "is being changed soon" has words that join others; four words of a passphrase have none.
  return ordinary === 0 || (count >= 4 && !isListedWordFirst(words) && !joining.test(value));
}
