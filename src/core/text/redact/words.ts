/** The words that introduce a secret. A password may be any word; the values of the others are random. */
const password =
  "passwords?|passw(?:or)?d|passwrd|passphrase|pass[ _-]?phrase|passcode|pwd|requirepass|storepass|keypass|passin|passout|masterauth|rootpw|userpass|passwort|kennwort|passwörter|mots? ?de ?passe|mdp(?![a-z])|contraseña|contrasena|clave secreta|senha|palavra[- ]passe|parola d'ordine|hasło|haslo|wachtwoord|lösenord|losenord|adgangskode|passord|salasana|heslo|jelszó|parolă|şifre|sifre|parola|κωδικός|пароль|пароля|паролі|паролем|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|كلمة المرور|كلمة السر|סיסמה|סיסמא|पासवर्ड|รหัสผ่าน|mật khẩu|kata sandi";

const drawn =
  "secret|token|credentials?|(?<![a-z])creds?(?![a-z])|api[ _.-]{0,2}key|access[ _.-]?key|private[ _.-]?key|signing[ _.-]?key|encryption[ _.-]?key|account[ _.-]?key|shared[ _.-]?key|master[ _.-]?key|service[ _.-]?key|storage[ _.-]?key|license[ _.-]?key|licence[ _.-]?key|deploy[ _.-]?key|auth[ _.-]?key|app[ _.-]?key|application[ _.-]?key|session[ _.-]?key|consumer[ _.-]?key|subscription[ _.-]?key|wallet[ _.-]?key|hmac[ _.-]?key|ssh[ _.-]?key|admin[ _.-]?key|client[ _.-]?key|server[ _.-]?key|write[ _.-]?key|project[ _.-]?key|user[ _.-]?key|root[ _.-]?key|secure[ _.-]?key|fernet[ _.-]?key|crypt(?:o|ion)?[ _.-]?key|stream[ _.-]?key|logged[ _.-]?in[ _.-]?key|nonce[ _.-]?key|nonce[ _.-]?salt|auth[ _.-]?salt|auth[ _.-]?string|shared[ _.-]?access[ _.-]?signature|recovery[ _.-]?(?:key|codes?)|backup[ _.-]?codes?|unseal[ _.-]?keys?|client-key-data|authorization|auth(?![a-z])|jwt(?![a-z])|bearer(?![a-z])|(?<![a-z])pass(?![a-z])|(?<![a-z])(?:pw|psk|wpa|pat|otp|totp|hmac|salt|pepper)(?![a-z])|api-schlüssel|schlüssel|zugangsschlüssel|clé (?:api|secrète|privée)|clé d'api|clave (?:de )?api|clave privada|chave (?:de )?api|chiave api|klucz api|ключ api|api[- ]?ключ|приватный ключ|секретный ключ|секрет|токен|密钥|令牌|アクセスキー|トークン|秘密鍵|시크릿|토큰";

const pin =
  "(?<![a-zа-я0-9])(?:pin|пин|geheimzahl|(?:door|gate|alarm|entry|access|security|safe|lock|garage|verification|login|2fa|one[- ]?time|keypad|bike lock)[- ]?(?:code|combination)|otp|tür ?code|türcode|codepin|code (?:pin|porte|d'entrée|secret)|código|codice|pincode|kod pin|код)(?![a-z])";

export const passwordWords = password;
export const drawnWords = drawn;
export const pinWords = pin;

/** Whether a text has a word that may introduce a secret. Two tests, because each is fast on the other's scripts. */
export function hasSecretWord(text: string): boolean {
  return latin.test(text) || (/[\u0080-\uffff]/.test(text) && otherScript.test(text));
}

/** Plain words, grouped by their beginning, so that the engine searches for all of them at once. */
const latin = new RegExp(
  [
    "passw|passp|passc|pass |pass:|pass=|pass_|pass-|pass\"|pass'|pass>|pwd|pw |pw:|pw=|pw\"|pw'|psk|phrase|pin |pin:|pin=|pin-|pin'|pin’|parola|palavra|pat\\b|pepper",
    "secret|seed|senha|senord|semilla|salasana|salt|sifre|schlüssel|sshpass|signature|token|credential|cred|cookie|contrase|code|codice|código|combination|curl|clé |clave|chave|chiave",
    "key|kennwort|klucz|kata sandi|auth|adgangskode|bearer|mnemonic|mot de pas|mots de pas|motdepas|mdp|mysql|identified by|requirepass",
    "redis-cli|rootpw|htpasswd|haslo|heslo|hmac|jwt|otp|wpa|wachtwoord|geheimzahl|jelsz|userpass|unseal|recovery",
  ].join("|"),
  "i",
);
const otherScript =
  /[łŁ]o(?![a-z])|[şŞ]ifre|parolă|mật khẩu|ωδικ|[Пп]арол|ПАРОЛ|[Пп]ин|ПИН|[Кк]од|[Кк]люч|КЛЮЧ|[Сс]екрет|СЕКРЕТ|[Тт]окен|ТОКЕН|[Сс]ид|密码|密碼|口令|密钥|令牌|パスワード|暗証番号|アクセスキー|トークン|秘密鍵|비밀번호|암호|시크릿|토큰|كلمة|סיסמ|पासवर्ड|รหัสผ่าน/;
