/** Documented keys and made-up passwords in every place where they are left. */
import { barePlaces, keyPlaces, passwordPlaces, pinPlaces, sentencePlaces } from "./contexts.js";
import { alphanumeric, type Draw, digits, lower, upper } from "./draw.js";
import type { Planted } from "./secrets.js";
import { bareVendors, labelledVendors, makeKey } from "./vendors.js";

const words = ["hunterlakes", "swordfish", "applemoon", "Trustnoone", "tigerdrum"];

export function plantKeys(draw: Draw): readonly Planted[] {
  let turn = 0;
  const next = (places: readonly string[]) => places[(turn++ * 7) % places.length]!;
  const bare = Object.entries(bareVendors).flatMap(([vendor, templates]) =>
    templates.flatMap((template) =>
      [0, 1].map(() => plant("a documented key", next(barePlaces), makeKey(draw, template), vendor)),
    ),
  );
  const labelled = Object.entries(labelledVendors).flatMap(([vendor, template]) =>
    Array.from({ length: 6 }, () => plant("a key beside its name", next(keyPlaces), makeKey(draw, template), vendor)),
  );
  const named = keyPlaces.flatMap((place) =>
    ["{h32}", "{a40}"].map((template) => plant("an assigned key", place, makeKey(draw, template), "acme")),
  );
  const passwords = passwordPlaces.flatMap((place) =>
    makePasswords(draw).map((password) => plant("a password", place, password, "acme")),
  );
  const told = sentencePlaces.flatMap((place) => words.map((word) => plant("a word in a sentence", place, word, "")));
  const pins = pinPlaces.flatMap((place) => ["4711", "093518"].map((pin) => plant("a pin", place, pin, "")));
  return [...bare, ...labelled, ...named, ...passwords, ...told, ...pins];
}

function makePasswords(draw: Draw): readonly string[] {
  return [
    `${draw.from(lower, 6)}${draw.from(digits, 3)}`,
    `${draw.from(upper, 1)}${draw.from(lower, 7)}${draw.from(digits, 2)}!`,
    draw.from(alphanumeric, 12),
    draw.of(words),
  ];
}

function plant(kind: string, place: string, secret: string, vendor: string): Planted {
  const text = place.replaceAll("#", vendor.replaceAll(" ", "_")).replaceAll("~", () => secret);
  return { kind, text, secret, kept: [] };
}
