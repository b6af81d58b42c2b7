import { first } from "./0001-first.js";

/** Append-only: a file's `user_version` counts how many of these it has been through. */
export const migrations: readonly string[] = [first];
