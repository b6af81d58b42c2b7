/** The settings of a policy by name: one table for the policy's schema, `/config`, clew.toml and the docs. */
import {
  choicePlace,
  daysPlace,
  fullHoursPlace,
  lookbackPlace,
  makeChoiceLimitPlace,
  recencyHoursPlace,
  recencyLeastPlace,
  summaryTokensPlace,
} from "./past-places.js";
import {
  makeFieldPlace,
  memoryTokensPlace,
  type Place,
  replyCharactersPlace,
  restoreBriefPlace,
  retentionDaysPlace,
  retentionErasesPlace,
  timeZonePlace,
} from "./place.js";
import {
  clearAtPlace,
  clearKeepPlace,
  keepMessagesPlace,
  makeMessageLimitPlace,
  maxTurnsPlace,
} from "./reduction-places.js";

interface SettingName {
  /** The policy's field in snake_case. */
  readonly name: string;
  /** An older name, which is accepted everywhere and under which a log stores the setting. */
  readonly alias?: string;
  readonly about: string;
  /** No session can change it for itself. */
  readonly ofLog?: true;
}

export type Setting = SettingName & (NumberSetting | SwitchSetting | NamesSetting | ZoneSetting);

export interface NumberSetting {
  readonly kind: NumberKind;
  readonly least: number;
  readonly most: number;
  /** Whether "off" lifts the limit. */
  readonly lifted: boolean;
  readonly place: Place<number>;
}

interface SwitchSetting {
  readonly kind: "switch";
  readonly place: Place<boolean>;
}

interface NamesSetting {
  readonly kind: "names";
  readonly place: Place<readonly string[]>;
}

interface ZoneSetting {
  readonly kind: "zone";
  readonly place: Place<string>;
}

type NumberKind =
  | "factor"
  | "tokens"
  | "characters"
  | "bytes"
  | "count"
  | "part"
  | "seconds"
  | "minutes"
  | "hours"
  | "days";

export interface SettingGroup {
  readonly title: string;
  readonly settings: readonly Setting[];
}

const million = 1_000_000;
const off = Number.POSITIVE_INFINITY;

