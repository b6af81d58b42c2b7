/** The words that introduce a secret. A password may be any word; the values of the others are random. */
const password =
  "passwords?|passw(?:or)?d|passphrase|pass[ _-]?phrase|passcode|pwd|passwort|kennwort|passwörter|mots? ?de ?passe|mdp(?![a-z])|contraseña|contrasena|clave secreta|senha|palavra[- ]passe|parola d'ordine|hasło|haslo|wachtwoord|lösenord|losenord|adgangskode|passord|salasana|heslo|jelszó|parolă|şifre|sifre|parola|κωδικός|пароль|пароля|паролі|паролем|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|كلمة المرور|كلمة السر|סיסמה|סיסמא|पासवर्ड|รหัสผ่าน|mật khẩu|kata sandi";

const drawn =
  "secret|token|credentials?|api[ _-]{0,2}key|access[ _-]?key|private[ _-]?key|signing[ _-]?key|encryption[ _-]?key|account[ _-]?key|shared[ _-]?key|master[ _-]?key|service[ _-]?key|storage[ _-]?key|license[ _-]?key|licence[ _-]?key|deploy[ _-]?key|auth[ _-]?key|app[ _-]?key|application[ _-]?key|session[ _-]?key|consumer[ _-]?key|subscription[ _-]?key|wallet[ _-]?key|hmac[ _-]?key|ssh[ _-]?key|authorization|auth(?![a-z])|(?<![a-z])pass(?![a-z])|(?<![a-z])(?:pw|psk|wpa)(?![a-z])|api-schlüssel|schlüssel|zugangsschlüssel|clé (?:api|secrète|privée)|clé d'api|clave (?:de )?api|clave privada|chave (?:de )?api|chiave api|klucz api|ключ api|api[- ]?ключ|приватный ключ|секретный ключ|секрет|токен|密钥|令牌|アクセスキー|トークン|秘密鍵|시크릿|토큰";

const pin = "(?<![a-zа-я0-9])(?:pin|пин|geheimzahl)(?![a-z])";

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
    "passw|passp|passc|pass |pass:|pass=|pass_|pass-|pass\"|pass'|pwd|pw |pw:|pw=|pw\"|pw'|psk|phrase|pin |pin:|pin=|pin-|pin'|pin’|parola|palavra",
    "secret|seed|senha|senord|semilla|salasana|sifre|schlüssel|sshpass|token|credential|cookie|contrase|curl|clé |clave|chave|chiave",
    "key|kennwort|klucz|kata sandi|auth|adgangskode|bearer|mnemonic|mot de pas|mots de pas|motdepas|mdp|mysql",
    "redis-cli|htpasswd|haslo|heslo|wpa|wachtwoord|geheimzahl|jelsz",
  ].join("|"),
  "i",
);
const otherScript =
  /[łŁ]o(?![a-z])|[şŞ]ifre|parolă|mật khẩu|ωδικ|[Пп]арол|ПАРОЛ|[Пп]ин|ПИН|[Кк]люч|КЛЮЧ|[Сс]екрет|СЕКРЕТ|[Тт]окен|ТОКЕН|[Сс]ид|密码|密碼|口令|密钥|令牌|パスワード|暗証番号|アクセスキー|トークン|秘密鍵|비밀번호|암호|시크릿|토큰|كلمة|סיסמ|पासवर्ड|รหัสผ่าน/;
