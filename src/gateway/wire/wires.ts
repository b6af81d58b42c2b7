import { anthropic } from "../anthropic/anthropic.js";
import type { Wire } from "./wire.js";

/** All wire formats. A path that belongs to none passes as it is, to the provider of the first that its headers fit. */
export const wires: readonly Wire[] = [anthropic];
