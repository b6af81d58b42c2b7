/** Classes of secrets that were left once, ordinary text that was touched, and what becomes of a code that a person asks for. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { exchange, filler, openLab, session, shown } from "./acceptance/lab.js";
import { alphanumeric, base64, drawFrom, hex, lower } from "./redact/draw.js";
import { seed } from "./seed.js";

const draw = drawFrom(seed);
const hex40 = draw.from(hex, 40);
const drawn = (length: number) => draw.from(alphanumeric, length);

/** Nothing here was ever valid. */
const left: readonly (readonly [text: string, secret: string])[] = [
  ...["RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", ""].map((kind) => {
    const pem = `-----BEGIN ${kind}PRIVATE KEY-----\n${draw.from(base64, 64)}\n${draw.from(base64, 64)}\n-----END ${kind}PRIVATE KEY-----\n`;
    const encoded = btoa(pem);
    return [`tls.key: ${encoded}`, encoded.slice(60, 120)] as const;
  }),
  [`mvn verify -Dsonar.login=${hex40}`, hex40],
  [`$sonarLogin = "${hex40}"`, hex40],
  [`license: eu01xx${hex40.slice(0, 30)}NRAL`, hex40.slice(0, 30)],
  [`admin_access:NRAA-${hex40.slice(0, 27)}`, hex40.slice(0, 27)],
  ...[`odt_${drawn(32)}`, `sgp_${draw.from(hex, 40)}`, `dvc_server_${drawn(24)}`].map(
    (key) => [`see ${key}`, key] as const,
  ),
  ...["thingsboard.cloud", "iot.example.net:8080"].map((host) => {
    const key = draw.from(`${lower}0123456789`, 20);
    return [`curl http://${host}/api/v1/${key}/telemetry`, key] as const;
  }),
  ...['"params": ["8-KEY"]', '"params": [\n  "10-KEY"\n]', "Authorization: Bearer 3-KEY"].map((text) => {
    const key = drawn(64);
    return [text.replace("KEY", key), key] as const;
  }),
  ['new DirectoryEntry("LDAP://10.0.0.1",\n  "corp\\\\ann",\n  "Gr4ssh0pper");', "Gr4ssh0pper"],
  ['New-Object DirectoryServices.DirectoryEntry("LDAP://10.0.0.1", "corp\\ann", "grasshopper")', "grasshopper"],
  ['curl -u ":Gr4ssh0pper" https://example.com', "Gr4ssh0pper"],
  [`BUNDLE_GEMS__CONTRIBSYS__COM="${hex40.slice(0, 8)}:${hex40.slice(9, 17)}"`, hex40.slice(9, 17)],
  [`https://${hex40.slice(0, 8)}:${hex40.slice(9, 17)}@gems.contribsys.com/`, hex40.slice(9, 17)],
  ['sumologic_access_id = "suAb3Xk29dLmQ7"', "suAb3Xk29dLmQ7"],
  ["admin login: ann / Tr0ub4dor&3x", "Tr0ub4dor&3x"],
  ["use my login until Monday, ann.b / winterbourne, thanks", "winterbourne"],
  [`:rubygems_api_key: rubygems_${hex40}`, hex40],
  ['  return pin == "730418"', "730418"],
  ['keepassxc-cli ls vault.kdbx <<< "seventeen green bicycles"', "seventeen green bicycles"],
  ["lounge:\nwifi_password: Maple.Harbor\nlatitude: 59.9", "Maple.Harbor"],
  ["  - routing_key: als8wiyic1ua2pxil29ar8qiodda9rfv", "als8wiyic1ua"],
  [`"headers":{"Cookie":["connect.sid=s%3A${drawn(32)}.${drawn(43)}"]}`, "connect.sid=s"],
  ["backup codes of the board, print them and hide them:\n1d3dd-d84d7\na3095-1050a", "a3095-1050a"],
  ["if they ring you from the monitoring station the word is periwinkle.", "periwinkle"],
  ["safe: turn right to 38, left past it to 12, right to 71", "past it to 12"],
  ["new plan, bitwarden master is four herons under glass, memorise it", "herons under glass"],
  ["read me the number from the app?\nsure: 829 104", "829 104"],
  ["Logins:\n- nas: ann / Tr0ub4dor&3x\n- router: root, Gr4ssh0pper\n", "Gr4ssh0pper"],
  ...[
    "ok the twilio one changed, use KEY from now on",
    "für Mailjet brauchst du KEY",
    "вот ключ от облака: KEY",
    "la chiave API di acme è KEY",
    "API キーは KEY です",
    "| Datadog | `KEY` |",
    "KEY is the acme API key",
    "new one is KEY (datadog)",
    "acme := client.NewClient('KEY')",
    "- the token:\n  ```\n  KEY\n  ```",
    "ACME_CAPTCHA=KEY",
    "https://KEY:x@pkgs.example.com/simple",
    "https://example.com/calendar/ann%40example.com/private-KEY/basic.ics",
    "crypto.createHmac('sha256', 'KEY')",
    "$ openssl rand -hex 20\nKEY",
  ].map((text) => [text.replace("KEY", hex40), hex40] as const),
  ["can you try with kT3vR8mPq2LxZ9wYb4Nc again?", "kT3vR8mPq2LxZ9wYb4Nc"],
  ["de API-sleutel van OMDb is 7b49ac81", "7b49ac81"],
  ...[
    "CODE is your Acme verification code.",
    "Use code CODE to log in to Acme",
    "Dein Bestätigungscode lautet CODE",
    "Votre code de vérification est CODE",
    "Tu código de verificación es CODE",
    "Twój kod weryfikacyjny to CODE",
    "Ваш код подтверждения: CODE",
    "Doğrulama kodunuz: CODE",
    "您的验证码是CODE，5分钟内有效",
    "認証コードは「CODE」です",
    "the code to the front door is CODE",
    "lockbox CODE at the back door",
    "PUK: CODE",
  ].map((text) => [text.replace("CODE", "482913"), "482913"] as const),
  ["our shared password, Gr4ssh0pper, still works", "Gr4ssh0pper"],
  ["I keep forgetting: Gr4ssh0pper is my Acme password", "Gr4ssh0pper"],
  ["wifi: HomeNet / Gr4ssh0pper", "Gr4ssh0pper"],
  ["Acme: ann@example.com / Gr4ssh0pper", "Gr4ssh0pper"],
  ["the password is trout-season-lake", "trout-season-lake"],
  [
    "Meine 12 Wörter für das Wallet: vessel ladder alter error federal sibling chat ability sun glass valve picture",
    "sibling chat",
  ],
  ["Our passwords\n1. wifi: Tr0ub4dor&3x\n2. printer – Gr4ssh0pper", "Gr4ssh0pper"],
];

