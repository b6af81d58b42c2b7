import { makeMatchers } from "../../summary/rules/phrases.js";
import { learnTables } from "./learn-tables.js";

/** One set of matchers for all tables, so that a text is prepared once for all of them. */
export const cues = makeMatchers(learnTables);
