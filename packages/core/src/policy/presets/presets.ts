import type { Preset } from "../policy.js";
import { balanced } from "./balanced.js";
import { laned } from "./laned.js";
import { layered } from "./layered.js";
import { rolling } from "./rolling.js";
import { selective } from "./selective.js";
import { tiered } from "./tiered.js";

/** The policies that come with Clew, by name. */
export const presets: Readonly<Record<string, Preset>> = Object.freeze({
  balanced,
  selective,
  rolling,
  tiered,
  laned,
  layered,
});
