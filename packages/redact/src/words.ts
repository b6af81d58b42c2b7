import { makeHint, makeScan, makeWords } from "./scan.js";

/** The words that introduce a secret. A password may be any word; the values of the others are random. */
const password = [
  "passwords?|(?:security|secret) answers?|passw(?:or)?d|passwrd|passphrase|pass[ _-]?phrase|passcode|pwd|requirepass|storepass|keypass|passin(?!g)|passout|masterauth|rootpw|userpass|pass(?![a-z])(?<=[a-z0-9][_.-]pass)|pass(?=[\"'])(?<=[\"']pass)|pass(?=\\s{0,3}(?::|:?=|=>|\\[\\d*\\]\\s?=)\\s{0,3}[\"'`])(?<!(?:by|com|sur|tres|en|under|over)pass)|pass(?==)(?<!(?:by|com|sur|tres|en|under|over)pass)|(?:pw|psk)(?![a-z])(?<![a-z](?:pw|psk))|authtok|community(?<=snmp[_.-]?(?:[a-z]{1,12}[_.-])?community)",
  "passwort|kennwort|passwörter|mots? ?de ?passe|mdp(?![a-z])|contraseñas?|contrasena|clave secreta|contrasenya|contrasinal|senha|palavra[- ]passe|parola d'ordine|wachtwoord|wagwoord",
  "lösenord(?:et)?|losenord(?:et)?|adgangskode[nr]?|kodeord(?:et)?|passord(?:et)?|lykilorð(?:ið)?|parole(?= ir )|salasana(?:ni|si|mme|nne)?|salasõna|parool",
  "hasł[oa]|hasłem|haslo|(?<![a-z])hesl(?:[oa]|em)|lozink[aou]|geslo|jelsz(?:ó|avam|avad|ava|avunk)|jelszo|parol[ăa](?:m|n|sı|nız|mız)?|şifre(?:m|n|si|miz|niz)?|sifre(?:m|n|si|miz|niz)?|slaptažodis|nenosiri",
  "κωδικό[ςσ]?(?: πρόσβασης)?|συνθηματικό|пароль|пароля|паролі|паролем|парола(?:та)?|лозинка|шифра(?![а-я])",
  "密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|비번|패스워드|كلم[ةه] ?(?:المرور|السر|مرور|سر)(?:ي)?|الرقم السري|باسورد|رمز عبور|گذرواژه|پسورد|پاس ?ورڈ|סיסמ[האת](?:י|ך)?|पासवर्ड|পাসওয়ার্ড|கடவுச்சொல்|รหัสผ่าน|mật khẩu|mat khau|kata (?:sandi|laluan)(?:nya|mu|ku)?",
].join("|");

/** Words before `key`. A lookbehind from `key` on reads them, so that only a few letters begin a match. */
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

export const passwordPlaces = makeWords(password);
export const drawnPlaces = makeWords(drawn);

export const passwordHint = { test: (text: string) => passwordPlaces.spots(text).length > 0 };
const otherKeys = makeHint(
  / words|ledger|trezor|phrase|mnemonic|seed|wallet|recovery|сид[- ]фраз|кошел|钱包|semilla|frase |(?:12|24|twelve|zwölf|doce|douze)[ -]\p{L}{4}|助记|助記|ニーモニ|니모닉|serial|(?:key|code)s?[\s:]|<pass/iu,
);
export const drawnHint = {
  test: (text: string) => drawnPlaces.spots(text).length > 0 || (hasSecretWord(text) && otherKeys.test(text)),
};

/** Whether a text has a word that may introduce a secret, or the flag of a program. */
export function hasSecretWord(text: string): boolean {
  return secretWord.test(text) || flag.test(text);
}

const secretWord = makeHint(
  new RegExp(
    [
      "passw|passp|passc|passo|passi|pass[ :=_\"'>[-]|pwd|pw[ :=_\"'-]|psk|phrase|pinco|depin|pin[ :='’-]|parola|palavra|pat\\b|pepper|secret|security answer|community(?<=snmp[_.-]?(?:[a-z]{1,12}[_.-])?community)|seed|senha|senord|semilla|salasana|salt|sifre|schlüssel|sshpass|signature|token|credential|creds|cred[:= ]|cookie|contrase|code(?<=[_-]code)|code(?<=(?:door|gate|alarm|entry|access|security|safe|lock|garage|verification|2fa|time|keypad|login|backup|scratch|tür)[ _-]?code)|code (?:pin|porte|secret|d')|codice|código|combination|certificate|curl|clé |clave|chave|chiave|key|kennwort|klucz|kata sandi|kata laluan|mat khau|auth|adgangskode|salas|bearer|mnemonic|mots? de pas|motdepas|mdp|mysql|identified by|/p:|/pass:|/user:|sqlplus|rabbitmqctl|bindpw|masterauth|chpasswd|sudo|redis-cli|rootpw|htpasswd|haslo|hesl[oae]|hmac|jwt|otp|wpa|wachtwoord|wagwoord|geheimzahl|geslo|jelsz|userpass|unseal|recovery[ _-]|wallet|wi-fi|words(?<=(?:12|24|elve|ledger|wallet|trezor|metamask|phantom) words)|(?:ledger|trezor) \\d\\d(?!\\d)|sleutel|nyckel|anahtar|kulcs",
      'schtasks|nmp-server|snmp:|community |createUser| on >|CHAP|\\* "|nmcli|rclone|http-basic|onnect\\(|admin:|account:|access:|admin /|root /|bw unlock|--user|hydra|Log in |Sign in |identified with|wifi|SSID|login|Zugang|umo|elemetry|logged in |inloggen|anmelden|ugangsdaten|dentifiants|wlan|u: |<<<|echo -n|_pw |net user|signtool|SecureString|ssword|lozink|lykilor|parool|parole ir|slapta|nenosiri|contrasinal|kodeord',
      "wörter|助记|助記|ニーモニ|니모닉|hasł|şifre|parolă|mật khẩu|ωδικ|υνθηματ|лозинк|шифра|парол|备用|恢复码|пин|код|ключ|секрет|токен|сид|кошел|钱包|密码|密碼|口令|密钥|令牌|パスワード|暗証番号|アクセスキー|トークン|秘密鍵|비밀번호|암호|비번|패스워드|시크릿|토큰|كلم|السري|باسورد|رمز|گذرواژه|پسورد|پاس|סיסמ|पासवर्ड|পাসওয়ার্ড|கடவுச்சொல்|รหัสผ่าน",
    ].join("|"),
    "i",
  ),
);
/** Programs are known by their flags, and by names that begin like the words above. */
const flag = makeScan([" -", "\n-", "\t-"].flatMap((opens) => [..."puaxwknh"].map((letter) => opens + letter)));
