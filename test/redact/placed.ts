/** Where a password may stand in files, programs, tables and on command lines. "~" stands for it, "⏎" for the end of a line. */
import { alphanumeric, type Draw, digits, drawFrom } from "./draw.js";
import type { Planted } from "./secrets.js";

const nouns =
  "orange river falcon castle winter pepper mango tiger rocket window silver garden pirate laptop coffee marble".split(
    " ",
  );

/** Letters alone, as people choose them. */
function chooseWords(draw: Draw): string {
  const [first, second] = [draw.of(nouns), draw.of(nouns)];
  return draw.of([`${first}${second}`, `${raise(first)}${raise(second)}`]);
}

function chooseMixed(draw: Draw): string {
  const noun = draw.of(nouns);
  return draw.of([
    `${noun}${draw.from(digits, 3)}`,
    `${raise(noun)}${draw.from("!#@$", 1)}${draw.from(digits, 2)}`,
    `${noun}-${draw.of(nouns)}-${draw.from(digits, 2)}`,
    `${draw.from(alphanumeric, 11)}7k`,
  ]);
}

function raise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function plantPlaced(seed: number): readonly Planted[] {
  const draw = drawFrom(seed);
  return [...plant(draw, placesOfWords, chooseWords), ...plant(draw, placesOfMixed, chooseMixed)];
}

function plant(draw: Draw, places: string, choose: (draw: Draw) => string): readonly Planted[] {
  return places.split("\n").map((place) => {
    const secret = choose(draw);
    return { kind: "placed", text: place.replaceAll("⏎", "\n").replace("~", () => secret), secret, kept: [] };
  });
}