export const settingGroups = [
  {
    title: "How much",
    settings: [
      {
        name: "max_tokens",
        alias: "agent_max_context_tokens",
        place: makeFieldPlace("maxTokens", off),
        ...makeLimit("tokens", 1_000, 10 * million),
        about: "The most tokens of a view, whatever the window",
      },
      {
        name: "max_turns",
        alias: "agent_max_context_turns",
        place: maxTurnsPlace,
        ...makeLimit("count", 1, 100_000),
        about: "With more turns than this in view, the older half leaves",
      },
      {
        name: "max_steps",
        alias: "agent_max_steps",
        place: makeFieldPlace("maxSteps", 15),
        ...makeFigure("count", 1, 10_000),
        about: "How many steps the agent takes in a turn before it has to say how far it came",
      },
      {
        name: "restore_brief",
        place: restoreBriefPlace,
        kind: "switch",
        about:
          "Whether a program that is started anew shows only the newest turns, as message and answer: a sixth of max_turns, at least three",
      },
      {
        name: "background_turns",
        alias: "previous_tasks_count",
        place: makeFieldPlace("backgroundTurns", 3),
        ...makeFigure("count", 0, 1_000),
        about:
          "How many of the newest turns from clocks and other agents are shown; with a prefix to keep, from the next compaction on",
      },
      {
        name: "reply_characters",
        alias: "context_truncation",
        place: replyCharactersPlace,
        ...makeFigure("characters", 0, 100 * million),
        about:
          "Longer answers are shown by their beginning and end, where past turns are shown as text; 0 shows them whole",
      },
      {
        name: "with_history",
        alias: "enabled",
        place: makeFieldPlace("withHistory", true),
        kind: "switch",
        about: "Whether past turns are shown at all",
      },
    ],
  },
  {
    title: "Results of tools",
    settings: [
      {
        name: "cap_over",
        alias: "past_result_characters",
        place: makeFieldPlace("capOver", off),
        ...makeLimit("characters", 200, 100 * million),
        about: "Longer results of past turns are shown by their beginning and end",
      },
      {
        name: "stream_bytes",
        place: makeFieldPlace("streamBytes", off),
        ...makeLimit("bytes", 1_024, 100 * million),
        about: "Streamed output is shown as a terminal leaves it, and any long output by this many bytes at its end",
      },
      {
        name: "value_characters",
        place: makeFieldPlace("valueCharacters", off),
        ...makeLimit("characters", 200, 100 * million),
        about:
          "Longer values and errors that tools return are shown by their beginning and end; texts are not counted among them",
      },
      {
        name: "spill_over",
        place: makeFieldPlace("spillOver", off),
        ...makeLimit("tokens", 0, 10 * million),
        about: "A single larger text is shown by its beginning, its end and a pointer",
      },
      {
        name: "never_spill",
        place: makeFieldPlace("neverSpill", []),
        kind: "names",
        about: "Tools that shorten their results themselves; spill_over does not apply to them",
      },
      {
        name: "preview",
        place: makeFieldPlace("preview", 1_000),
        ...makeFigure("tokens", 20, 100_000),
        about: "Beginning and end together, where a text is shown by them",
      },
      {
        name: "clear_at",
        place: clearAtPlace,
        ...makeFigure("part", 0.1, 1),
        about: "From this part of the room on, old results become stubs; 1 waits until room is short",
      },
      {
        name: "clear_keep",
        place: clearKeepPlace,
        ...makeFigure("count", 0, 1_000),
        about: "How many of the newest results stay then; half as many in windows under 100,000 tokens",
      },
      {
        name: "never_clear",
        place: makeFieldPlace("neverClear", []),
        kind: "names",
        about: "Tools whose results are the last to be cleared",
      },
      {
        name: "miss_cost",
        place: makeFieldPlace("missCost", off),
        ...makeLimit("factor", 0, 1_000),
        about:
          "Results and inputs of older turns become stubs once keeping them unquoted has cost this many times what fetching them again would",
      },
      {
        name: "outline_over",
        place: makeFieldPlace("outlineOver", off),
        ...makeLimit("tokens", 256, 10 * million),
        about: "A larger result is shown from the beginning by its ends and the lines that name most",
      },
    ],
  },
  {
    title: "Summaries",
    settings: [
      {
        name: "summarise_at",
        place: makeFieldPlace("summariseAt", 1),
        ...makeFigure("part", 0.2, 1),
        about: "From this part of the room on, older turns become a summary; 1 waits until the room is full",
      },
      {
        name: "summary_tokens",
        place: summaryTokensPlace,
        ...makeFigure("tokens", 0, 100_000),
        about: "The most tokens of the summary; 0 for none",
      },
      {
        name: "compact_to",
        place: makeFieldPlace("compactTo", 1),
        ...makeFigure("part", 0.1, 1),
        about: "The part of its room that the recent layer fills after a compaction",
      },
      {
        name: "compact_messages",
        place: makeMessageLimitPlace("most"),
        ...makeLimit("count", 2, 100_000),
        about: "With more messages in view than this, the older ones become a summary",
      },
      {
        name: "compact_tokens",
        place: makeMessageLimitPlace("tokens"),
        ...makeLimit("tokens", 100, 10 * million),
        about: "With more tokens than this in messages older than the newest few, those become a summary",
      },
      {
        name: "compact_hours",
        place: makeMessageLimitPlace("hours"),
        ...makeLimit("hours", 0.1, million),
        about: "So many hours after the last summary, the older messages become part of it",
      },
      {
        name: "keep_messages",
        place: keepMessagesPlace,
        ...makeFigure("count", 1, 10_000),
        about: "How many of the newest messages stay unchanged when older ones become a summary",
      },
    ],
  },
  {
    title: "Choosing among past turns",
    settings: [
      {
        name: "lookback",
        alias: "lookback_count",
        place: lookbackPlace,
        ...makeLimit("count", 1, 100_000),
        about: "How many of the newest turns are considered",
      },
      {
        name: "recency_hours",
        alias: "context_recency_hours",
        place: recencyHoursPlace,
        ...makeFigure("hours", 0, million),
        about: "Turns older than this many hours stay out; 0 sets no limit",
      },
      {
        name: "recency_least",
        alias: "context_min_messages",
        place: recencyLeastPlace,
        ...makeFigure("count", 0, 100_000),
        about: "The newest turns, which stay in whatever recency_hours says",
      },
      {
        name: "select",
        alias: "use_selection",
        place: choicePlace,
        kind: "switch",
        about: "Whether older turns are chosen by what the message is about",
      },
      {
        name: "select_above",
        alias: "skip_selection_threshold",
        place: makeChoiceLimitPlace("above"),
        ...makeFigure("count", 0, 100_000),
        about: "Up to this many turns, all are shown without choosing",
      },
      {
        name: "always_recent",
        alias: "always_include_recent",
        place: makeChoiceLimitPlace("recent"),
        ...makeFigure("count", 0, 100_000),
        about: "How many of the newest turns are always shown",
      },
      {
        name: "select_seconds",
        alias: "selection_timeout",
        place: makeChoiceLimitPlace("seconds"),
        ...makeFigure("seconds", 0.1, 600),
        about: "How many seconds a model may take to choose, all attempts together",
      },
      {
        name: "select_by_words",
        place: makeChoiceLimitPlace("byWords"),
        kind: "switch",
        about:
          "Whether words choose where no model does, because there is none, it has no time or it fails; else all are shown",
      },
    ],
  },
  {
    title: "By age",
    settings: [
      {
        name: "thread_minutes",
        place: makeFieldPlace("threadMinutes", 30),
        ...makeFigure("minutes", 0, 100_000),
        about: "A pause of more minutes ends a conversation; 0 ignores pauses",
      },
      {
        name: "full_hours",
        place: fullHoursPlace,
        ...makeFigure("hours", 0, 10_000),
        about:
          "Before the current conversation, turns of this many hours are shown in full if they fit, and older ones as a summary",
      },
      {
        name: "tier_days",
        place: daysPlace,
        ...makeFigure("days", 0, 10_000),
        about: "Turns older than this many days stay out; 0 sorts nothing by age",
      },
      {
        name: "retention_days",
        place: retentionDaysPlace,
        ...makeLimit("days", 1, 100_000),
        ofLog: true,
        about:
          "After more days without a message a session is archived: all of it is kept, and it is in no list and no search of everything until its next message; for the whole log",
      },
      {
        name: "retention_erases",
        place: retentionErasesPlace,
        kind: "switch",
        ofLog: true,
        about: "Whether such sessions are erased for good instead; what is remembered of them stays; for the whole log",
      },
    ],
  },
  {
    title: "Times",
    settings: [
      {
        name: "time_zone",
        place: timeZonePlace,
        kind: "zone",
        about: "The zone in which times are shown and days begin; by default that of the log",
      },
    ],
  },
  {
    title: "What the message asks for",
    settings: [
      {
        name: "memory_tokens",
        place: memoryTokensPlace,
        ...makeFigure("tokens", 0, 100_000),
        about: "The most tokens of what is looked up because the message asks for it; 0 looks nothing up",
      },
    ],
  },
] as const satisfies readonly SettingGroup[];

/** The name of a setting. */
export type SettingKey = (typeof settingGroups)[number]["settings"][number]["name"];

export const settings: readonly Setting[] = settingGroups.flatMap<Setting>((group) => group.settings);

/** A number that "off" lifts. */
function makeLimit(kind: NumberKind, least: number, most: number) {
  return { kind, least, most, lifted: true };
}

function makeFigure(kind: NumberKind, least: number, most: number) {
  return { kind, least, most, lifted: false };
}
