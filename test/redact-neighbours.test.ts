/** Secrets that a column, a type or a field beside them gives away, and options behind the first secret of a command. */

import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkProperty } from "./properties.js";

const letters = fc.constantFrom(..."bcdfghjklmnpqrstvwz");
/** Short words, drawn, some with a number: nothing in them says that they are secret. */
const drawnWord = fc
  .tuple(fc.array(letters, { minLength: 6, maxLength: 9 }), fc.integer({ min: 2, max: 99 }), fc.boolean())
  .map(([parts, number, hasNumber]) => `${parts.join("")}${hasNumber ? number : "x"}`);
const siteName = fc.constantFrom("forum", "shop", "bank", "mail", "wiki");

describe("a table with a column of passwords", () => {
  const rows = fc.array(fc.tuple(siteName, drawnWord), { minLength: 1, maxLength: 6 });
  const shape = fc.constantFrom(
    { heading: "site,username,password,note", row: (site: string, value: string) => `${site},ann,${value},-` },
    { heading: '"url","user","password"', row: (site: string, value: string) => `"${site}","ann","${value}"` },
    { heading: "Title\tUsername\tPassword", row: (site: string, value: string) => `${site}\tann\t${value}` },
    { heading: "Konto;Benutzer;Kennwort", row: (site: string, value: string) => `${site};ann;${value}` },
    {
      heading: "| Service | User | Password |\n|---|---|---|",
      row: (site: string, value: string) => `| ${site} | ann | ${value} |`,
    },
    { heading: "HOST      USER   PASSWORD", row: (site: string, value: string) => `${site}      ann    ${value}` },
  );

  test("loses those of every row and nothing of the other columns", () => {
    checkProperty(
      fc.property(rows, shape, (given, { heading, row }) => {
        const text = [heading, ...given.map(([site, value]) => row(site, value))].join("\n");
        const expected = [heading, ...given.map(([site]) => row(site, "[redacted: password]"))].join("\n");
        expect(redactSecrets(text)).toBe(expected);
      }),
      { runs: 60 },
    );
  });

  test("may be an INSERT", () => {
    checkProperty(
      fc.property(rows, (given) => {
        const insert = (values: readonly string[]) =>
          `INSERT INTO users (name, email, password) VALUES ${values.map((each, index) => `('ann', 'a${index}@b.co', '${each}')`).join(", ")};`;
        expect(redactSecrets(insert(given.map(([, value]) => value)))).toBe(
          insert(given.map(() => "[redacted: password]")),
        );
      }),
      { runs: 40 },
    );
  });
});

describe("a value with a marking beside it", () => {
  const marked: readonly ((value: string) => string)[] = [
    (value) => `{"type": "random_password", "name": "db", "instances": [{"attributes": {"result": "${value}"}}]}`,
    (value) => `resource "random_password" "db" {\n    length  = 16\n    result  = "${value}"\n}`,
    (value) => `output "conn" {\n  value     = "${value}"\n  sensitive = true\n}`,
    (value) => `{"Name":"/prod/x","Type":"SecureString","Value":"${value}","Version":2}`,
    (value) => `{"key":"DEPLOY","value":"${value}","masked":true}`,
    (value) => `{"id":"x1","type":"CONCEALED","label":"router","value":"${value}"}`,
    (value) => `kind: Secret\nmetadata:\n  name: x\nstringData:\n  smtp-host: mail\n  smtp-entry: ${value}\n`,
    (value) => `kind: Secret\ndata:\n  blob: ${value}\n`,
  ];

  test("is taken, whatever it looks like", () => {
    checkProperty(
      fc.property(drawnWord, fc.constantFrom(...marked), (value, write) => {
        expect(redactSecrets(write(value))).toBe(write("[redacted: secret]"));
      }),
      { runs: 60 },
    );
  });

  test("stays without one, and where the marking is of another thing", () => {
    const harmless = [
      '{"type": "random_pet", "instances": [{"attributes": {"result": "brave-otter-9"}}]}',
      'output "conn" {\n  value     = "Harbour-9-west"\n  sensitive = false\n}',
      '{"key":"DEPLOY","value":"west-9","masked":false}',
      '{ "type": "password", "label": "Password", "value": "" }',
      '{ "type": "password", "value": "Your password" }',
      "kind: ConfigMap\ndata:\n  mode: standard-9\n",
      "kind: Secret\nmetadata:\n  name: db\ndata:\n  username: YWRtaW4=\n",
      "| Field | Type | Required |\n|---|---|---|\n| password | string | yes |",
      "Name,Role,Password policy\nann,admin,strict\nbob,user,relaxed",
      "The store opens at 1030 on Sundays",
      "The meeting is at 1430 in room 2201, door 12",
      "status code:\n5001",
      "Password? I forgot it.",
      "Passwort? Vergessen.",
      "WLAN heißt Fritz!Box und ist langsam",
      "take exit 32 right, then 18 left",
      "- chore: bump the readme (9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c)",
      "golang.org/x/json v0.0.0-20260623181947-01eb4420fa68",
    ];
    expect(harmless.filter((text) => redactSecrets(text) !== text)).toEqual([]);
  });
});

describe("the options of one command", () => {
  test("are all taken, the ones behind the first secret too", () => {
    checkProperty(
      fc.property(drawnWord, drawnWord, (first, second) => {
        const clean = redactSecrets(`ssh-keygen -p -P ${first} -N ${second} -f key`);
        expect(clean).toBe("ssh-keygen -p -P [redacted: password] -N [redacted: password] -f key");
      }),
      { runs: 40 },
    );
  });
});

describe("the turns of a dial", () => {
  test.each([
    "Safe combo: right 32, left 18, right 7",
    "Tresor rechts 32 links 18 rechts 7",
    "le coffre c'est gauche 32 droite 18 gauche 7",
    "сейф открывается так: 32 вправо, 18 влево, 7 вправо",
    "保险箱左32右18左7",
  ])("are taken with the sides between them: %s", (text) => {
    expect(redactSecrets(text)).toContain("[redacted: pin]");
    expect(redactSecrets(text)).not.toMatch(/\d/);
  });
});
