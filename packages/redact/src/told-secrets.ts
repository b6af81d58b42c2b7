import { describesSecret } from "./describing-words.js";
import { foldCase } from "./fold-case.js";
import type { Family, SecretMatch } from "./kind.js";
import { isAboutSecret } from "./label-values.js";
import {
  isCode,
  isFollowedByUnit,
  isMethodName,
  isMixedWord,
  isPlaceholder,
  isRandom,
  isStrangeWord,
} from "./likeness.js";
import { isOrdinaryWord } from "./ordinary-words.js";
import { addWords, makeHint, makeScan, makeSpots, makeWordHint, makeWords } from "./scan.js";
import { hasCue } from "./told/cues.js";
import { drawnHint, drawnPlaces, hasSecretWord, passwordHint, passwordPlaces, passwordWords } from "./words.js";

const forWhat =
  "\\s(?:for|of|to|on|at|from|für|vom|zum|fürs|von|beim|im|pour|du|de|del|para|do|da|dla|voor|van|от|для|на|к|до)\\s[^.!?:;\\r\\n]{1,50}?";
/** In some languages the verb is a single character. */
const verbs =
  "is now|is still|is|are|was|will be|reads|lautete?|heißt|hieß|wurde|wäre|ist jetzt|ist|war|est|c'est|c’est|sera|es ahora|es|era|será|è|é|e|jest|to jest|to|brzmi|är|er|on|je|este|είναι|هي|هو|היא|הוא|là|adalah|ialah|ni|ir|це|это|е|—|–|-|→|->";
const joined = "\\s?(?:[是はがを为為]|은|는|를|을|คือ|เป็น|改成了?|改为|设[为成]|换成|变成|就是|改為)[:：]?\\s{0,2}";
const stating = `(?:\\s(?:here|now|hier))?[ \\t](?:${verbs}):?\\s{1,2}`;
const says = `(?:${stating}|['’]s:?\\s{1,2}|${joined})`;
/** A sign right after the word makes it a label, which labelled.ts handles. */
const sign = "\\s?[:=：]\\s{0,2}";
/** After `forWhat`, an `'s` is a genitive and not a verb, so it doesn't count. */
const saysOf = `(?:${says}|${forWhat}(?:${stating}|${joined}|${sign}))`;
/** Endings that languages add to a noun. */
const ending = "[a-z\\u00df-\\u024f\\u03ac-\\u04ff\\u05d0-\\u064a\\u0900-\\u0dff]{0,6}";
/** Up to four words between a label and its value. */
const between = '(?:[ \\t][^\\s.!?:;,"`=()\\[\\]{}]{1,20}){1,4}?';
const openQuote = "[\"'`«„“‘「*]{0,3}";
/** In scripts without spaces a word of ASCII ends where the script goes on. */
const value =
  "(?<secret>[!#-&(-;=?-_a-~]{3,200}(?=[\\u3001-\\u30ff\\u4e00-\\u9fff\\uac00-\\ud7af])|[^\\s\"'`»”“’」<>]{3,200})";
const mixedValue = value.replace("<secret>", "<secret>(?=[^\\s\"'`<>]{0,60}\\d)(?:").concat(")");

/** Signs between a label and its value, on two lines or in two columns. */
const apart = "[\\s:：|│*`\"'>=–—→…-]{1,12}";
/** Tags or marks between a label and its value. */
const tags =
  "(?:\\s?</[a-z][^<>]{0,80}>\\s{0,20}(?:<[a-z][^<>]{0,80}>\\s{0,20}){0,3}(?:</?[a-z][^<>]{0,80}>\\s{0,20}){0,3}|[:：]\\*\\*|\\*\\*[:：\\s]|[:：]__|__[:：\\s])";
