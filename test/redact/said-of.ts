/** What people say of passwords and keys, and what only resembles them: nothing here is a secret. */
export const saidOf: readonly string[] = `the password is bland
your password is outdated, choose another
My password is ancient
password is guessable
the new password is identical to the old one
password was purged
the password is nowhere to be found
password is hardcoded in main.go
Password: blank
password: unchanged since 2019
the passphrase is optional here
the passcode is printed on the box
password is case insensitive
the password is salted and hashed with bcrypt
password is neither stored nor logged
Password is abc-compliant
a password is something you know
password is king
password strength: weak
the token is opaque
the token is short-lived
token: revoked
secret: rotated
the secret was compromised
API key: disabled
api key is read-only
the key is public
the key is cached for 10 minutes
log in with Google / Apple
log in with your phone / email
sign in with SSO / SAML
user admin has no password
username bob, password unknown
user alice, pass granted
pass v2 to the function
pass 3rd-party tokens along
pass --force to skip
he passed 2nd grade
boarding pass A12345 at gate 7
ski pass 2026 costs 450 EUR
the wifi is down since 10:45
wifi: home-5G
login: 3 attempts left
login at 10:45, logout at 11:00
Das Passwort ist unsicher
Das Passwort ist zu lang
das Passwort wird morgen geändert
Passwort: vergessen?
Das Kennwort ist dasselbe wie immer
Passwort ist Pflicht
Kennwort: ungültig
le mot de passe est erroné
le mot de passe est trop long
mot de passe : requis
le mdp est périmé
le mot de passe est identique
la contraseña es demasiado corta
contraseña: requerida
la contraseña es la misma
la clave es la paciencia
la clave es entender el problema
la contraseña es vieja
la password è vuota
password: obbligatoria
la password è troppo corta
a senha é curta
senha: incorreta
a chave é a comunicação
het wachtwoord is te kort
wachtwoord: ongeldig
het wachtwoord is gewijzigd
hasło jest puste
hasło: nieprawidłowe
hasło jest tajne
heslo je neplatné
heslo: povinné
heslo je slabé
a jelszó hibás
jelszó: kötelező
a jelszó lejárt
parola este greșită
parola: incorectă
şifre yanlış girildi
parola: zorunlu
şifreniz geçersiz
пароль слишком короткий
пароль: неверный
пароль это важно
ваш пароль устарел
пароль: обов'язковий
паролата е грешна
lozinka je pogrešna
lösenordet är felaktigt
lösenord: obligatoriskt
adgangskoden er forkert
passordet er ugyldig
salasana on liian lyhyt
salasana: pakollinen
ο κωδικός είναι λάθος
κωδικός: υποχρεωτικός
كلمة المرور غير صحيحة
كلمة المرور مطلوبة
הסיסמה שגויה
הסיסמה: חובה
पासवर्ड गलत है
รหัสผ่านไม่ถูกต้อง
mật khẩu không đúng
mật khẩu: bắt buộc
kata sandi salah
kata sandi: wajib
パスワードが間違っています
パスワード：必須
비밀번호가 틀렸습니다
비밀번호: 필수
密码错误
密码：必填
the code is 12 lines long
error code 0x80070005
door 1204 is open
PIN 7 is ground
the access code review is at 10:30
ssh-keygen -t ed25519 -f id -C bob@host
ssh-keygen -lf id.pub
net use Z: /delete
net use Z: \\\\srv\\share /persistent:yes
curl -u bob https://acme.io
https://mainnet.infura.io/v3/YOUR-PROJECT-ID
https://docs.alchemy.com/v2/reference
{"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc","e":"AQAB"}
standard_deviation_of_the_sample
APP_KEY=
APP_KEY=base64:
version base64:1.2.3
the password manager is Bitwarden2
the password reset form in release 4 is broken
password policy v2.1 applies
passwords for 12 users were reset
the password hashing uses argon2id now
my password manager generated 20 characters
clave primaria: id_usuario
chave primária: user_id2
the password is dated
password is duplicated across sites
the password is user-supplied
the password is longer than 64 bytes
password is transmitted in clear
our password is compliant with NIST
the password isn't set
the password wasn't changed
Password: N/A
password: none
password - see wiki
Password: (leave blank)
password: xxxxx
password: "..."
password = input()
password = getpass.getpass()
password: str = Field(min_length=8)
password: z.string().min(8)
password VARCHAR(255) NOT NULL
"password": { "type": "string", "minLength": 8 }
<input type="password" name="password" placeholder="Password">
<label for="pwd">Password:</label>
PASSWORD=
PASSWORD=$DB_PASSWORD
DB_PASSWORD=\${DB_PASSWORD:?missing}
password: {{ vault_db_password }}
password: !vault |
password_file: /run/secrets/db
--password-file /etc/pw
kubectl get secret db -o yaml
secretName: tls-cert-2026
tokenizer: gpt2
token type: bearer
token expires in 3600
the JWT has three parts
Authorization header is required
cookie: consent=yes
the API key goes into the X-Api-Key header
api_key: string
apiKey: process.env.API_KEY
const apiKey = getApiKey();
AWS_REGION=eu-central-1
region: us-east-1
sha1: da39a3ee5e6b4b0d3255bfef95601890afd80709
commit da39a3ee5e6b4b0d3255bfef95601890afd80709
md5 d41d8cd98f00b204e9800998ecf8427e file.iso
docker pull alpine@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
request id 7f3c2a10-5b1e-4c8d-9a2b-1c2d3e4f5a6b
order #A-10293-DE
invoice INV-2026-00042
tracking number 00340434161094042557
flight LH1234 at 10:45
booking reference X7K2PQ
meeting id 812 3456 7890
phone +49 30 1234567
IBAN GB33BUKB20201555555555
VAT DE123456789
ISBN 9783161484100
coordinates 52.520008, 13.404954
https://meet.google.com/abc-defg-hij
https://www.youtube.com/watch?v=9bZkp7q19f0
https://drive.google.com/file/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs/view
https://www.notion.so/acme/Plan-0123456789abcdef0123456789abcdef
https://figma.com/file/AbCdEfGhIjKlMnOpQrStUv/Design
https://api.acme.io/v2/keys/list
https://acme.io/reset-password?user=bob
https://eth-mainnet.g.alchemy.com/v2/demo
he will log in with the new account / profile
log in as root / admin
login: bob / alice
credentials: see the wiki / vault
credentials: user name / password
user bob, pass the salt
user: bob, role: admin2
account 12345, pass rate 98%
the pass rate is 98%
pass criteria: 3 of 5
mountain pass at 2108m
a pass completed in 4min33s
the passport is C01X00T47
wifi 6E is faster
wifi: WPA3-Personal
the login page loads in 250ms
logged in at 2026-03-04T10:00:00Z
sign in with 2 steps / 1 code
clave de acceso: obligatoria
la clave está en el paso 2b
palabra clave: SEO2026
palavras-chave: python3, sql
mot clé: html5
chiave di lettura: 3
la chiave è sotto lo zerbino
Schlüssel liegt unter der Matte
der Schlüssel ist Geduld
das Passwort steht im Brief
Passwort wurde zurückgesetzt
Das Passwort muss 12 Zeichen haben
Passwort-Manager: KeePass2
le mot de passe doit contenir 8 caractères
votre mot de passe a été modifié
la contraseña debe tener 8 caracteres
la password deve contenere 8 caratteri
a senha deve ter 8 caracteres
het wachtwoord moet 8 tekens hebben
hasło musi mieć 8 znaków
zapomniałem hasła
hasło wygasło
heslo musí mít 8 znaků
zapomněl jsem heslo
a jelszónak 8 karakter kell
elfelejtettem a jelszavam
parola trebuie să aibă 8 caractere
am uitat parola
şifre en az 8 karakter olmalı
şifremi unuttum
пароль должен содержать 8 символов
забыл пароль
пароль скинуто
пароль має містити 8 символів
lösenordet måste ha 8 tecken
jag har glömt lösenordet
adgangskoden skal have 8 tegn
salasanassa on oltava 8 merkkiä
unohdin salasanan
ο κωδικός πρέπει να έχει 8 χαρακτήρες
κωδικός προϊόντος: 12345
ταχυδρομικός κωδικός 10431
كلمة المرور قصيرة جدا
نسيت كلمة المرور
הסיסמה קצרה מדי
שכחתי את הסיסמה
पासवर्ड भूल गया
पासवर्ड 8 अक्षरों का होना चाहिए
ลืมรหัสผ่าน
quên mật khẩu
mật khẩu phải có 8 ký tự
lupa kata sandi
kata sandi minimal 8 karakter
パスワードは8文字以上
パスワードを忘れました
비밀번호는 8자 이상
비밀번호를 잊어버렸어요
密码长度至少8位
忘记密码
mã 12345 không hợp lệ
код товара 12345
код ошибки 0x80070005
код на GitHub
код 200 означает успех
the code name is Falcon9
the secret ingredient is E621
the secret is in the sauce
key is pressed twice
the key signature is C# minor
the key takeaway: Q3 grew 12%
the primary key is user_id
cache key: user:42:profile
key: value
key = "name"
keyCode === 13
foreign key (user_id) references users(id)
the answer key: 1b 2c 3a
ssh key fingerprint SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDrEXAMPLEabcd
known_hosts: github.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl
seed: 42
random seed 1234567
the phrase is funny
pin the version to 1.2.3
GPIO pin 17 is high
postcode SW1A 1AA
zip code 90210
promo code SUMMER2026
discount code: SAVE20
error: invalid token 'foo' at line 3
unexpected token } in JSON at position 42
SyntaxError: Unexpected token 'export'
csrf token mismatch
token ring network
auth: basic
authentication: required
oauth2: enabled
mfa: true
otp length: 6
basic auth is disabled
bearer bonds were sold`.split("\n");
