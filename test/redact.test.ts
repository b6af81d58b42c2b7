import { redactSecrets, splitSecrets } from "@clewline/redact/redact-secrets.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkProperty } from "./properties.js";
import { drawFrom } from "./redact/draw.js";
import { lookAlikes } from "./redact/look-alikes.js";
import { notPlaced } from "./redact/not-placed.js";
import { plantPlaced } from "./redact/placed.js";
import { plantKeys } from "./redact/planted-keys.js";
import { makeReferences } from "./redact/references.js";
import { saidOf } from "./redact/said-of.js";
import { type Planted, plantedSecrets } from "./redact/secrets.js";
import { plantTold } from "./redact/told.js";
import { bareVendors, labelledVendors } from "./redact/vendors.js";
import { seed } from "./seed.js";

const secrets = plantedSecrets(seed);
const innocents = [...lookAlikes(seed), ...makeReferences(drawFrom(seed))];
const keys = plantKeys(drawFrom(seed));

describe(`redaction, seed ${seed}`, () => {
  it("is tried on keys of 120 vendors and on 600 look-alikes, at least", () => {
    expect(Object.keys({ ...bareVendors, ...labelledVendors }).length).toBeGreaterThanOrEqual(120);
    expect(new Set(innocents.map(({ text }) => text)).size).toBeGreaterThanOrEqual(600);
  });

  it.each([...new Set(keys.map(({ kind }) => kind))])("leaves at most two of a hundred secrets: %s", (kind) => {
    const tried = keys.filter((each) => each.kind === kind);
    const left = tried.flatMap(leaks);
    expect(left.length, JSON.stringify(left.slice(0, 5))).toBeLessThanOrEqual(tried.length / 50);
  });

  it("is tried on 200 secrets of 30 kinds and on 200 look-alikes, at least", () => {
    expect(secrets.length).toBeGreaterThanOrEqual(200);
    expect(new Set(secrets.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(30);
    expect(new Set(innocents.map(({ text }) => text)).size).toBeGreaterThanOrEqual(200);
  });

  it("leaves nothing of a secret that is eight characters long or longer", () => {
    expect(secrets.flatMap(leaks)).toEqual([]);
  });

  it("leaves the words around a secret", () => {
    const lost = secrets.filter(({ text, kept }) => !kept.every((words) => redactSecrets(text).includes(words.trim())));
    expect(lost.map(({ kind, text }) => ({ kind, text, became: redactSecrets(text) }))).toEqual([]);
  });

  it("says the kind of the secret in its place", () => {
    const unmarked = secrets.filter(({ text }) => !/\[redacted: [a-z0-9 -]+\]/.test(redactSecrets(text)));
    expect(unmarked).toEqual([]);
  });

  it("changes at most one look-alike in a hundred", () => {
    const changed = innocents.filter(({ text }) => redactSecrets(text) !== text);
    const listed = changed.map(({ text }) => `${text} -> ${redactSecrets(text)}`);
    expect(listed.length, listed.join("\n")).toBeLessThanOrEqual(innocents.length / 100);
  });

  it("finds 98 of a hundred secrets that are told in sentences of many languages, or have a documented format", () => {
    const told = [1, 2, 3].flatMap((turn) => plantTold(seed + turn));
    const left = told.flatMap(leaks);
    expect(left.length, JSON.stringify(left.slice(0, 5))).toBeLessThanOrEqual(told.length / 50);
  });

  it("changes at most one in a hundred sentences about passwords and keys", () => {
    const changed = saidOf.flatMap((text) => (redactSecrets(text) === text ? [] : [redactSecrets(text)]));
    expect(changed.length, changed.join("\n")).toBeLessThanOrEqual(saidOf.length / 100);
  });

  it("finds 98 of a hundred passwords by their place, made of letters alone or mixed", () => {
    const placed = [1, 2].flatMap((turn) => plantPlaced(seed + turn));
    const left = placed.flatMap(leaks);
    expect(left.length, JSON.stringify(left.slice(0, 5))).toBeLessThanOrEqual(placed.length / 50);
  });

  it("changes at most one in a hundred texts in such places that hold none", () => {
    const changed = notPlaced.flatMap((text) => (redactSecrets(text) === text ? [] : [redactSecrets(text)]));
    expect(changed.length, changed.join("\n")).toBeLessThanOrEqual(notPlaced.length / 100);
  });

  it("remembers no word that stands in other sentences", () => {
    const told = ["hasło jest wymagane", "the password is bogus", "Password: Optional", "password: zebras"];
    expect(told.flatMap((text) => splitSecrets(text).secrets)).toEqual([]);
    expect(splitSecrets('the password is "swordfish"').secrets).toEqual(["swordfish"]);
    expect(splitSecrets("the password is swordFish7").secrets).toEqual(["swordFish7"]);
  });

  it("is done once for a text that comes in, however long it is", () => {
    const text = "The crates of quay 7 stand in the rain, and admin:Tr0ub4dor-3x@quay.example has them. ".repeat(
      26_000,
    );
    const first = splitSecrets(text);
    // Short texts of other messages come in between.
    splitSecrets("the password is swordFish8");
    expect(splitSecrets(`${text}`)).toBe(first);
    expect(text.length).toBeGreaterThan(2_000_000);
  });

  it("gives text without secrets back as it was", () => {
    const words = fc.constantFrom(
      ..."we met the gardener at noon and 12 people said: wonderful, isn't it? Größe ещё 天気 🌱".split(" "),
    );
    const between = fc.constantFrom(" ", "\n", ", ", " — ");
    checkProperty(
      fc.property(fc.array(fc.tuple(words, between), { maxLength: 60 }), (pairs) => {
        const text = pairs.flat().join("");
        expect(redactSecrets(text)).toBe(text);
      }),
      { runs: 100, longer: 1_000 },
    );
  });

  it("changes nothing the second time", () => {
    const pieces = fc.oneof(
      fc.constantFrom(...secrets.map(({ text }) => text)),
      fc.constantFrom(...secrets.map(({ secret }) => secret)),
      fc.constantFrom(...innocents.map(({ text }) => text)),
      fc.constantFrom(...joints),
      fc.string({ maxLength: 12 }),
    );
    checkProperty(
      fc.property(fc.array(pieces, { maxLength: 8 }), fc.constantFrom("", " ", "\n", "="), (list, between) => {
        const once = redactSecrets(list.join(between));
        expect(redactSecrets(once)).toBe(once);
      }),
      { runs: 400, longer: 5_000 },
    );
  });

  it("finds a secret beside any other", () => {
    checkProperty(
      fc.property(fc.shuffledSubarray([...secrets], { minLength: 1, maxLength: 5 }), (list) => {
        const text = list.map((item) => item.text).join("\n\n");
        expect(list.flatMap((item) => leaks({ ...item, text }))).toEqual([]);
      }),
      { runs: 100, longer: 1_000 },
    );
  });
});

/** The pieces of the secret that are still there; short secrets are looked for whole. */
function leaks({ kind, text, secret }: Planted): readonly object[] {
  const out = redactSecrets(text);
  const length = Math.min(8, secret.length);
  const left = Array.from({ length: secret.length - length + 1 }, (_, place) => secret.slice(place, place + length));
  const piece = left.find((part) => out.includes(part));
  return piece === undefined ? [] : [{ kind, piece, text, out }];
}

const joints: readonly string[] = [
  "password",
  "password=",
  "the token is",
  '"',
  "'",
  "\\n",
  "://",
  "@",
  ":",
  "&token=",
  "Bearer",
  "[redacted: password]",
  "[redacted: nothing we know]",
  "[redacted: ",
  "]",
  "-----BEGIN PRIVATE KEY-----",
  "-----END PRIVATE KEY-----",
];