const ordinary: readonly string[] = [
  "verdaccio-htpasswd: 13.0.3",
  '    "verdaccio-htpasswd": "13.0.3-next.2",',
  '"keycloak-auth-token": "^2.1.0"',
  'apiVersion: "v1"\nkind: Secret',
  '{"kind":"Secret","apiVersion":"v1"}',
  "const SECRET_TOKEN_RE = /[a-z0-9]{20}/g;",
  "export const passwordRe = /^[A-Za-z]{3,9}$/i;",
  "const API_KEY_REGEXP = /^sk_[a-z]+$/u",
  "individuals are identified by the WG and their addition",
  "the header identified by `name` is currently set",
  "Passing `profile` selects the file of that name",
  `the cloudflare commit is ${hex40}`,
  `"integrity": "sha512-${draw.from(base64, 86)}=="`,
  `golang.org/x/net v0.17.0 h1:${draw.from(base64, 43)}=`,
  `trace id for the datadog request: ${hex40}`,
  "model: openai('gpt-4o-2024-08-06')",
  "import type { JsonSchema7AnyOfType } from './parsers/union';",
  "the error code is 40413",
  "our zip code is 10115, area code 0301",
  "exit code: 1045, see the log",
  "email: 8890118+timm088@users.noreply.example.com",
  "type: k8s-resources-windows-pod of prometheus",
];

