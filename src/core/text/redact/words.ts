import { makeScan, makeWordHint } from "./scan.js";
import { makeSpots } from "./spots.js";

/** The words that introduce a secret. A password may be any word; the values of the others are random. */
const password = [
  "passwords?|(?:security|secret) answers?|passw(?:or)?d|passwrd|passphrase|pass[ _-]?phrase|passcode|pwd|requirepass|storepass|keypass|passin(?!g)|passout|masterauth|rootpw|userpass|pass(?![a-z])(?<=[a-z0-9][_.-]pass)|pass(?=[\"'])(?<=[\"']pass)|pass(?=\\s{0,3}(?::|:?=|=>|\\[\\d*\\]\\s?=)\\s{0,3}[\"'`])(?<!(?:by|com|sur|tres|en|under|over)pass)|pass(?==)(?<!(?:by|com|sur|tres|en|under|over)pass)|(?:pw|psk)(?![a-z])(?<![a-z](?:pw|psk))|authtok|community(?<=snmp[_.-]?(?:[a-z]{1,12}[_.-])?community)",
  "passwort|kennwort|passwörter|mots? ?de ?passe|mdp(?![a-z])|contraseñas?|contrasena|clave secreta|contrasenya|contrasinal|senha|palavra[- ]passe|parola d'ordine|wachtwoord|wagwoord",
  "lösenord(?:et)?|losenord(?:et)?|adgangskode[nr]?|kodeord(?:et)?|passord(?:et)?|lykilorð(?:ið)?|parole(?= ir )|salasana(?:ni|si|mme|nne)?|salasõna|parool",
  "hasł[oa]|hasłem|haslo|(?<![a-z])hesl(?:[oa]|em)|lozink[aou]|geslo|jelsz(?:ó|avam|avad|ava|avunk)|jelszo|parol[ăa](?:m|n|sı|nız|mız)?|şifre(?:m|n|si|miz|niz)?|sifre(?:m|n|si|miz|niz)?|slaptažodis|nenosiri",
  "κωδικό[ςσ]?(?: πρόσβασης)?|συνθηματικό|пароль|пароля|паролі|паролем|парола(?:та)?|лозинка|шифра(?![а-я])",
  "密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|비번|패스워드|كلم[ةه] ?(?:المرور|السر|مرور|سر)(?:ي)?|الرقم السري|باسورد|رمز عبور|گذرواژه|پسورد|پاس ?ورڈ|סיסמ[האת](?:י|ך)?|पासवर्ड|পাসওয়ার্ড|கடவுச்சொல்|รหัสผ่าน|mật khẩu|mat khau|kata (?:sandi|laluan)(?:nya|mu|ku)?",
].join("|");

/** What stands before `key`. It is looked at from the key on, so that only few letters begin a match. */
const keyKinds =
  "api|access|secret|private|signing|encryption|account|shared|master|service|storage|licen[cs]e|deploy|auth|app|application|session|consumer|subscription|wallet|hmac|ssh|admin|client|server|write|project|user|root|secure|fernet|crypt(?:o|ion)?|stream|logged[ _.-]?in|nonce|recovery|unseal";

const drawn = [
  "secret|token|credentials?|creds?(?![a-z])(?<![a-z]creds?)",
  `keys?(?<=(?:${keyKinds})[ _.-]{0,2}keys?)`,
  "salt(?<=(?:nonce|auth|logged[ _.-]?in)[ _.-]?salt)|string(?<=auth[ _.-]?string)|signature(?<=access[ _.-]?signature)|codes?(?<=(?:recovery|backup)[ _.-]?codes?)|client-key-data|certificate(?<=app[ _]?certificate)",
  "authorization|auth(?![a-z])|jwt(?![a-z])|bearer(?![a-z])",
  "[th]otp(?![a-z])(?<![a-z][th]otp)|authenticator|(?:pass|pw|psk|wpa|pat|otp|totp|hmac|salt|pepper)(?![a-z])(?<![a-z](?:pass|pw|psk|wpa|pat|otp|totp|hmac|salt|pepper))",
  "schlüssel|clé (?:api|secrète|privée)|clé d'api|clave (?:de )?api|clave privada|chave (?:de )?api|chiave api|klucz api|ключ api|ключ(?<=(?:api[- ]?|приватный |секретный )ключ)|секрет|токен|密钥|令牌|アクセスキー|トークン|秘密鍵|시크릿|토큰",
].join("|");

