import { makeMatchers } from "../../summary/rules/phrases.js";
import { turnTables } from "./turn-tables.js";

/** One set of matchers for all tables, so that a text is prepared once for all of them. */
export const turnCues = makeMatchers(turnTables);
