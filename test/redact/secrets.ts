/** Secrets of many kinds in the places where people and programs leave them. Made anew in every run; none was ever valid. */
import { alphanumeric, base64, type Draw, digits, drawFrom, hex, lower, upper, urlSafe } from "./draw.js";

export interface Planted {
  readonly kind: string;
  readonly text: string;
  readonly secret: string;
  /** Words around the secret that must stay. */
  readonly kept: readonly string[];
}

const rounds = 4;

export function plantedSecrets(seed: number): readonly Planted[] {
  const draw = drawFrom(seed);
  return Array.from({ length: rounds }, (_, round) => [
    ...issued(draw, round),
    ...addressed(draw),
    ...named(draw),
    ...spoken(draw),
    ...blocks(draw),
  ]).flat();
}

type Make = (draw: Draw) => string;
const after = (prefix: string, alphabet: string, length: number): Make => {
  return (draw) => prefix + draw.from(alphabet, length);
};

/** Keys that are known by their shape, so that they may stand anywhere. */
const shaped: Readonly<Record<string, Make>> = {
  "aws key": after("AKIA", upper + digits, 16),
  "aws session key": after("ASIA", upper + digits, 16),
  "github personal token": after("ghp_", alphanumeric, 36),
  "github app token": after("ghs_", alphanumeric, 36),
  "github oauth token": after("gho_", alphanumeric, 36),
  "github fine-grained token": (draw) => `github_pat_${draw.from(alphanumeric, 22)}_${draw.from(alphanumeric, 59)}`,
  "gitlab token": after("glpat-", urlSafe, 20),
  "slack bot token": (draw) => `xoxb-${draw.from(digits, 12)}-${draw.from(digits, 12)}-${draw.from(alphanumeric, 24)}`,
  "slack user token": (draw) => `xoxp-${draw.from(digits, 11)}-${draw.from(digits, 11)}-${draw.from(hex, 32)}`,
  "stripe key": after("sk_live_", alphanumeric, 24),
  "stripe restricted key": after("rk_live_", alphanumeric, 99),
  "openai key": after("sk-", alphanumeric, 48),
  "openai project key": after("sk-proj-", urlSafe, 120),
  "anthropic key": (draw) => `sk-ant-api03-${draw.from(urlSafe, 93)}AA`,
  "google api key": after("AIza", urlSafe, 35),
  "google access token": after("ya29.", urlSafe, 120),
  "google refresh token": after("1//0", urlSafe, 60),
  "google client secret": after("GOCSPX-", urlSafe, 28),
  "telegram bot token": (draw) => `${1 + draw.below(9)}${draw.from(digits, 9)}:AA${draw.from(urlSafe, 33)}`,
  "discord bot token": (draw) =>
    `M${draw.from(alphanumeric, 23)}.${draw.from(urlSafe, 6)}.${draw.from(alphanumeric, 38)}`,
  "twilio key": after("SK", hex, 32),
  "sendgrid key": (draw) => `SG.${draw.from(urlSafe, 22)}.${draw.from(urlSafe, 43)}`,
  "mailgun key": after("key-", hex, 32),
  "npm token": after("npm_", alphanumeric, 36),
  "pypi token": (draw) => `pypi-AgEIcHlwaS5vcmc${draw.from(urlSafe, 130)}`,
  "hugging face token": after("hf_", alphanumeric, 34),
  "digitalocean token": after("dop_v1_", hex, 64),
  "json web token": (draw) => `eyJ${draw.from(urlSafe, 33)}.eyJ${draw.from(urlSafe, 90)}.${draw.from(urlSafe, 43)}`,
  "age key": after("AGE-SECRET-KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
  "vault token": after("hvs.", alphanumeric, 90),
  "shopify token": after("shpat_", hex, 32),
  "bcrypt hash": (draw) => `$2b$12$${draw.from(`${alphanumeric}./`, 53)}`,
  "crypt hash": (draw) => `$6$${draw.from(alphanumeric, 16)}$${draw.from(`${alphanumeric}./`, 86)}`,
  "one-time password uri": (draw) =>
    `otpauth://totp/Shop:101?secret=${draw.from(`${upper}234567`, 32)}&issuer=Shop&digits=6`,
};

/** `@` is where the key goes; what is left of and right of it must stay. */
const places: readonly string[] = [
  "can you check why @ does not work since Monday?",
  "Ich habe den hier erzeugt: @ und er läuft morgen ab.",
  "voilà la clé : @, merci de la garder",
  "вот ключ @ никому не показывай",
  "这是钥匙：@，请不要外传",
  'const client = connect("@", { retries: 3 });',
  '{"user":101,"value":"@","active":true}',
  '{\\"user\\":101,\\"value\\":\\"@\\",\\"active\\":true}',
  "2026-03-04T10:00:00Z WARN upstream said 401 for @ after 3 attempts",
  "curl -s -H 'X-Whatever: @' https://api.example.com/v1/items",
  "- name: deploy\n  value: @\n  when: always",
  "old line\nexport WHATEVER=@\nnext line",
  "(@)",
  "see `@` in the notes",
];

function issued(draw: Draw, round: number): readonly Planted[] {
  return Object.entries(shaped).flatMap(([kind, make], index) => {
    const chosen = [places[(index + round * 5) % places.length]!, places[(index * 3 + round * 7 + 1) % places.length]!];
    return chosen.map((place) => planted(kind, place, make(draw)));
  });
}

function planted(kind: string, place: string, secret: string): Planted {
  const [left = "", right = ""] = place.split("@");
  return { kind, text: left + secret + right, secret, kept: [left, right] };
}

/** A password such as people and generators make them. */
function password(draw: Draw): string {
  const made: readonly Make[] = [
    (d) => `${d.from(lower, 6)}${d.from(digits, 3)}`,
    (d) => `${d.from(upper, 1)}${d.from(lower, 7)}${d.from(digits, 2)}!`,
    (d) => `${d.from(alphanumeric, 7)}1a${d.from("#%+_*", 1)}${d.from(alphanumeric, 8)}`,
    (d) => `${d.from(lower, 4)}-${d.from(lower, 5)}-${d.from(digits, 4)}-${d.from(lower, 5)}`,
    (d) => `${d.from(lower, 3)}8X${d.from(alphanumeric, 24)}`,
  ];
  return draw.of(made)(draw);
}

function fill(kind: string, draw: Draw, make: Make, templates: readonly string[]): readonly Planted[] {
  return templates.map((template) => planted(kind, template, make(draw)));
}

function addressed(draw: Draw): readonly Planted[] {
  // In these the secret is marked by ~, because an @ belongs to the address.
  const at = (kind: string, template: string, secret: string): Planted => {
    const [left = "", right = ""] = template.split("~");
    return { kind, text: left + secret + right, secret, kept: [left, right] };
  };
  const plain = () => `${draw.from(lower, 3)}7${draw.from(alphanumeric, 10)}`;
  return [
    at("postgres address", "DATABASE_URL=postgres://app:~@db.internal:5432/shop?sslmode=require", plain()),
    at("postgres address", "the staging db is at postgresql+asyncpg://app:~@10.0.0.7/shop if you need it", plain()),
    at("mysql address", 'url: "mysql://root:~@localhost:3306/wordpress"', plain()),
    at("mongodb address", "mongodb+srv://gardener:~@cluster0.example.net/?retryWrites=true", plain()),
    at("redis address", "connect to redis://:~@cache:6379/0 first", plain()),
    at("amqp address", "amqp://worker:~@queue.example.org/%2f", `${draw.from(lower, 4)}p@55/${draw.from(lower, 5)}`),
    at("mssql string", "Server=tcp:sql.example.net,1433;User ID=sa;Password=~;Encrypt=True;", `${plain()}!`),
    at("mssql string", '"Server=db;Database=shop;Uid=app;Pwd=~;"', plain()),
    at(
      "azure storage",
      "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=~;EndpointSuffix=core.example.net",
      `${draw.from(base64, 86)}==`,
    ),
    at("address with login", "git clone https://gardener:~@git.example.com/shop.git", plain()),
    at("address with token", "git remote set-url origin https://~@git.example.com/shop.git", draw.from(hex, 40)),
    at("token in a link", "open https://example.com/reset?user=101&token=~&lang=en please", draw.from(urlSafe, 32)),
    at("token in a link", "https://app.example.com/#access_token=~&expires_in=3600", draw.from(urlSafe, 60)),
    at(
      "signature in a link",
      "https://shop.s3.example.com/a.pdf?X-Amz-Date=20260304&X-Amz-Signature=~",
      draw.from(hex, 64),
    ),
    at(
      "signature in a link",
      "https://shop.blob.example.net/a?sv=2024-05-04&sig=~&se=2026",
      `${draw.from(alphanumeric, 42)}%3D`,
    ),
    at(
      "slack webhook",
      "post to https://hooks.slack.com/services/~ when done",
      `T${draw.from(upper, 8)}/B${draw.from(upper, 8)}/${draw.from(alphanumeric, 24)}`,
    ),
    at("discord webhook", `https://discord.com/api/webhooks/${draw.from(digits, 18)}/~`, draw.from(urlSafe, 68)),
    at("curl login", "curl -u gardener:~ https://example.com/api", plain()),
    at("mysql login", "mysqldump -h db -u root -p~ shop > shop.sql", plain()),
    at("password file", "db.internal:5432:shop:app:~", plain()),
  ];
}

function named(draw: Draw): readonly Planted[] {
  const key: Make = (d) => d.of([alphanumeric, hex, urlSafe, base64].map((set) => d.from(set, 20 + d.below(30))));
  return [
    ...fill("password in settings", draw, password, [
      "DB_HOST=db\nDB_PASSWORD=@\nDB_USER=app",
      "export PGPASSWORD=@",
      "spring.datasource.password=@\nspring.datasource.username=app",
      "SMTP_PASSWORD='@'\nSMTP_PORT=25",
      "database:\n  user: app\n  password: @\n  port: 5432",
      "  passwd : '@'",
      "[mail]\npassword = @\n",
    ]),
    ...fill("password in json", draw, password, [
      '{"username":"gardener","password":"@","remember":true}',
      '{ "dbPassword" : "@" , "port": 5432 }',
      '{\\"login\\":\\"gardener\\",\\"password\\":\\"@\\"}',
      "{'user': 'gardener', 'pwd': '@'}",
    ]),
    ...fill("password in code", draw, password, [
      'const adminPassword = "@";',
      "login(user='gardener', password='@')",
      '$config["password"] = "@";',
      ":password => '@',",
      'if (password == "@") open();',
      '<add key="DbPassword" value="@"/>',
      "<password>@</password>",
      "deploy --user gardener --password @ --verbose",
    ]),
    ...fill("key in settings", draw, key, [
      "API_KEY=@",
      "SECRET_KEY_BASE=@\nRAILS_ENV=production",
      "aws_secret_access_key = @",
      "AWS_SECRET_ACCESS_KEY=@\nAWS_REGION=eu-central-1",
      "stripe:\n  client_secret: @\n  mode: live",
      "auth_token: @",
      "//packages.example.org/:_authToken=@",
    ]),
    ...fill("key in json", draw, key, [
      '{"clientSecret":"@","clientId":"shop"}',
      '{"access_token":"@","token_type":"Bearer","expires_in":3600}',
      '{\\"refreshToken\\": \\"@\\"}',
      "{ apiKey: '@', region: 'eu' }",
    ]),
    ...fill("key in code", draw, key, [
      'const apiKey = "@";',
      "client = Client(api_key='@', timeout=3)",
      'os.environ["OPENAI_API_KEY"] = "@"',
      "npx deploy --token @ --prod",
      "deploy --api-key=@ --region eu",
      'setenv("SERVICE_TOKEN", "@")',
    ]),
    ...fill("authorization header", draw, key, [
      'curl -H "Authorization: Bearer @" https://example.com/api',
      "authorization: bearer @",
      'headers: { Authorization: "Bearer @" }',
      "fetch(url, { headers: { 'X-Api-Key': '@' } })",
      "> Authorization: Token @",
    ]),
    ...fill("basic header", draw, (d) => `${d.from(alphanumeric, 30)}Q==`, [
      "Authorization: Basic @",
      '{"Authorization":"Basic @"}',
    ]),
    ...fill("wallet key", draw, (d) => `0x${d.from(hex, 64)}`, [
      "PRIVATE_KEY=@",
      "my wallet's private key is @, keep it",
      "private key: @",
    ]),
    ...fill("cookie", draw, (d) => `sid=${d.from(alphanumeric, 40)}`, [
      "Cookie: @",
      "curl -b x -H 'Cookie: @' https://example.com",
    ]),
  ];
}

const walletWords =
  "orbit lemon cactus velvet harbor puzzle walnut ticket meadow copper violin glacier banner saddle tunnel pepper".split(
    " ",
  );

function spoken(draw: Draw): readonly Planted[] {
  const pin: Make = (d) => d.from("123456789", 4);
  const phrase: Make = (d) => Array.from({ length: d.of([12, 24]) }, () => d.of(walletWords)).join(" ");
  const key: Make = (d) => `${d.from(alphanumeric, 14)}4b${d.from(alphanumeric, 14)}`;
  return [
    ...fill("password told", draw, password, [
      "the wifi password is @ by the way",
      "Password: @",
      "password for the guest network is @, please tell the others",
      "my new password's @ now",
      'The password is "@".',
      "user gardener password @ should work",
      "das Passwort lautet @ und gilt bis Mai",
      "Das WLAN-Passwort ist @",
      "Kennwort: @",
      "le mot de passe est @, ne le perds pas",
      "Mot de passe : @",
      "la contraseña es @ para todos",
      "contraseña: @",
      "пароль от вайфая @",
      "пароль: @",
      "Пароль — @, запомни",
      "a senha é @",
      "la password è @",
      "wachtwoord is @",
      "密码是 @",
      "パスワードは @ です",
    ]),
    ...fill(
      "word as password",
      draw,
      (d) => d.of(["sword", "moon", "apple", "tiger"]) + d.of(["fish", "lake", "drum", "house"]),
      ["the password is @", "password: @", '{"password":"@"}', "das Passwort lautet @", "ADMIN_PASSWORD=@"],
    ),
    ...fill("pin", draw, pin, [
      "my PIN is @",
      "the pin for the card is @ okay?",
      "PIN: @",
      "meine PIN lautet @",
      "пин-код @",
    ]),
    ...fill("seed phrase", draw, phrase, [
      "seed phrase: @",
      "my recovery phrase is @",
      'MNEMONIC="@"',
      "Here is the seed phrase:\n@\nkeep it",
    ]),
    ...fill("key told", draw, key, [
      "the api key is @",
      "here is the token @ for you",
      "токен: @",
      "API-Schlüssel: @",
      "use this secret: @ and restart",
    ]),
  ];
}

function blocks(draw: Draw): readonly Planted[] {
  const lines = (count: number) => Array.from({ length: count }, () => draw.from(base64, 64));
  const names = [
    "RSA PRIVATE KEY",
    "PRIVATE KEY",
    "EC PRIVATE KEY",
    "OPENSSH PRIVATE KEY",
    "ENCRYPTED PRIVATE KEY",
    "PGP PRIVATE KEY BLOCK",
    "OpenVPN Static key V1",
  ];
  const block = (name: string, body: readonly string[], lineBreak: string, closed: boolean) =>
    [`-----BEGIN ${name}-----`, ...body, ...(closed ? [`-----END ${name}-----`] : [])].join(lineBreak);
  const item = (
    kind: string,
    left: string,
    name: string,
    lineBreak: string,
    closed: boolean,
    right: string,
  ): Planted => {
    const body = [...lines(6), draw.from(base64, 12)];
    return {
      kind,
      text: left + block(name, body, lineBreak, closed) + right,
      secret: body.join(lineBreak),
      kept: [left, right],
    };
  };
  return [
    ...names.map((name) => item(name.toLowerCase(), "my key:\n", name, "\n", true, "\nthat was it")),
    item(
      "escaped private key",
      '{"type":"service","private_key":"',
      "PRIVATE KEY",
      "\\n",
      true,
      '\\n","client_email":"a@example.com"}',
    ),
    item("twice escaped private key", '{\\"key\\":\\"', "RSA PRIVATE KEY", "\\\\n", true, '\\",\\"n\\":1}'),
    item("cut private key", "it begins with\n", "RSA PRIVATE KEY", "\n", false, ""),
    item("cut escaped private key", '{"key":"', "EC PRIVATE KEY", "\\n", false, '"}'),
    item("indented private key", "tls.key: |\n  ", "PRIVATE KEY", "\n  ", true, "\nother: 1"),
    item("private key on windows", "", "PRIVATE KEY", "\r\n", true, "\r\nend"),
  ];
}