export const passwordWords = password;
export const drawnWords = drawn;

/** Whether a text has a word that may introduce a secret. */
export function hasSecretWord(text: string): boolean {
  if (text !== asked) [asked, answered] = [text, hasLatin(text) || hasOtherScript(text)];
  return answered;
}

let [asked, answered] = ["", false];

function hasLatin(text: string): boolean {
  return scanLatin.test(text) || flag.test(text) || (scanPlain.test(text) && plain.some((word) => text.includes(word)));
}

function hasOtherScript(text: string): boolean {
  return /[\u0080-\uffff]/.test(text) && otherScript.test(text);
}

/** Plain words first, which are fast to look for: true wherever one of `passwordWords` stands, and seldom elsewhere. */
const mayTellPassword =
  /pass|authtok|community|answer|pw|psk|masterauth|rootpw|bindpw|kennwort|mdp|contrase|clave secreta|senha|palavra|parola|haslo|wachtwoord|senord|adgangskode|kodeord|lykilor|salas|parool|parole ir|hesl|lozink|geslo|jelsz|sifre|slapta|nenosiri|wagwoord|contrasinal|mat khau|kata (?:sandi|laluan)/i;
/** The same for `drawnWords`. */
const mayTellKey = makeWordHint(
  "secret|token|cred|key|salt|auth|jwt|bearer|pass|pw|psk|wpa|pat|otp|hmac|pepper|pin|code|codice|combination|signature|certificate|phrase|mnemonic|seed|geheimzahl|schlüssel|clé |cle |clave |chave |chiave |klucz ",
  /pat(?![a-z])|(?!pat)./i,
);

export const passwordSpots = makeSpots(
  password,
  (text) => hasSecretWord(text) && (mayTellPassword.test(text) || hasOtherScript(text)),
);
export const drawnSpots = makeSpots(
  drawn,
  (text) => hasSecretWord(text) && (mayTellKey.test(text) || hasOtherScript(text)),
);

export const passwordHint = { test: (text: string) => passwordSpots(text).length > 0 };
const otherKeys =
  / words|ledger|trezor|phrase|mnemonic|seed|wallet|recovery|сид[- ]фраз|кошел|钱包|semilla|frase |(?:12|24|twelve|zwölf|doce|douze)[ -]\p{L}{4}|助[记記]|ニーモニ|니모닉|serial|(?:key|code)s?[\s:]|<pass/iu;
export const drawnHint = {
  test: (text: string) => drawnSpots(text).length > 0 || (hasSecretWord(text) && otherKeys.test(text)),
};

/** Less frequent ones, in one case each: to look for many of these one by one is faster than in one expression. */
const plain =
  'schtasks|nmp-server|snmp:|community |createUser| on >|CHAP|* "|nmcli|rclone|http-basic|onnect(|admin:|account:|access:|admin /|root /|bw unlock|--user|hydra|Log in |Sign in |dentified with|DENTIFIED WITH|WIFI:|SSID|ssid|log in |login|Login|Zugang|umo|elemetry|logged in |sign in |inloggen|anmelden|ugangsdaten|dentifiants|wifi|Wifi|WiFi|WLAN|wlan|u: |<<<|echo -n|_pw |net user|signtool|SecureString|ssword|lozink|Lozink|lykilor|parool|Parool|parole ir|slapta|nenosiri|contrasinal|kodeord|Kodeord'.split(
    "|",
  );