const placesOfWords = `passwd <- "~"
const DB_PWD = "~";
export SMTP_PASS=~
ENV POSTGRES_PASSWORD ~
java -Djavax.net.ssl.keyStorePassword=~ App
db_pass: ~⏎db_host: localhost
[database]⏎password = "~"⏎port = 5432
[client]⏎user=root⏎password=~
spring.datasource.password=~
"adminPassword": "~",
resource "aws_db_instance" "x" {⏎  username = "app"⏎  password = "~"⏎}
<user name="admin" password="~" roles="manager-gui"/>
<setting name="SmtpPassword" serializeAs="String">⏎  <value>~</value>⏎</setting>
CREATE USER bob IDENTIFIED BY ~;
CREATE ROLE app LOGIN PASSWORD '~';
ALTER USER postgres WITH PASSWORD '~'
GRANT ALL ON shop.* TO 'app'@'%' IDENTIFIED BY '~';
services:⏎  db:⏎    environment:⏎      - POSTGRES_PASSWORD=~
environment:⏎  MYSQL_PASSWORD: ~⏎  MYSQL_USER: app
Environment=DB_PASSWORD=~
$password = '~'
<key>DatabasePassword</key>⏎<string>~</string>
let password: String? = "~"
local db_password = "~"
my %conf = (password => '~');
password: '~', // todo
@password = "~"
(def db-password "~")
password = ~ ; the old one
{:password "~"}
%{password: "~"}
#define WIFI_PASSWORD "~"
wifi_password = b'~'
<password>⏎⏎   ~⏎</password>
password: |⏎  ~⏎
stringData:⏎  password: ~
credentials:⏎  username: bob⏎  password: >-⏎    ~
- name: DB_PASSWORD⏎  value: ~
the password is ~ and then click ok
My wifi password is ~ so you can log in
password is ~, don't tell anyone
the admin pw is ~ btw
I set the root password to ~ yesterday
Passwort ist ~ und dann auf OK
le mot de passe est ~ et puis valide
la contraseña es ~ y luego entras
het wachtwoord is ~ en dan enter
passwd for db01 is '~'
login: admin⏎password: ~
user: bob⏎pw: ~
username=admin password=~
Username: root Password: ~
MINIO_ROOT_PASSWORD: ~
KEYCLOAK_ADMIN_PASSWORD=~
curl -u bob:~ https://x.io
mysql -u root -p~ shop
psql postgresql://app:~@db/shop
sshpass -p '~' ssh root@h
docker login -u bob -p ~ ghcr.io
kubectl create secret generic db --from-literal=password=~
kubectl create secret docker-registry r --docker-password=~ --docker-username=b
openssl rsa -in k.pem -passin pass:~
smbclient //nas/share -U bob%~
redis-cli -h c -a ~ ping
mongosh --username root --password ~
htpasswd -b .htpasswd bob ~
htpasswd -cbB /etc/x bob ~
wget --user=bob --password=~ https://x
RESTIC_PASSWORD=~ restic backup /
echo '~' | docker login -u bob --password-stdin
echo "root:~" | chpasswd
PGPASSWORD='~' pg_dump shop
ftp -u ftp://bob:~@host/file f
ansible-playbook -e 'ansible_become_pass=~'
fly secrets set DB_PASS=~
git clone https://bob:~@git.acme.io/x.git
ldapsearch -x -D cn=a -w ~ -b dc=x
gpg --batch --passphrase ~ -c f
helm install x --set auth.rootPassword=~
terraform apply -var 'db_password=~'
cryptsetup luksOpen /dev/sda1 c <<< '~'
vault kv put secret/db password=~
nmcli dev wifi connect home password ~
http -a bob:~ GET x.io
var dbPass = "~"
let mut passphrase = "~".to_string();
const char* kMqttPassword PROGMEM = "~";
val password = "~".toCharArray()
Password = "~"c
password$ = "~"
DATA(lv_password) = '~'.
password <<- '~'
our $PASSWORD = "~";
$ENV{DB_PASSWORD} = '~';
System.setProperty("db.password", "~");
builder.Password = "~";
psycopg2.connect("dbname=x user=y password=~")
paramiko: ssh.connect(h, username='root', password='~')
process.env.JWT_SECRET = '~'
setenv DB_PASSWORD ~
set DB_PASSWORD=~
$Env:DB_PASSWORD='~'
<add key="SmtpPassword" value="~" />
<server><id>x</id><username>bob</username><password>~</password></server>
db:⏎  auth: {user: app, pass: ~}
- { name: admin, password: ~ }
password: !!str ~
- password: "~"⏎  login: bob
admin_password:⏎    value: ~
[[users]]⏎name = 'a'⏎password = '''~'''
vault_pass='~' ansible_user=root
all:⏎  vars:⏎    ansible_ssh_pass: ~
locals {⏎  db_password = "~"⏎}
variable "db_password" {⏎  default = "~"⏎}
{"Username":"admin","Password":"~"}
{'passwd': '~'}
Data Source=db;Initial Catalog=x;User ID=sa;Password=~
CREATE USER app WITH ENCRYPTED PASSWORD '~';
ALTER LOGIN sa WITH PASSWORD = '~';
SET PASSWORD FOR bob = PASSWORD('~');
CREATE DATABASE LINK l CONNECT TO u IDENTIFIED BY "~" USING 'x';
CREATE USER x IDENTIFIED WITH mysql_native_password BY '~'
Host: ftp.x.io⏎User: bob⏎Pass: ~
<b>Password:</b> ~<br>
WIFI:T:WPA;S:home;P:~;;
my password was ~ until I changed it
password for the router: ~ (do not share)
I used "~" as my password everywhere
password=~ (all lower case)
Mein Passwort ist ~, bitte nicht weitergeben
la contraseña del wifi es ~ por si acaso
密码是 ~ ，请保密
비밀번호는 ~ 입니다
ssh root@10.0.0.5 (password ~)
GF_SECURITY_ADMIN_PASSWORD=~
curl https://bob:~@x.io/y
curl -d '{"password":"~"}' x.io
mysql --password=~ -e 'select 1'
openssl pkcs12 -export -passout pass:~ -in a
redis-cli --pass ~
mongosh "mongodb+srv://bob:~@c.x.mongodb.net/db"
wget --http-password=~ x
cmdkey /add:h /user:bob /pass:~
ssh-keygen -t rsa -N '~' -f k
gpg --passphrase '~' -d x
ncftpput -u bob -p ~ h / f
mosquitto_pub -u bob -P ~ -t x
createuser --pwprompt; ALTER USER x PASSWORD '~'
git config credential.helper '!f() { echo password=~; }; f'
pulumi config set --secret dbPassword ~
ansible-vault encrypt_string '~' --name db_password
ipmitool -U a -P ~ chassis
password => "~"
declare -x FTP_PASSWORD="~"
ARG DB_PASSWORD=~
./configure --with-db-pass=~
  passwd: '~'
smtp.password : ~
<property name="connection.password">~</property>
<wsse:Password Type="x#PasswordText">~</wsse:Password>
CREATE USER MAPPING FOR x SERVER y OPTIONS (user 'a', password '~');
CHANGE MASTER TO MASTER_USER='r', MASTER_PASSWORD='~';
    - REDIS_PASSWORD=~
ExecStart=/usr/bin/app --password ~
public static final String PASSWORD = "~";
const dbPassword = "~" // dev
'password' => env('DB_PASSWORD', '~'),
password="~" dbname="x"
pass => '~'
<credentials>⏎  <user>bob</user>⏎  <password>~</password>⏎</credentials>
<name>DB_PASSWORD</name>⏎<value>~</value>
password is ~ if you need it
the password for the zip is ~
my login is bob and my password is ~
I changed it, new password: ~
Password reset: your new password is ~ please change it
passwort: ~ bitte nicht weitersagen
mot de passe : ~ merci
wachtwoord = ~
şifre: ~ teşekkürler
PORTAINER_ADMIN_PASSWORD=~
KC_DB_PASSWORD: ~
UPTIME_KUMA_PASSWORD=~
mysql -h db -u app --password='~'
psql "postgresql://app:~@db:5432/x?sslmode=require"
export SSHPASS=~
docker login registry.x.io --username bob --password ~
openssl genrsa -aes256 -passout pass:~ 2048
mount.cifs //h/s /m -o user=bob,pass=~
mongo admin -u root -p '~'
wget --ftp-user=bob --ftp-password=~ ftp://x
vault write auth/userpass/users/bob password=~
nmcli con modify x wifi-sec.psk ~
chpasswd <<< 'bob:~'
mosquitto_sub -h x -u a -P '~'
unrar x -p~ a.rar
kinit bob@X <<< '~'
sqlcmd -S h -U sa -P '~'
argocd login h --username admin --password ~
terraform init -backend-config="password=~"`;

