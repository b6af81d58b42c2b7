/** What Clew does, in the order of a reader's questions. */
import type { FeatureGroup } from "./feature.js";
import { hosts } from "./features-hosts.js";

export const featureGroups: readonly FeatureGroup[] = [
  {
    title: "The log",
    features: [
      {
        name: "Everything that is said is kept and never changed",
        tests: ["immutable.test.ts", "durable.test.ts", "stored-invariants.test.ts"],
      },
      {
        name: "An entry, a chat or a person can be erased for good, from all that was made of it and from every byte; a crash leaves it done or gone on with",
        tests: [
          "erase.test.ts",
          "erase-beside.test.ts",
          "erase-property.test.ts",
          "erase-places.test.ts",
          "erase-copies.test.ts",
          "erase-killed.test.ts",
          "erase-full-disk.test.ts",
        ],
      },
      {
        name: "A message that comes twice, late, edited or deleted ends in the same log",
        tests: ["deliveries.test.ts", "begun-twice.test.ts", "endurance.test.ts#edit", "message-fields.test.ts"],
      },
      {
        name: "Messages, replies and edits that arrive in any order end in the same lane and the same view",
        tests: ["arrival-order.test.ts", "late-messages.test.ts"],
      },
      {
        name: "The agent's own messages, delivered early, late, twice or edited, are never taken for a person's",
        tests: ["own-voice.test.ts", "echo.test.ts"],
      },
      {
        name: "One message at a time in each thread, in however many processes; a message that waits is kept",
        tests: ["queue.test.ts", "waited.test.ts", "many-writers.test.ts"],
      },
      {
        name: "Whoever was stopped and comes back late can't write into another's answer",
        tests: ["fencing.test.ts", "stopped-process.test.ts"],
      },
      {
        name: "A crash at any point loses nothing that was acknowledged and doubles nothing",
        tests: ["faults.test.ts", "loop-faults.test.ts"],
      },
      {
        name: "Answers that were not sent, and questions that were not answered, are listed and can be gone on with",
        tests: ["unsent.test.ts", "group-bot.test.ts"],
      },
      {
        name: "The host's own message comes back with what is shown",
        tests: ["raw.test.ts"],
      },
      {
        name: "Everything comes in from other programs, and goes out and back in",
        tests: ["import.test.ts", "importers/recognition.test.ts", "restore.test.ts", "restore-records.test.ts"],
      },
      {
        name: "A damaged file answers from what can be read, says so, and can be rescued",
        tests: ["damage.test.ts", "damaged-columns.test.ts", "damaged-files.test.ts", "cli-doctor.test.ts"],
      },
      {
        name: "A file of an older version is refused and left as it is; its export is taken in",
        tests: ["older-files.test.ts"],
      },
    ],
  },
  {
    title: "Threads and people",
    features: [
      {
        name: "A chat has threads: a topic, a reply, the root; none sees another",
        tests: [
          "acceptance/lanes.test.ts#26.",
          "acceptance/lanes.test.ts#27.",
          "walls.test.ts",
          "invariants/walled.test.ts",
        ],
      },
      {
        name: "Threads that no channel marks are told apart on request",
        tests: ["inferred-lanes.test.ts", "links.test.ts"],
      },
      {
        name: "A fact of another thread is there when a message refers to it, and the receipt says why",
        tests: ["acceptance/lanes.test.ts#32."],
      },
      {
        name: "What is replied to is in sight, whole, once, with whose words they are",
        tests: ["acceptance/replies.test.ts"],
      },
      {
        name: "An answer to an open question is known to be its answer, and in doubt nothing is resolved",
        tests: ["acceptance/pending.test.ts", "pending.test.ts", "answers.test.ts"],
      },
      {
        name: "Times are those of the user's zone, and nobody is shown under a name that he chose himself",
        tests: ["acceptance/rendering.test.ts#35.", "acceptance/rendering.test.ts#36."],
      },
      {
        name: "What nobody asked for stays out of the conversation, and a reply to it finds it",
        tests: [
          "acceptance/history.test.ts#15.",
          "acceptance/history.test.ts#16.",
          "acceptance/history.test.ts#17.",
          "background.test.ts",
        ],
      },
      {
        name: "What is private to a surface is nowhere else",
        tests: ["acceptance/history.test.ts#18."],
      },
    ],
  },
  {
    title: "The view",
    features: [
      {
        name: "It fits the window, always, or says what would",
        tests: [
          "acceptance/growth.test.ts#42",
          "acceptance/growth.test.ts#43",
          "acceptance/growth.test.ts#44",
          "hard-cases.test.ts",
        ],
      },
      {
        name: "Nothing is left out silently: each entry has one verdict, and a pointer opens it",
        tests: ["views.test.ts", "recalled.test.ts", "acceptance/history.test.ts#20."],
      },
      {
        name: "A call and its result, a question and its answer stay together",
        tests: ["acceptance/growth.test.ts#47", "acceptance/growth.test.ts#48"],
      },
      {
        name: "Each stage runs once, purely, and the same arguments give the same bytes",
        tests: ["stages.test.ts", "properties.test.ts"],
      },
      {
        name: "Words of a message can't pass for marks, for another speaker or for us",
        tests: ["acceptance/fence.test.ts", "hard-cases.test.ts#our own tags"],
      },
      {
        name: "A huge paste fills the room that there is, and the rest is an attachment",
        tests: ["attachments.test.ts", "file-pieces.test.ts"],
      },
      {
        name: "Large results become a file, a preview and a pointer; old results a line",
        tests: ["acceptance/spill-files.test.ts", "acceptance/growth.test.ts#50", "acceptance/growth.test.ts#51"],
      },
      {
        name: "The whole words of summarised turns are a file that the summary names",
        tests: ["history-files.test.ts"],
      },
      {
        name: "A deadline gets what there is by then, and the receipt names the stage",
        tests: ["acceptance/hostile-triage.test.ts#deadline", "acceptance/selection.test.ts#8."],
      },
    ],
  },
  {
    title: "Presets",
    features: [
      {
        name: "`selective`: the newest turns and those that a model picks",
        tests: ["presets-selective.test.ts", "acceptance/selection.test.ts", "choose.test.ts"],
      },
      {
        name: "`rolling`: a number of turns, the older half leaves into a summary and the day's journal",
        tests: ["acceptance/growth-rolling.test.ts", "journal-changes.test.ts"],
      },
      {
        name: "`tiered`: the conversation, the day and the week, by how long ago it was",
        tests: ["presets-tiered.test.ts", "acceptance/tiered.test.ts"],
      },
      {
        name: "`laned`: a summary of the thread and its newest ten messages",
        tests: ["acceptance/laned.test.ts"],
      },
      {
        name: "`layered`: results leave first, then turns become a summary",
        tests: ["acceptance/growth.test.ts#results are cleared before", "acceptance/growth-summaries.test.ts"],
      },
      {
        name: "`balanced`: the default, whose beginning stays the same for the provider's cache",
        tests: ["presets.test.ts", "cache-chat.test.ts", "acceptance/plateau.test.ts"],
      },
      {
        name: "Every figure is a setting, for a log or for one chat, and what is off makes no call",
        tests: ["policy.test.ts", "config.test.ts", "commands.test.ts#70"],
      },
    ],
  },
  {
    title: "Summaries and memory",
    features: [
      {
        name: "Facts, wishes and dangers survive twenty summaries, by rule and with a model that forgets",
        tests: ["acceptance/kept-facts.test.ts", "acceptance/rounds.test.ts", "summary/fidelity.test.ts"],
      },
      {
        name: "Compaction comes to an end whatever the model does, and nobody waits for it",
        tests: [
          "acceptance/summarisers.test.ts",
          "acceptance/growth-summaries.test.ts#54",
          "acceptance/swap-faults.test.ts",
        ],
      },
      {
        name: "An edit or a deletion reaches every summary, journal and index",
        tests: ["acceptance/told-again.test.ts", "derived.test.ts", "journal-changes.test.ts"],
      },
      {
        name: "What the agent is to remember is in every later view",
        tests: ["remember.test.ts", "remembered.test.ts", "text/remember-by-text.test.ts"],
      },
      {
        name: "Search and recall by words, names, phrases and questions",
        tests: ["cli-search.test.ts", "recall-question.test.ts", "acceptance/history.test.ts#19."],
      },
      {
        name: "Search by meaning, with a small model that runs here, Ollama or any embedding model of the AI SDK",
        tests: ["similar.test.ts", "similar-walls.test.ts", "index-behind.test.ts", "embedders.test.ts"],
      },
      {
        name: "Identity, persona, hints and skills as files that a person writes",
        tests: ["agent-folder.test.ts"],
      },
      {
        name: "What people say of themselves and want is remembered beyond the chat, and told to nobody else",
        tests: [
          "memories-held.test.ts",
          "memories-told.test.ts",
          "private-chats.test.ts",
          "learning.test.ts",
          "memories-properties.test.ts#outside of the reach",
        ],
      },
      {
        name: "Memories are listed, explained, corrected and taken back, by program and at the command line",
        tests: ["memories.test.ts", "cli-memory.test.ts", "memories-properties.test.ts#every byte"],
      },
      {
        name: "A fast model adds, replaces, ends, merges and drops memories in batches, and reads imports once its price was shown",
        tests: ["learn-by-model.test.ts", "learn-history.test.ts", "batches-properties.test.ts"],
      },
      {
        name: "Memories beyond a chat, in files that a person can read and edit",
        state: "later",
        why: "today they are in the log, and edited by `clew memory`.",
        tests: [],
      },
    ],
  },
  {
    title: "Receipts and cost",
    features: [
      {
        name: "Every view that was sent comes back byte for byte, after a restart and an export",
        tests: ["receipt-delta.test.ts", "durable.test.ts#I14", "cli.test.ts#replay"],
      },
      {
        name: "Every request through the gateway comes back byte for byte as it left, until something in it is erased",
        tests: ["gateway/replay.test.ts"],
      },
      {
        name: "`why`, `diff`, `trace` and `context` tell what is in, what is out and what it cost",
        tests: ["cli.test.ts", "cli-usage.test.ts", "commands.test.ts#71"],
      },
      {
        name: "Marks for the provider's cache, and a prefix that stays",
        tests: ["cache-marks.test.ts", "stand-ins-cache.test.ts", "model-learning.test.ts#marks"],
      },
      {
        name: "Tokens are counted for every script, and the count learns from what a provider reports",
        tests: ["tokens.test.ts", "acceptance/tokens.test.ts", "model-learning.test.ts", "bench-tokens.test.ts"],
      },
      {
        name: "`clew try` makes every call of a transcript again under another policy, and tells its price beside full history, the program's own way and the limit, with what was missing",
        tests: ["cli-try.test.ts", "try-agrees.test.ts"],
      },
      {
        name: "Summaries are swapped when that pays, by prices, clock and rhythm",
        state: "partly",
        why: "they are prepared in the background; when to swap does not go by the price yet.",
        tests: ["acceptance/growth-summaries.test.ts#57"],
      },
      {
        name: "A compaction taken back byte for byte; a range or a focus for one; entries pinned or hidden by hand",
        tests: ["ranges.test.ts"],
      },
      {
        name: "How full the context is and what a cold call costs, for people, programs and models",
        tests: ["status.test.ts", "mcp.test.ts#how full"],
      },
      {
        name: "`clew why --cache`: what a call paid again although it had been cached, why and whose change it was",
        tests: ["prefix/library.test.ts", "gateway/prefix.test.ts"],
      },
      {
        name: "Clew steps aside where the provider reduces the history on its own side, and `clew why` tells what that removed",
        tests: ["server-edits.test.ts", "gateway/server-reducers.test.ts"],
      },
      {
        name: "`clew usage --advise`: the largest avoidable costs of a history, each with its price",
        tests: ["usage-advice.test.ts"],
      },
      {
        name: "Any past call under another policy or window, on the log as it stood then",
        tests: ["what-if-past.test.ts"],
      },
    ],
  },
  {
    title: "Models",
    features: [
      {
        name: "Any model of the AI SDK, six or seven, in its own loop, streams and errors",
        tests: ["ai-sdk.test.ts", "loop.test.ts", "guard.test.ts"],
      },
      {
        name: "A model by its name, of a provider, of Ollama, llama.cpp, LM Studio or vLLM, or the Claude Code that is installed",
        tests: ["brains.test.ts", "brains-ollama.test.ts", "claude-code.test.ts"],
      },
      {
        name: "Without any model it answers from its own log",
        tests: ["offline.test.ts"],
      },
      {
        name: "A refusal as too large is mended, and what it taught is shown and fades",
        tests: ["overflow.test.ts", "overflow-recovery.test.ts", "refusals.test.ts", "sizes.test.ts"],
      },
      {
        name: "Prices, windows and cache rules of models are a table that an owner can correct",
        tests: ["models.test.ts"],
      },
    ],
  },
  hosts,
  {
    title: "Safety",
    features: [
      {
        name: "Secrets are taken out before anything derived is stored, or before anything is stored at all",
        tests: [
          "redact.test.ts",
          "redact-known.test.ts",
          "redact-stored.test.ts",
          "redact-fields.test.ts",
          "redact-classes.test.ts",
        ],
      },
      {
        name: "A folder can't redirect keys or data before it is trusted",
        tests: ["trust.test.ts", "harmless-folder.test.ts"],
      },
      {
        name: "Bad input is one sentence with the next step, and nothing is lost",
        tests: ["public-face.test.ts", "error-copies.test.ts", "null-options.test.ts", "unwritable-results.test.ts"],
      },
      {
        name: "Reasoning, signatures and sealed items go back to OpenAI, Gemini, DeepSeek, Kimi and GLM as these take them",
        tests: ["bound/provider-sessions.test.ts", "gateway/provider-sessions.test.ts"],
      },
      {
        name: "Agents are tested against stand-ins that hold them to their providers' rules",
        tests: ["stand-ins-anthropic.test.ts", "stand-ins-preserved.test.ts", "stand-ins-rules.test.ts"],
      },
      {
        name: "No store or adapter of somebody else needs our sources: contract suites are published",
        tests: ["stores.test.ts", "stranger.test.ts"],
      },
    ],
  },
];