describe("classes of secrets", () => {
  test.each(left)("%s", (text, secret) => {
    expect(redactSecrets(text)).not.toContain(secret);
    expect(redactSecrets(text)).toMatch(/\[redacted: [a-z0-9 ]+\]/);
  });

  test.each(ordinary)("ordinary: %s", (text) => {
    expect(redactSecrets(text)).toBe(text);
  });
});

test("a password in quotes goes with the signs at its end", () => {
  expect(redactSecrets('password = "Hq8!rT2m?"')).toBe('password = "[redacted: password]"');
  expect(redactSecrets("my password is Hq8!rT2m. And yours?")).toBe("my password is [redacted: password]. And yours?");
});

test("a password from a list, said bare later, is in no summary, memory, file of memories or search", async () => {
  const password = "Tr0ub4dor&3x";
  const folder = mkdtempSync(join(tmpdir(), "clew-list-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lab = await openLab({ window: 4_000, memoryFolder: folder });
  const { clew, engine, ref } = lab;
  await clew.observe({ session, id: 1, from: "ann", text: `admin login: ann / ${password}` });
  await exchange(lab, {
    asked: `Remember that I always type ${password} at the gate.`,
    reply: `You type ${password}.`,
  });
  for (let number = 0; number < 30; number++)
    await exchange(lab, { asked: `Bed ${number} has tulips. ${filler(number, 40)}`, reply: filler(number, 60) });
  await engine.learning.settled(ref.session);
  const summaries = await engine.store.records(ref, "summary", null, 20);
  expect(summaries.length).toBeGreaterThan(0);
  expect(JSON.stringify(summaries)).not.toContain(password);
  expect(JSON.stringify(await clew.memory.list({ all: true }))).not.toContain(password);
  expect(await clew.search(password)).toEqual([]);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  for (const file of files) expect(readFileSync(join(file.parentPath, file.name), "utf8")).not.toContain(password);
});

describe("a code of one's own", () => {
  const told = "The alarm code of the cellar is 4471.";
  const ask = async (people: readonly string[], asker: string) => {
    const lab = await openLab();
    const { clew, engine } = lab;
    const chat = "telegram:chat:7";
    await clew.observe({ session: chat, id: 1, from: "ann", topic: 1, group: false, text: told });
    for (const [index, from] of people.entries())
      await clew.observe({
        session: chat,
        id: index + 2,
        from,
        topic: 1,
        group: false,
        text: "Good morning to you all.",
      });
    const turn = await clew.begin({
      session: chat,
      id: 99,
      from: asker,
      topic: 2,
      group: false,
      text: "In the other topic I told you the alarm code of the cellar, what was it?",
    });
    const view = await turn.view();
    if (view.kind !== "fits") throw new Error(view.kind);
    expect(await clew.search("4471")).toEqual([]);
    const memories = await engine.memories.read({ kind: "person", person: "ann" });
    expect(JSON.stringify([...memories.memories.values()])).not.toContain("4471");
    return shown(view);
  };

  test("is shown to the one who asks in a private chat, from another topic", async () => {
    expect(await ask(["ann"], "ann")).toContain("4471");
  });

  test("is shown to nobody where somebody else was ever heard", async () => {
    const view = await ask(["ben"], "ann");
    expect(view).toContain("alarm code of the cellar is [redacted: pin]");
    expect(view).not.toContain("4471");
    expect(await ask(["ben"], "ben")).not.toContain("4471");
  });
});

test("a memory that would only say that there is a secret is not made", async () => {
  const { clew, engine, ref } = await openLab();
  await clew.observe({ session, id: 1, from: "ann", text: "Remember that the wifi password is hunter7Trombone" });
  await clew.observe({ session, id: 2, from: "ann", text: "Remember that the wifi of the cellar is slow" });
  await engine.learning.settled(ref.session);
  const memories = await clew.memory.list({ all: true });
  expect(memories.filter(({ text }) => text.includes("[redacted"))).toEqual([]);
  await expect(clew.memory.add({ text: "The wifi password is hunter7Trombone" })).rejects.toMatchObject({
    code: "memory/bad",
  });
});