/** Words that are there for sure where one of `latin` is. */
const latinWords =
  "passw passp passc passo passi pass pwd pw psk phrase pinco depin pin parola palavra pat pepper secret seed senha senord semilla salasana salt sifre schlüssel sshpass signature token credential creds cred cookie contrase code codice código combination certificate curl clé clave chave chiave key kennwort klucz auth adgangskode salas bearer mnemonic motdepas mdp mysql requirepass sqlplus rabbitmqctl bindpw masterauth chpasswd sudo redis-cli rootpw htpasswd haslo hesl hmac jwt otp wpa wachtwoord wagwoord geheimzahl geslo jelsz userpass unseal recovery wallet ledger trezor community wi-fi words sleutel nyckel anahtar kulcs";
const latin =
  /passw|passp|passc|passo|passi|pass[ :=_"'>[-]|pwd|pw[ :=_"'-]|psk|phrase|pinco|depin|pin[ :='’-]|parola|palavra|pat\b|pepper|secret|security answer|community(?<=snmp[_.-]?(?:[a-z]{1,12}[_.-])?community)|seed|senha|senord|semilla|salasana|salt|sifre|schlüssel|sshpass|signature|token|credential|creds|cred[:= ]|cookie|contrase|code(?<=(?:door|gate|alarm|entry|access|security|safe|lock|garage|verification|2fa|time|keypad|login|backup|scratch|tür)[ _-]?code)|code (?:pin|porte|secret|d')|codice|código|combination|certificate|curl|clé |clave|chave|chiave|key|kennwort|klucz|kata sandi|kata laluan|mat khau|auth|adgangskode|salas|bearer|mnemonic|mots? de pas|motdepas|mdp|mysql|identified by|requirepass|\/(?:p|pass|user):|sqlplus|rabbitmqctl|bindpw|masterauth|chpasswd|sudo|redis-cli|rootpw|htpasswd|haslo|hesl[oae]|hmac|jwt|otp|wpa|wachtwoord|wagwoord|geheimzahl|geslo|jelsz|userpass|unseal|recovery[ _-]|wallet|wi-fi|words(?<=(?:12|24|elve|ledger|wallet|trezor|metamask|phantom) words)|(?:ledger|trezor) \d\d(?!\d)|sleutel|nyckel|anahtar|kulcs/iy;
const scanLatin = makeScan(
  [
    ...latinWords.split(" ").flatMap((word) => (word === "pw" ? [..." :=_-\"'"].map((sign) => word + sign) : [word])),
    ..."security answer|kata sandi|kata laluan|mat khau|mot de pas|mots de pas|identified by|/p:|/pass:|/user:".split(
      "|",
    ),
  ],
  (text, place) => {
    latin.lastIndex = place;
    return latin.test(text);
  },
);
const scanPlain = makeScan(plain);
/** Programs are known by their flags, and by names that begin like the words above. */
const flag = /\s-[pPUAXuawkNHKWnhx]/;
const otherScript =
  /[Ww]örter|助[记記]|ニーモニ|니모닉|[Hh]as[łŁ]|HASŁ|[şŞ]ifre|parolă|mật khẩu|ωδικ|υνθηματ|[Лл]озинк|[Шш]ифра|[Пп]арол|ПАРОЛ|备用|恢复码|[Пп]ин|ПИН|[Кк]од|[Кк]люч|КЛЮЧ|[Сс]екрет|СЕКРЕТ|[Тт]окен|ТОКЕН|[Сс]ид|[Кк]ошел|钱包|密码|密碼|口令|密钥|令牌|パスワード|暗証番号|アクセスキー|トークン|秘密鍵|비밀번호|암호|비번|패스워드|시크릿|토큰|كلم|السري|باسورد|رمز|گذرواژه|پسورد|پاس|סיסמ|पासवर्ड|পাসওয়ার্ড|கடவுச்சொல்|รหัสผ่าน/;