/** Right before the word. */
const usedWith = /(?:\(|\b(?:with|using|use|enter|type|mit|avec|con)\s(?:the\s|this\s|dem\s|le\s)?)$/i;
const changeVerb = /\b(?:set|sets|setting|chang(?:e|ed|ing)|reset|updated?|switched|rotated)\b/i;
const changes = new RegExp(`${changeVerb.source}[^.!?\\r\\n]{0,40}$`, "i");

/** Words for the phrase that restores a wallet; the value may come later in the line, or in the next one. */
const phraseWords =
  "(?:seed|recovery|mnemonic|wallet|metamask|ledger|trezor|phantom|bip-?39|(?:secret|backup)[ _-]?(?:recovery )?(?:phrase|words|seed)|(?:12|15|18|21|24|twelve|fifteen|eighteen|zwölf|doce|douze|dodici|doze|двенадцать)[ -](?:words?|wörter|palabras|mots|parole|palavras|слов)|сид[- ]фраз|кошел|wiederherstellungs|récupération|recuperación|semilla|recupero|recuperação|助记词|助記詞|钱包|ニーモニック|니모닉)";
/** 24, 21, 18, 15 or 12 words, numbered or not. */
const seedWords = `(?:${[23, 20, 17, 14, 11].map((count) => `(?:[a-z]{3,8}[ \\t,;\\r\\n\\d.)"']{1,8}){${count}}`).join("|")})[a-z]{3,8}`;

/** Words that nearly every sentence has and no word list for wallets. */
const sentence =
  /\b(?:the|and|for|are|was|with|from|has|have|not|but|your|their|been|were|into|which|should|stored)\b/i;

/** Steps and lists of things have commas between some of their words. */
function isSeed({ secret }: SecretMatch): boolean {
  return !sentence.test(secret) && !(secret.includes(",") && /[a-z] [a-z]/.test(secret));
}

/** Secrets in sentences that people write to each other. */
export const toldPasswords: Family = {
  hint: passwordHint,
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "password", pattern: new RegExp(`(?<lead>${saysOf}${openQuote})${value}`, "iy"), ...passwordPlaces, check: isToldPassword },
    { name: "password", pattern: new RegExp(`(?<lead>${ending}\\s${openQuote})${value}`, "iy"), ...passwordPlaces, check: ({ secret, after }) => isStrangeWord(secret) && /[a-z]/i.test(secret) && secret.length >= 6 && !/^[(:]/.test(after) && !/[=(]$/.test(secret) },
    { name: "password", pattern: /(?<lead>(?<!\S)["'`«„“*]{0,3})(?<secret>[^\s"'`»”]{6,100})(?=["'`»”*]{0,3},? (?:\(|(?:[—–:=-] )?(?:that['’]s|it['’]s|this is|das ist|das war|c['’]est|eso es|это|is|as|ist|als|est|es|è|é|to) )(?:the|my|our|your|his|her|their|das|mein|unser|le|mon|notre|la|mi)? ?(?:[\p{L}'’-]{2,16} ){0,3}?(?:password|passwort|mot de passe|contraseña|passphrase|passcode|senha|hasło|wachtwoord))/giu, check: ({ secret, lead, before }) => isStrangeWord(secret) || ((/["'`«„“]$/.test(lead) || /[:–—]\s*$/.test(before)) && /^[A-Za-z]{6,}$/.test(secret) && !isOrdinaryWord(secret)) },
    { name: "password", pattern: new RegExp( `(?<lead>${ending}${between}(?:${says}|${sign}|\\s)${openQuote})${mixedValue}`, "iy", ), ...passwordPlaces, check: ({ secret, lead, after }) => isMixedWord(secret) && !/^[(:=]/.test(after) && !namesAnother(lead) },
    { name: "password", pattern: new RegExp(`(?<lead>${ending}${apart})${mixedValue}`, "iy"), ...passwordPlaces, check: ({ secret, lead, after }) => isMixedWord(secret) && !isCode(secret) && !/[|]/.test(secret) && !/^[(:=]/.test(after) && /[\s:=|>]["'`*\s]*$/.test(lead) && (!/[\r\n]/.test(lead) || /[:：|`=]/.test(lead)) },
    { name: "password", hint: /:\s{0,2}\n/, pattern: /(?<lead>[^\n]{0,120}:\s{0,4}\n\s{0,12})(?<secret>[^\s"'`<>]{6,100})(?=\s*(?:\n|$))/iy, ...passwordPlaces, check: ({ secret }) => isMixedWord(secret) && !isCode(secret) && !/[:=/]/.test(secret) },
    { name: "password", hint: changeVerb, pattern: new RegExp( `(?<lead>[^.!?:\\r\\n]{0,30}?\\sto:?\\s${openQuote})${value}`, "iy", ), ...passwordPlaces, check: (found) => changes.test(found.before) && isNewPassword(found) },
    { name: "password", pattern: new RegExp( `(?<lead>[:：]?${tags}[:：]?[\\s*_\`"'|]{0,6})(?<secret>[^\\s"'\`<>|]{4,200})(?=[\\s"'\`<*|]|$)`, "iy", ), ...passwordPlaces, check: isShownPassword },
    { name: "password", hint: /(?:with|using|use|enter|type|mit|avec|con|usa)(?: \S{1,5})? |\(/i, pattern: new RegExp( `(?<lead>[: ]\\s?${openQuote})${value}`, "iy", ), ...passwordPlaces, check: (found) => usedWith.test(found.before) && isNewPassword({ ...found, secret: found.secret.replace(/\)$/, "") }) && !compound.test(found.secret) },
    { name: "password", hint: /type|enter|use|try|put/i, pattern: new RegExp( `(?<lead>\\b(?:typed?|enter(?:ed)?|use|try|put)\\s(?:in\\s)?${openQuote})(?<secret>[^\\s"'\`<>]{6,100})(?=["'\`]?,?\\s)`, "gi", ), check: ({ secret, after }) => passwordHint.test(/^[^.!?\r\n]*/.exec(after)?.[0] ?? "") && isMixedWord(secret) && !isCode(secret) && !/^["'`]?,?\s(?:and|or|und|oder)\s/i.test(after) },
    { name: "password", hint: /app/i, pattern: /(?<lead>app(?:lication)?[- ]?(?:specific )?passwor[dt](?:[\s:=“"'`-]|is|ist|lautet|for|my|gmail|google|yahoo|icloud){1,12})(?<secret>[a-z]{4}(?:[ -][a-z]{4}){3})(?![a-z])/gi, check: ({ secret }) => !secret.split(/[ -]/).every((word) => isOrdinaryWord(word)) },
  ],
};

/** Words that mean a password among other things. */
const shortWords =
  "(?<![\\w-])(?:pw|pwd|pass|pword|passwd|(?<!palabra )clave|(?<!palavras?[- ])chave|contra|logins?|wifi|wlan|(?:code|chiave|cl[ée]|key|kod|nyckel|schlüssel) (?:du |del |der )?(?:wi-?fi|wlan)|(?:wi-?fi|wlan)[- ](?:code|key|kod|nyckel|schlüssel))(?![\\w-])";
const account =
  "(?:user(?:name)?|usuario|utilisateur|benutzer(?:name)?|login|account|e-?mail|acct|usr|uid|użytkownik|gebruiker|logga in)";
const named = "[\\w.@+\\\\-]{2,60}";

const accountName = account.replace(/\)$/, "|логин|акк|identifiant|compte|cuenta|konto)");
/** A word at the end of a clause. */
const plainWord = "(?<secret>\\p{L}[\\p{L}'’-]{3,30})(?![\\p{L}\\d_@-])(?=[.,;!)\"'`]*\\s*(?:$|[\\r\\n,;.(]))";

const hasAccount = makeScan(
  "логин|акк|identifiant|compte|cuenta|konto|user|usuario|utilisateur|benutzer|login|account|mail|usr|uid|gebruiker|logga|użytk".split(
    "|",
  ),
);

const shortPlaces = makeWords(`${passwordWords}|pass|pwd?|clave|mdp|pin`);
/** Right before the word. */
const ofAccount = new RegExp(
  `(?<![\\w-])${account}(?:\\s(?:is|ist|est|es))?[\\s:=]{1,3}["'\`]?${named}["'\`]?[\\s,;/|&+.]{1,4}(?:(?:and|und|et|y|e|i|en|och|with|mit)\\s)?(?:the\\s)?$`,
  "i",
);
const ofAccountName = new RegExp(
  `(?<![\\w-])${accountName}(?:\\s(?:is|ist|est|es|это)\\s|[\\s:=]{1,3})["'\`]?(?!(?:and|und|et|y|e|и|or|oder|ou|o|или|name|has|sein)\\s)${named}["'\`]?[\\s,;/|&+.]{1,4}(?:(?:and|und|et|y|e|i|en|och|и|with|mit|con|avec)\\s)?(?:the\\s|la\\s|das\\s|le\\s)?$`,
  "i",
);
const hasChanged = foldCase(
  /(?:cambi\p{L}{1,8}|puse|chang[ée]\p{L}{0,8}|(?:помен|смени|измени)\p{L}{1,8})[^.!?\r\n]{0,30}$/iu,
);
const afterComma = foldCase(/(?:^|[\p{L}\d\]"']),\s(?:(?:and|und|et|y|и)\s)?(?:(?:the|la|das|le)\s)?$/iu);

/** After a comma behind what opens with a password, or at the beginning. */
function isNextToAccess(before: string): boolean {
  const { index } = afterComma.exec(before) ?? { index: -1 };
  return index === 0 || (index > 0 && accessible.test(before.slice(0, index + 1)));
}

/** The account's name in front shows that the next value opens it. */
export const toldAccounts: Family = {
  hint: { test: (text) => hasSecretWord(text) && hasAccount.test(text) && /pass|pwd?|clave|mdp|pin/i.test(text) },
  // biome-ignore format: a table is read by its rows
  kinds: [
    addWords("user|usuario|utilisateur|benutzer|login|account|email|e-mail|acct|usr|uid|użytkownik|gebruiker|logga in", { name: "password", pattern: new RegExp(`(?<lead>(?:${says}|${sign}|\\s)${openQuote})${value}`, "iy"), ...shortPlaces, check: (found) => ofAccount.test(found.before) && (isMixedWord(found.secret) || (/[:=]\s{0,2}["'`]?$/.test(found.lead) && isNewPassword(found))) }),
  ],
};

/** After a mail address that a person logs in with. */
export const besideMail: Family = {
  hint: /@[\w-]{1,60}\.[\w.]{2,40}[\s:|/,;]/,
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "password", pattern: /(?<lead>(?<![\w.+-])[\w.+-]{1,60}@[\w-]{1,60}\.[\w.]{2,40}(?:\s?[:|/,;]\s{0,2}|\s(?:and |und |et |y |with |mit |avec |con |с )?))(?<secret>[^\s"'`<>,;|()]{6,60})(?=[\s.,;)]|$)/g, check: ({ secret, lead, before, after }) => (isMixedWord(secret) || (lead.endsWith(":") && /^\s*(?:$|[\r\n])/.test(after) && !isOrdinaryWord(secret) && !/^git@|[/.]/.test(lead.slice(0, 4) + secret))) && !isCode(secret) && (/[:|/]\s{0,2}$|\s(?:with|mit|avec|con|с)\s$/.test(lead) || /(?<![a-z])(?:ssh|sftp|vnc|rdp|log ?in)(?![a-z])/i.test(before) || hasSecretWord(lead + before + after + secret)) && !/^[\d.:TZ+-]+$|@|^\d{4}-|^#|^[a-f\d]+$/.test(secret) },
  ],
};

const introduces = makeWordHint(
  "in as |on as |passw|kennwort|contrase|mot de passe|mdp|senha|wachtwoord|парол|密码|密碼|口令|pw|pass|clave|contra|key|clé|schlüssel|wlan|wifi|wi-fi|сеть|вай",
  /(?:in|on) as ["']|passw|kennwort|contrase|mot de passe|mdp|senha|wachtwoord|парол|密码|密碼|口令|(?<![\w-])(?:pwd?|pass|clave|contra|key|clé|schlüssel)(?![\w-])|wlan|wi-?fi|сеть|вай/i,
);

/** A plain word at the end of a clause that names a password or a network. */
export const toldWords: Family = {
  hint: { test: (text) => hasSecretWord(text) && introduces.test(text) },
  // biome-ignore format: a table is read by its rows
  kinds: [
    addWords("user|usuario|utilisateur|benutzer|login|account|email|e-mail|acct|usr|uid|użytkownik|gebruiker|logga in|логин|акк|identifiant|compte|cuenta|konto", { name: "password", hint: hasAccount, pattern: new RegExp(`(?<lead>(?:\\s(?:is|ist|est|es|это|—))?\\s["'\`]?)${plainWord}`, "iuy"), ...shortPlaces, check: (found) => ofAccountName.test(found.before) && isPlainPassword(found) }),
    { name: "password", hint: makeWordHint("pass|pw|clave|mdp|contra|пасс", /(?<=(?:^|\n)[ \t]{0,8}(?:[-*•] )?)(?:pass|pw|clave|mdp|contra|пасс)/i), pattern: /(?<lead>(?<=^|\n)[ \t]{0,8}(?:[-*•] )?(?:pass|pwd?|clave|mdp|contra|пасс|pass ?code)(?:\s?[:=：]\s?|\s(?=\S*\d)))(?<secret>[^\s"'`,;]{4,60})(?=[ \t]*(?:\r?\n|$))/gi, check: ({ secret }) => !isOrdinaryWord(secret) && !isPlaceholder(secret) && !isCode(secret) && !/[/:]/.test(secret) },
    addWords("pw|mdp|pass|clave|contra|chiave|clé|key|schlüssel|код|пасс", { name: "password", pattern: new RegExp(`(?<lead>(?<![\\w-])(?:pw|pwd|mdp|pass|clave|contra|chiave|clé|key|schlüssel|код|пасс)(?![\\w-])${forWhat.replace("{1,50}", "{1,30}")}(?:\\s(?:is|is still|is now|ist|est|c['’]est|es|è|é|это|—)\\s|\\s?[:=]\\s?)["'\`]?)${plainWord}`, "giu"), check: (found) => accessible.test(found.lead) && isPlainPassword(found) }),
    addWords("wifi|wi-fi|wlan|network|netzwerk|réseau|red|сеть|вай", { name: "password", hint: /wi-?fi|wlan|network|netz|réseau|red |сеть|вай/i, pattern: /(?<lead>(?<![\w/])(?:wi-?fi|wlan|network|netzwerk|réseau|red|сеть|вай-?фай)(?:[^.!?\n]{0,40}?,?\s(?:key|schlüssel|code|clave|clé|chiave|ключ)(?:\s(?:is|ist|est|es)\s|[\s:]{1,2})|\s(?:is|ist|est|es|is now|ist jetzt|to|auf)\s|[^.!?\n]{0,40}?(?:log in|sign in|connect|get on|verbind\w*|connecte\w*) (?:with|using|mit|avec)\s))(?<secret>[a-z]{9,30})(?![\p{L}\d])(?=[.,;!)]?\s*(?:$|[\r\n]|last |now|today|from |since |seit |\())/giu, check: isPlainPassword }),
    addWords("wifi|wi-fi|wlan", { name: "password", hint: /(?:wi-?fi|wlan)[\s\S]{1,80}\d{4}/i, pattern: /(?<lead>(?<![\w/])(?:wi-?fi|wlan)[^\n]{0,40}?(?:schlüssel|key|code|passwor[dt]|kennwort|cl[ée]|clave|contraseña|mot de passe|ключ|пароль|密码)[^\n:：\d]{0,24}(?:[:：]\s?|\s)(?:(?:is|ist|est|es)\s)?)(?<secret>\d{8,20}(?!\d)|\d{4}(?:[ -]\d{4}){1,5})/gi, check: () => true }),
    { name: "password", hint: /,\s\S/, pattern: new RegExp(`(?<lead>(?:\\s(?:is|ist|est|es|—))?\\s)${plainWord}`, "iuy"), ...shortPlaces, check: (found) => isNextToAccess(found.before) && isPlainPassword(found) },
    { name: "password", pattern: new RegExp(`(?<lead>[^.!?:\\n"'=]{1,40}:\\s["'„“«]?)${plainWord}`, "iuy"), ...passwordPlaces, check: (found) => accessible.test(found.before + found.lead) && isPlainPassword(found) },
    { name: "password", hint: passwordHint, pattern: /(?<lead>(?:(?<![\p{L}])(?:try|use|set|put|mis|utilise|essaie|puesto|usa|prueba|nimm|probier|probier mal|попробуй|поставил\p{L}?)\s|用|试试)["'„“«]?)(?<secret>[\p{L}\d][^\s"'»”,.;:\u4e00-\u9fff]{3,40})(?=["'»”“]?\s?(?:as|als|comme|como|как|作为)\s?[^.!?\n])/giu, check: (found) => passwordHint.test(/^\S{0,3}\s?\S+(?:\s\S+){0,3}/.exec(found.after)?.[0] ?? "") && isPlainPassword(found) },
    { name: "password", pattern: new RegExp(`(?<lead>[^.!?:\\n]{0,40}?\\s(?:поставил\\p{L}?|сделал\\p{L}?|j['’]ai mis|he puesto)\\s["'«]?)${plainWord}`, "iuy"), ...passwordPlaces, check: isPlainPassword },
    { name: "password", pattern: /(?<lead>[\s,，]{0,2}(?:all (?:in )?|alles |tout (?:en )?|todo en |全(?:部)?|маленькими )?(?:lower ?case|kleingeschrieben|klein|minuscules?|minúsculas?|буквами|小写)\s?[:：,]?\s?)(?<secret>[a-z][a-z'-]{3,30})(?=[.,;!)。]?\s*(?:$|[\r\n]))/iuy, ...passwordPlaces, check: ({ secret }) => !isOrdinaryWord(secret) },
    { name: "password", pattern: /(?<lead>[^.!?:\n]{0,20}\s(?:is|ist|est|es|это|—)\s[^.!?:\n]{3,40},\s)(?<secret>\p{Lu}\p{Ll}{3,20})(?=[.!]?\s*(?:$|[\r\n]))/uy, ...passwordPlaces, check: isPlainPassword },
    addWords("zip|archiv|pdf|архив", { name: "password", pattern: /(?<lead>(?:zip|archive?|pdf|archivo|архив)\S{0,3}\s(?:opens|unlocks|geht|öffnet sich|s['’]ouvre|se abre|открывается)\s(?:with|mit|avec|con|с|паролем)\s["'„“«]?)(?<secret>[^\s"']{4,40})(?=["'»”]?(?:\s(?:auf|now))?[.!]?\s*(?:$|[\r\n]))/giu, check: (found) => !/^(?:7-?zip|win\w+|preview|acrobat|adobe)/i.test(found.secret) && isPlainPassword(found) }),
    addWords("pw|mdp|pass|clave", { name: "password", pattern: new RegExp(`(?<lead>(?<=[\\p{L}\\d] )(?:pw|mdp|pass|clave)\\s(?:is|is still|is now|ist|est|es)\\s)${plainWord}`, "giu"), check: (found) => accessible.test(found.before) && isPlainPassword(found) }),
    { name: "password", hint: makeWordHint("in as |on as ", /(?:in|on) as ["']/i), pattern: /(?<lead>\b(?:log(?:ged)?[ -]?(?:in|on)|sign(?:ed)?[ -]?in) as ["'][^"'\n]{2,60}["'],? (?:and|with|using|\/) (?:the )?(?:password )?["'])(?<secret>[^"'\n]{4,60})(?=["'])/gi, check: ({ secret }) => !isPlaceholder(secret) && !isOrdinaryWord(secret) },
    { name: "password", hint: makeScan(["geändert", "gesetzt", "gestellt", "ändern", "setzen"]), ...passwordPlaces, pattern: /(?<lead>(?:\s[\p{L}-]{2,14}){0,5}?\s(?:auf|in)\s["'„“]?)(?<secret>[^\s"'“]{5,40})(?=["'“]?\s(?:geändert|gesetzt|gestellt|umgestellt|ändern|setzen))/iuy, check: isPlainPassword },
    addWords("cambi|puse|chang|помен|смени|измени", { name: "password", ...shortPlaces, pattern: new RegExp(`(?<lead>(?:\\s[\\p{L}-]{1,12}){0,4}?\\s(?:a|por|en|pour|à|на)\\s["'«]?)${plainWord.replace("{3,30})", "{3,30}(?:[-_#!.]?\\d{1,4})?)")}`, "iuy"), check: (found) => hasChanged.test(found.before) && isPlainPassword(found) }),
    addWords("парол|密码|密碼|口令", { name: "password", hint: /парол|密码|密碼|口令/i, pattern: /(?<lead>(?:парол(?:ь|я)(?:[^.!?:\n]{0,60}? — | (?:от |для |на |к )?)|(?:密码|密碼|口令)\s?))(?<secret>[a-z]{6,30})(?=[.,;!)。，！]?\s*(?:$|[\r\n]))/giu, check: isPlainPassword }),
    addWords("密码|密碼|口令", { name: "password", hint: /密码|密碼|口令/, pattern: /(?<lead>(?:密码|密碼|口令)(?:是|为|：|:|改成|改为|换成|设为|就是)\s?[“「"『]?)(?<secret>[\u4e00-\u9fff]{4,8})(?=[”」"』。，,！!\s]|$)/g, check: ({ secret }) => !/[的错空不未请必须无忘改重有很要多么吗了能会被和或与]|正确|长度|输入|密码|字母|数字|用户|什么|安全|加密/.test(secret) }),
  ],
};

/** After one of these words, a plain word is more often the password than a description of it. */
const accessible =
  /wi-?fi|wlan|\bpi\b|router|server|admin|root|netz|réseau|\bred\b|сет|вай|laptop|compte|cuenta|konto|account|session|nas\b|drucker|printer|computer|rechner|mail|netflix|box|zip|archiv|vpn|login/i;

function isPlainPassword({ secret, lead }: SecretMatch): boolean {
  return (
    secret.length >= 4 &&
    !isOrdinaryWord(secret) &&
    (/\d/.test(secret) || !describesSecret(lead, secret.toLowerCase())) &&
    !compound.test(secret) &&
    !/passw|kennw|secret|token/i.test(secret) &&
    !purposes.has(secret.toLowerCase()) &&
    !isPlaceholder(secret)
  );
}

const hasLogin =
  /log-?ins?(?![a-z])|creds|credential|zugang|zugänge|accès|accounts?(?![a-z])|konto|cuenta|логин|учётк|账号|后台/i;
const scanLogin = makeWordHint("log|cred|zugang|zugäng|accès|account|konto|cuenta|учётк|账号|后台|логин", hasLogin);

const loginHint = makeWordHint(
  "admin|root|demo|guest|account|access|zugang|pw|pass|contra|u:|clave|chave|wifi|wi-fi|wlan|log|sign|cred|melde dich|anmelden|einloggen|connecte|identifiants|войди|登录|логин",
  /(?:admin|root|administrator|demo|guest|account|access|zugang)\s?[/:]|(?<![\w-])(?:pwd?|pass|contra|u:)(?![\w-])|clave|chave|wi-?fi|wlan|log(?:ged|s)?[ -]?(?:in|on)|sign(?:ed)?[ -]?in|cred|log on|melde dich|anmelden|einloggen|connecte|zugangsdaten|identifiants|логин|войди|登录/i,
);

/** Secrets beside short words, and beside the name of the account that they open. */
export const toldLogins: Family = {
  hint: {
    test: (text) =>
      (hasSecretWord(text) || hasCue(text)) &&
      /\d|\S \/ \S/.test(text) &&
      (loginHint.test(text) || passwordHint.test(text)),
  },
  // biome-ignore format: a table is read by its rows
  kinds: [
    addWords("pw|pass|clave|chave|contra|login|wifi|wi-fi|wlan|code|chiave|clé|cle|key|kod|nyckel|schlüssel", { name: "password", hint: /pw|pass|clave|chave|contra|wi-?fi|wlan/i, pattern: new RegExp( `(?<lead>${shortWords}(?:${says}|${between}(?:${says}|${sign})|${sign}|,\\s(?=[^\\s,]{6,40},\\s))${openQuote})${mixedValue}`, "gi", ), check: ({ secret, lead }) => isMixedWord(secret) && !/^[a-z]+(?:_[a-z]+)+\d{0,2}$/.test(secret) && !/^(?:login|wifi|wlan)s?\s?[:=]/i.test(lead) && !namesAnother(lead) }),
    addWords("admin|root|demo|guest", { name: "password", hint: /(?:admin|root|administrator|demo|guest)\s?[/:]/i, pattern: new RegExp( `(?<lead>(?<![\\w/.@-])(?:admin|root|administrator|demo|guest)(?:\\s[/:]\\s?|:\\s?)${openQuote})${value}`, "gi", ), check: ({ secret }) => isMixedWord(secret) && !isCode(secret) }),
    addWords("wifi|wi-fi|wlan", { name: "password", hint: /wi-?fi|wlan/i, pattern: new RegExp( `(?<lead>(?<![\\w-])(?:wi-?fi|wlan)(?:[- ](?:code|key|kod|nyckel|schlüssel)\\s|[^\\n:/,]{0,20}[:\\s][^\\n:/]{1,40}?(?:\\s[/|]\\s|,?\\s(?:schlüssel|key|code|clave|clé|chiave|kod|nyckel)[:\\s]{1,2})|[:\\s]\\s?(?=[^\\s]{8,40}(?:[.,;)]|\\s*$)))${openQuote})${value}`, "gi", ), check: ({ secret }) => (isMixedWord(secret) || (isStrangeWord(secret) && secret.length >= 8)) && !isCode(secret) }),
    { name: "password", hint: { test: (text) => scanLogin.test(text) && /\S ?\/ ?\S/.test(text) }, pattern: /(?<lead>(?<=[\s:,;，：])[A-Za-z][\w.@+-]{1,40}\s?\/\s?)(?<secret>[^\s"'`,;/，。]{6,60})(?=[\s.,;)，。]|$)/g, check: (found) => hasLogin.test(found.before + found.lead) && ((found.lead.endsWith("/") && isMixedWord(found.secret) && /[A-Z!#$%&*]/.test(found.secret) && !isCode(found.secret)) || (/^[a-z]+[._\d]\w* \/ $/.test(found.lead) && /^[a-z]{8,}$/.test(found.secret) && isPlainPassword(found))) },
    { name: "password", hint: makeWordHint("login|логин", /(?:login|логин)\s/i), pattern: /(?<lead>(?:^|[\n.,;:]\s{0,2})(?:my |the |mein )?(?:login|логин)\s[\w.@+-]{2,40}\s)(?<secret>[^\s"'`,;/]{6,60})(?=[.,;!]?\s*(?:$|\n))/gi, check: ({ secret }) => isMixedWord(secret) && /[A-Z!#$%&*]/.test(secret) && !isCode(secret) },
    addWords("u:", { name: "password", hint: /u: /i, pattern: new RegExp(`(?<lead>(?<!\\S)u: ?${named}[\\s,;]{1,3}p: ?)${value}`, "gi"), check: ({ secret }) => isStrangeWord(secret) }),
    addWords("log|sign|cred|admin|account|access|zugang|melde dich|anmelden|einloggen|connecte|entra|inicia sesi|войди|登录|identifiants|логин|учётка", { name: "password", hint: /[/:|]|\s(?:and|und|et|y|и|和)\s/, pattern: new RegExp( `(?<lead>(?<![\\w-])(?:log(?:ged|s)?[ -]?(?:in|on|into)s?(?: (?:for|to|of) [^:\\n/]{1,30}(?=:))?|sign(?:ed)?[ -]?in|credentials?|creds|(?:admin|account|access|zugang)(?=:)|log(?:ged)? on|melde dich|anmelden|einloggen|connecte(?:[rz]|-toi)?|entra|inicia sesión|войди(?:те)?|登录用?|zugangsdaten|identifiants|credenciales|логин|учётка)(?:\\s(?:is|are|with|as|using|mit|als|avec|con|с|under|via|to \\S{1,40} (?:with|as))|:){0,2}\\s(?:[-*•] )?["'\`]?${named}["'\`]?\\s?(?:[/:|]|\\s(?:and|und|et|y|и|和)\\s)\\s?["'\`]?)${value}`, "gi", ), check: ({ secret, lead }) => isMixedWord(secret) && !/https?:|\d{1,2}:$/i.test(lead) }),
  ],
};

/** "password manager is …": the rest is about the noun after the label. "changed to" ends in the value itself. */
function namesAnother(lead: string): boolean {
  return (
    !/\s(?:to|auf|en|a|na)\s/i.test(lead) && lead.split(/\s/).some((word) => word.length > 3 && isAboutSecret(word))
  );
}

const serialSpots = makeSpots("(?:key|schlüssel|secret|clé|clave|chiave|chave|serial|code)");

export const toldKeys: Family = {
  hint: drawnHint,
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "secret", hint: /[\w+/=-]{12}/, pattern: new RegExp( `(?<lead>(?:${saysOf}|[:：]?\\s{1,4}(?:[-=~*]{3,40}\\s{1,4})?)${openQuote})${value}`, "iy", ), ...drawnPlaces, check: ({ secret }) => secret.length >= 12 && (/\d/.test(secret) || secret.length >= 20) && !isPlaceholder(secret) && isRandom(secret) && !/[()]/.test(secret) },
    { name: "seed phrase", hint: makeHint(new RegExp(phraseWords.slice(3, -1), "i")), pattern: new RegExp( `(?<lead>${phraseWords}(?:(?!seed|recovery|mnemonic|wallet|ledger|trezor)[^\\r\\n]){0,100}?(?:[^\\p{L}\\s,]|(?:phrase|words|seed|mnemonic|is|are|with|ist|lautet|mit|sind|est|sont|avec|es|son|con|это)\\s|[\\r\\n])[^\\p{L}]{0,12})(?!(?:is|are|with|words|phrase)\\s)(?<secret>${seedWords})(?![a-z]|[ \\t,]{1,3}(?!(?:and|please|as|for|which|that|und|et|y)\\s)[a-z])`, "giu", ), check: isSeed },
    { name: "seed phrase", hint: /seed|mnemonic|wallet/i, pattern: new RegExp( `(?<lead>(?:^|\\n)[\\s\\d.)"']{0,8})(?<secret>${seedWords})(?=[^a-z\\n]{1,8}(?:(?:this|is|my|the|das|ist|mein) ){0,4}(?:wallet|seed|mnemonic|recovery|backup))`, "gi", ), check: isSeed },
    addWords("serial|licen|lizenz|activation|product|key|clave|clé", { name: "license key", hint: /[A-Z0-9]{4}-[A-Z0-9]{4}/, pattern: /(?<lead>(?<![\w-])(?:[A-Z]{2,4}-)?)(?<secret>[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){2,7})(?= (?:is|ist|est|es) (?:the |my |your |der |die |mein |le |la )?(?:serial|licen[cs]e|lizenz|licence|activation|product|key|clave|clé))/g, check: ({ secret }) => isRandom(secret.replace(/-/g, "")) }),
    { name: "secret", spots: serialSpots, pattern: new RegExp( `(?<lead>(?:key|schlüssel|secret|clé|clave|chiave|chave|serial|code)s?(?:${says}|${sign}|\\s)${openQuote})(?<secret>[A-Za-z0-9]{4,6}(?:[ -][A-Za-z0-9]{4,6}){2,9})(?![\\w-])`, "iy", ), check: ({ secret }) => isRandom(secret.replace(/[ -]/g, "")) },
  ],
};

/** Nouns that "password" is joined to. */
const compound =
  /(?:tion|ity|ment|ance|ence|(?:manag|own|hold|check|crack|keep|us|help)ers?|ators?|ies|ism|ness|ure|age|ords?|logins?|prompts?|resets?|policy|vaults?|fields?|hints?|access|auth|checks?|rules?|hash(?:es)?|based|only|tools?|boxe?s?|dialogs?|screens?|forms?|generator)[.,;:!?)]*$/i;

/** A word between tags or marks: as sure as one in quotes, unless it describes the password. */
function isShownPassword({ secret, after }: SecretMatch): boolean {
  const bare = secret.replace(/[.,;:!?)\]}*_]+$/, "");
  if (isMixedWord(bare)) return true;
  if (!/^(?:[`*"'<|]|\s*[\r\n]|\s*$)/.test(after)) return false;
  return /^[A-Za-z]{6,}$/.test(bare) && !describesSecret("", bare.toLowerCase()) && !compound.test(bare);
}

/** Verbs that name the purpose of a change, not the new password. */
const purposes: ReadonlySet<string> = new Set(
  (
    "access allow anything avoid become begin comply confirm connect continue differ download enable encrypt ensure enter expire finish follow gain keep " +
    "login logon make match meet open prevent proceed protect reach recover register regain remain remove require restore resume retrieve return secure " +
    "satisfy send sign start stay stop sync unlock update upgrade verify view whatever"
  ).split(" "),
);

function isNewPassword({ secret, lead, after }: Pick<SecretMatch, "secret" | "lead" | "after">): boolean {
  const bare = secret.replace(/[.,;:!?)\]}*_]+$/, "");
  if (/^[&*:@]/.test(bare) || isCode(bare)) return false;
  if (isStrangeWord(bare)) return !/^[\d.,]+$/.test(bare) || !isFollowedByUnit(after);
  if (/["'`«„“‘「]$/.test(lead)) return bare.length >= 4 && !isOrdinaryWord(bare);
  return (
    /^[A-Za-z]{6,}$/.test(bare) &&
    !describesSecret("", bare.toLowerCase()) &&
    !purposes.has(bare.toLowerCase()) &&
    !/^\s(?:the|a|an|your|my|our|its?|this|that|these|all)\b/i.test(after)
  );
}

const certain = /(?:lautet|reads|[:=：—–→]|->|是|は)\s*["'`«„“‘「*]*$/i;

/** Verbs that are followed by the password itself, however the sentence goes on. */
const states =
  /(?:['’]s|\s(?:is|is now|is still|was|are|reads|lautete?|heißt|hieß|ist|ist jetzt|war|est|c'est|c’est|sera|es|es ahora|era|será|è|é|jest|är|er|je|este|είναι|هي|היא|là|adalah|це|это|—|–|-)):?\s+$|[:=：]\s+$|(?:是|は|은|는|คือ)[:：]?\s*$/i;

function isToldPassword({ secret, lead, after }: SecretMatch): boolean {
  const bare = secret.replace(/[.,;:!?)\]}*_]+$/, "");
  if (bare.length < 3 || isPlaceholder(bare) || isMethodName(bare) || /^[a-z]+:\/\//i.test(bare))
    return /^\d{4,}$/.test(bare) && !isFollowedByUnit(after);
  if (/["'`«„“‘「]$/.test(lead)) return !isOrdinaryWord(bare);
  if (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(bare)) return false;
  if (isStrangeWord(bare)) return true;
  if (!/^[\p{L}'’-]+$/u.test(bare) || bare.length < 4 || describesSecret(lead, bare)) return false;
  const lastWord = /^(?:\s*$|\s*[\r\n])/.test(after) || /^[.!](?:\s|$)/.test(after) || secret.endsWith("!");
  if (lastWord && (certain.test(lead) || / (?:is|is now|was)\s+$/i.test(lead))) return true;
  const isStated = states.test(lead) || /^hasło to\s|^salasana on\s/i.test(lead);
  return bare.length >= 5 && isStated && !/^[\s-](?:of|by|than|text|words?|name|number)\b/i.test(after);
}