const placesOfMixed = `dbPassword := "~"
$config->password = '~';
password => ~
password -> ~
Password :: ~
set password to ~
set the variable DB_PASS to "~"
ENV ADMIN_PASS="~" MODE=prod
java -Ddb.password=~ -jar app.jar
mvn deploy -Dgpg.passphrase=~
<Connection Password='~' Server='x'/>
$cred = New-Object PSCredential('bob', (ConvertTo-SecureString '~' -AsPlainText -Force))
Set-ADAccountPassword -Identity bob -NewPassword (ConvertTo-SecureString -AsPlainText "~" -Force)
-- password --⏎~
db.password = '~' if local
PASSWORD ~
char pass[] = "~";
password:⏎  ~⏎user: bob
Password:⏎~
use ~ as the password
you can log in with the password ~ until Friday
the pass for the guest account is ~
пароль ~ никому не говори
curl --user 'bob:~' https://x.io
rclone config create nas sftp user bob pass ~
az login -u bob@x.com -p ~
mc alias set s3 http://m:9000 minio ~
bw login bob@x.io ~
password .= "~"
new NetworkCredential("bob", "~")
UsernamePasswordCredentials("bob", "~")
requests.get(url, auth=('bob', '~'))
HTTPBasicAuth('bob', '~')
mysqli_connect('localhost', 'root', '~', 'shop')
new PDO('mysql:host=db', 'root', '~')
smtp.login('bob@x.io', '~')
password: 'plain:~'
root_password = <<EOF⏎~⏎EOF
<Data ss:Type="String">Password</Data></Cell><Cell><Data ss:Type="String">~</Data>
password: &pw ~
output "password" {⏎ value = "~" }
INSERT INTO users (name, password) VALUES ('bob', '~');
CREATE USER bob PASSWORD ~
| user | password |⏎|---|---|⏎| bob | ~ |
password………: ~
SSID: home⏎Key: ~
Try ~ as password
pwd ~
la password è ~ e poi premi invio
a senha do wifi é ~ e pronto
hasło to ~ i potem enter
creds are admin:~
log in with bob and ~
sshpass -p ~ scp a b:
rclone obscure ~
restic -r x --password-command 'echo ~' backup
echo -n ~ | base64 | kubectl create secret
docker secret create pw <(echo ~)
consul kv put db/password ~
etcdctl put /app/db_password ~
twine upload -u bob -p ~ dist/*
evil-winrm -i h -u bob -p ~
impacket-psexec acme/bob:~@10.0.0.1
user_password::~
<jdbc url='x' user='sa' pass='~'/>
EXEC sp_addlogin 'bob', '~'
$pass = ConvertTo-SecureString "~" -AsPlainText -Force
$Credential = [pscredential]::new('bob', ('~' | ConvertTo-SecureString -AsPlainText -Force))
password: ENV.fetch("DB_PASSWORD") { "~" }
conf.password = [[~]]
my $dbh = DBI->connect($dsn, 'root', '~');
app.secret_key = b'~'
password⏎: ~
Passwort⏎~
Your temporary password:⏎⏎~⏎⏎Please change it.
o wifi: senha ~
lösenordet är ~ tack
admin / ~ on the staging box
Log in as demo:~
just type ~ when it asks for the password
WEBUI_SECRET_KEY=~
curl -X POST -H 'Content-Type: x' -u admin:~ x.io
redis-cli AUTH ~
rclone copy a :ftp,host=x,user=b,pass=~: b
restic init --repo x <<< ~
bw unlock ~
useradd -m -p ~ bob
net user bob ~ /add
bcp x out y -U sa -P~
composer config http-basic.repo.x.io bob ~
cadaver --user bob:~
MAIL_PASSWORD => ~
set ADMIN_PASSWORD to ~
hibernate.connection.password ~
CREATE USER x WITH PASSWORD ~
$secret = "~" | ConvertTo-SecureString -AsPlainText -Force
<password>⏎~⏎</password>
- name: admin-password⏎  value: |⏎    ~
password ~ works for me
la contraseña es ~ para todos
la password è ~ per tutti
пароль ~ для всех
nextcloud admin: bob / ~
mysql -uapp -p~ -h db
restic -r y --password-command='echo ~ x'
crictl pull --creds a:~ x
skopeo copy --src-creds a:~ x y`;
