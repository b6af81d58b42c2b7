/** Numbers that open something: PINs, one-time codes, codes of doors. A word beside the number says so. */
import type { Family, SecretMatch } from "./kind.js";

const number =
  /(?<![A-Za-z\d\u00c0-\u04ff_.+$€£#\\/-]|\d[ ,:])(?:[A-Z]-?)?\d(?:[ -]?\d|[A-ZА-Я](?![a-zа-я])){2,8}#?(?![A-Za-z\d\u00c0-\u04ff_%€]|[.,:/-]\d| \d)/g;

/** Words that mean such a number and nothing else. */
const sure =
  "(?<![a-zа-я])(?:pin|otp|tan|puk|cvv2?|cvc2?|m?tan|2fa|mfa)(?:[- ]?(?:code|number|nummer|nr|код))?|pass ?code|pin-?code|geheimzahl|digicode|(?:einmal|sicherheits|bestätigungs)(?:passwort|kennwort|zahl)|пин(?:-?код)?\\p{L}{0,2}|验证码|驗證碼|校验码|认证码|動態碼|動态码|認証(?:コード|番号)|確認コード|暗証番号|인증 ?(?:번호|코드)|비밀번호|senha|combination|lock ?box|the (?:door|gate|garage|alarm|safe|keypad)(?= (?:is|opens))";
/** Words for codes of any sort: the line has to say what this one is for. */
const code =
  "[\\p{L}-]{0,20}codes?|c[óo]d[ie][gc][oe]|[\\p{L}-]{0,20}kod\\p{L}{0,6}|код\\p{L}{0,2}|コード|코드|κωδικ\\p{L}{1,3}";
const purpose =
  /verif|bestätig|confirm|подтвержд|weryfik|potvr|doğrula|onay|vérif|log ?in|log into|sign ?in|anmeld|вход|security|sicherheit|s[ée]curit|segur|access|acc[eè]s|acceso|zugang|toegang|dost[ęe]p|доступ|sms|смс|by text|one[- ]?time|einmal|engång|whatsapp|telegram|signal|facebook|instagram|discord|steam|uber|netflix|microsoft|twitter|tiktok|google|apple|paypal|amazon|authenticat|don['’]?t share|(?<![a-z])(?:door|gate|garage|safe|lock|lockbox|entry|alarm|keypad|t[üu]re?|haust[üu]r|tor|porte?|puerta|porta|immeuble|portail|cancello|portone|port|dvere|drzwi|bram[ay]|deur|poort|bank|card|karte|tarjeta|carte|carta|karty)(?![a-z])|türcode|домофон|подъезд|двер|ворот|карт|(?:tür|tor|haus|alarm|port)[ck]od/iu;
/** Codes that anybody may know. */
const open =
  /(?:error|status|exit|zip|post(?:al|leit)?|area|country|source|https?|response|return|product|item|promo|discount|coupon|voucher|qr|bar|colou?r|hex|char|language|currency|reason|dress|tax|tracking|order|event|op|byte|fehler|vin|icd|hs|sic|naics|swift|sort|airport|station|train|flight|почтов|ошибк|postal|erreur|errore|offset|line|lines of|коды? ответа)[ _-]?(?:[ck]od|код|cód)/iu;
const ofWhat =
  "(?:\\s(?:for|of|to|from|on|by|für|von|vom|zum|zur|der|de|del|du|des|di|do|da|della|van|voor|till|för|от|для|к|из|d['’])\\s?[^.!?:;\\n\\d]{1,40}?|\\s[\\p{L}]{3,16})?";
const says =
  "\\s?(?:\\s(?:is:?|is now|was|ist|lautet|war|est|es|era|sera|è|é|to|jest|är|er|on|je|be|opens with|это)|[:：=—–→-]|->|[は是는은]|為|为)?\\s{0,3}[\"'`*\\[「【«“]{0,3}";
const sureBefore = new RegExp(`(?:${sure})${ofWhat}${says}$`, "iu");
const codeBefore = new RegExp(`(?<![\\p{L}_])(?:${code})${ofWhat}${says}$`, "iu");
const wordAfter = new RegExp(
  `^["'\`\\])]{0,2}\\s(?:is|ist|est|es|è|é|to|to jest|är|er|—|–|-|=)\\s[^.!?\\n\\d]{0,40}?(?:${sure}|${code})(?![\\p{L}])`,
  "iu",
);

const mayTell =
  /code|lock ?box|pin|otp|tan|puk|cvc|cvv|2fa|mfa|kod|c[óo]dig|codice|combination|zahl|passwort|senha|the (?:door|gate|garage|alarm|safe|lock|keypad)|[кп][ои][дн]|コード|番号|码|碼|번호|코드|κωδικ/i;
const digits = /\d[ -]?\d/;

export function mayTellCode(text: string): boolean {
  return digits.test(text) && mayTell.test(text);
}

export const toldCodes: Family = {
  hint: { test: mayTellCode },
  kinds: [{ name: "pin", pattern: number, check: isCodeNumber }],
};

function isCodeNumber({ secret, before: wide, after: wideAfter }: SecretMatch): boolean {
  const before = wide.slice(wide.lastIndexOf("\n") + 1);
  const after = /^[^\n]*/.exec(wideAfter)?.[0] ?? "";
  const count = secret.match(/\d/g)?.length ?? 0;
  if (count > 8 || !(mayTell.test(before) || mayTell.test(after))) return false;
  if (/^\s?(?:mm|v|volts?|hz|khz|mhz|times|digits|characters|euros?|usd|dollars)(?![a-z])/i.test(after)) return false;
  if (count < 4)
    return (
      count === 3 &&
      /(?:cv[vc]2?|security code|sicherheitscode|prüfziffer)[^\p{L}\d]*(?:is |ist |est |es )?$/iu.test(before)
    );
  if (sureBefore.test(before)) return true;
  if (open.test(before) || open.test(after)) return false;
  if (wordAfter.test(after))
    return /your|my|dein|ihr|mein|votre|mon|tu|su|mi|seu|twój|ваш|мой/i.test(after) || purpose.test(after);
  return codeBefore.test(before) && (purpose.test(before) || purpose.test(after));
}
