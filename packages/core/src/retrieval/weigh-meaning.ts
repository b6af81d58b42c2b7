/** How much likeness of meaning counts, by how well the embedder knows the question's language. */
import type { Recipe } from "./recipe.js";

/** Names and slips are in every question: with so many known words it is in a language that the embedder knows. */
const enoughKnown = 0.8;

/** `known` is the part of the question's words that the embedder was made for. */
export function weighMeaning(recipe: Recipe, known: number): Recipe {
  return { ...recipe, meaning: recipe.meaning * weighKnown(known) };
}

export function weighKnown(known: number): number {
  return Math.min(1, known / enoughKnown) ** 3;
}
