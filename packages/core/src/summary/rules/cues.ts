import { cueTables } from "./cue-tables.js";
import { nameTables } from "./name-tables.js";
import { makeMatchers } from "./phrases.js";
import { smallTalkTables } from "./small-talk-tables.js";
import { weightTables } from "./weight-tables.js";

/** One set of matchers for all tables, so that a text is prepared once for all of them. */
export const {
  decision,
  promise,
  restriction,
  mild,
  own,
  whereabouts,
  negation,
  neutral,
  failure,
  done,
  past,
  goal,
  request,
  upper,
  lower,
  affirmation,
  pleasantries,
  interjections,
  weather,
  germanWords,
  days,
  keeping,
  hurtful,
} = makeMatchers({ ...cueTables, ...smallTalkTables, ...nameTables, ...weightTables });

export const order =
  /^(?:(?:now|then|and|also|ok(?:ay)?|next),?\s+)?(?:add|fix|implement|write|create|make|build|update|change|remove|delete|rename|refactor|find|check|run|install|deploy|book|order|buy|send|call|schedule|plan|explain|translate|move|replace|test|review|set\s+up|look\s+(?:at|for|up|into)|show|list|open|clean|print|prepare)\s+\S/i;
