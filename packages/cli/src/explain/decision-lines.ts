import type { Receipt } from "@clewline/core/receipt/receipt.js";
import { isObject, type Json } from "@clewline/text/json.js";
import type { Screen } from "../terminal/screen.js";
import { fitLine, formatCount, formatNumber } from "../terminal/text.js";
import { formatMoment } from "../terminal/time-text.js";

/** The decisions besides the reductions, one sentence each: who chose, what was looked up, what the message answers. */
export function describeDecisions(screen: Pick<Screen, "zone">, { decisions }: Receipt): readonly string[] {
  if (!isObject(decisions)) return [];
  const { selection, lookedUp, retrieved, anchor, refusals, limit, switched, unreadable, files, schedule, withheld } =
    decisions as Readonly<Record<string, Json>>;
  const { history, observed, reducer } = decisions;
  return [
    ...(observed === true ? ["Only watched: this view would have been sent; the client's own request went out."] : []),
    ...(typeof reducer === "string"
      ? [
          `The provider was asked to ${fitLine(reducer, 20)} the history on its side, so nothing left this view but for room.`,
        ]
      : []),
    ...describeSelection(selection),
    ...describeLookUp(lookedUp),
    ...(Array.isArray(retrieved) ? retrieved.flatMap(describeRetrieval) : []),
    ...describeAnchor(anchor),
    ...(typeof refusals === "number"
      ? [`The model had refused ${formatCount(refusals, "view", "views")} as too large.`]
      : []),
    ...describeLimit(screen, limit),
    ...describeSwitch(switched),
    ...describeSchedule(schedule),
    ...(typeof withheld === "string" ? [`${fitLine(withheld, 300)}.`] : []),
    ...describeUnreadable(unreadable),
    ...describeFiles(files),
    ...(isObject(history) ? [`The history file could not be written: ${fitLine(String(history.failed), 200)}.`] : []),
  ];
}

/** A window below the one that was asked for. */
function describeLimit(screen: Pick<Screen, "zone">, given: Json | undefined): readonly string[] {
  if (!isObject(given)) return [];
  const { limit, window, named, because, until, calls } = given;
  const of = `${formatNumber(Number(limit))} of ${formatNumber(Number(window))} tokens`;
  if (because !== "learned") return [`So this turn was given ${of}; nothing was learned from it.`];
  const why = named === true ? "the model named that limit" : "the model refused more";
  const fades =
    typeof until === "number" && typeof calls === "number"
      ? ` That fades after ${formatCount(calls, "more answer", "more answers")}, or at ${formatMoment(until, screen)}.`
      : "";
  return [`Made for ${of}, because ${why} in this chat.${fades}`];
}

function describeSelection(selection: Json | undefined): readonly string[] {
  if (!isObject(selection)) return [];
  const { stage, offered, picked, failed } = selection;
  const of = `${formatNumber(Array.isArray(picked) ? picked.length : 0)} of ${formatNumber(Number(offered))} older turns`;
  if (typeof failed !== "string") return [`Chosen ${stage === "triage" ? "by a model" : "by their words"}: ${of}.`];
  const instead = stage === "lexical" ? `the words of the message chose ${of}` : "all older turns were let in";
  return [`No model chose (${fitLine(failed, 200)}), so ${instead}.`];
}

/** How far the look-up came, where there is an embedder. */
export function describeLookUp(lookedUp: Json | undefined): readonly string[] {
  if (!isObject(lookedUp)) return [];
  const { reached, indexed, of, because } = lookedUp;
  if (reached !== "meaning") return [`Looked up by words alone: ${fitLine(String(because), 200)}.`];
  const isWhole = Number(indexed) >= Number(of);
  const some = `, ${formatNumber(Number(indexed))} of ${formatCount(Number(of), "message", "messages")} so far`;
  return [`Looked up by words and by meaning${isWhole ? "" : some}.`];
}

function describeRetrieval(found: Json): readonly string[] {
  if (!isObject(found)) return [];
  // Receipts of earlier builds have one pointer for each reason.
  const { pointer, pointers = pointer === undefined ? [] : [pointer], because, lane } = found;
  if (!Array.isArray(pointers) || pointers.length === 0) return [];
  const where = typeof lane === "string" ? ` from ${fitLine(lane, 80)}` : "";
  return [`Looked up${where}: ${fitLine(pointers.join(" "), 200)}, ${fitLine(String(because), 200)}.`];
}

function describeAnchor(anchor: Json | undefined): readonly string[] {
  if (!isObject(anchor)) return [];
  switch (anchor.because) {
    case "question":
      return ["The message answers a question that was open."];
    case "reversal":
      return ["The message takes back a refusal."];
    case "unclear":
      return ["The message may mean several things, and the model was told to ask."];
    default:
      return [];
  }
}

/** Compares what a rewrite of the view saves, or would have saved, with its cost. */
function describeSchedule(schedule: Json | undefined): readonly string[] {
  if (!isObject(schedule)) return [];
  const { did, rent, read, write, cold, saved, rewritten } = schedule;
  const count = (tokens: Json | undefined) => formatCount(Number(tokens), "token", "tokens");
  const paid = `reading what is idle has cost as much as ${count(rent)} of input so far`;
  const prices = `read × ${Number(read)}, write × ${Number(write)}`;
  if (did !== "clear") return [`Not rewritten yet: ${paid} (${prices}).`];
  const cost = cold === true ? "the cache had forgotten the view anyway" : `${count(rewritten)} were written anew`;
  return [`${count(saved)} left because they cost more than they are worth: ${cost}, and ${paid} (${prices}).`];
}

/** The view was made from what is left of a damaged log. */
function describeUnreadable(unreadable: Json | undefined): readonly string[] {
  if (!isObject(unreadable)) return [];
  const { parts, named } = unreadable;
  const [first] = Array.isArray(named) ? named : [];
  const which = first === undefined ? "" : ` (${parts === 1 ? "" : "the first is "}${fitLine(String(first), 200)})`;
  return [`Made without ${formatCount(Number(parts), "row", "rows")} of the log that can't be read${which}.`];
}

/** Lists the files of the agent's folder in the view, those cut for lack of room, and their problems. */
function describeFiles(files: Json | undefined): readonly string[] {
  if (!isObject(files)) return [];
  const { used, cut, problems } = files;
  const list = (given: unknown) => (Array.isArray(given) ? fitLine(given.join(", "), 200) : "");
  return [
    ...(list(used) === "" ? [] : [`From the agent's folder: ${list(used)}.`]),
    ...(list(cut) === "" ? [] : [`More than there is room for: ${list(cut)}.`]),
    ...(Array.isArray(problems) ? problems.map((each) => `${fitLine(String(each), 200)}.`) : []),
  ];
}

/** A cache belongs to one model, so another one reads everything anew. */
function describeSwitch(switched: Json | undefined): readonly string[] {
  if (!isObject(switched)) return [];
  const { from, to, tokens, dollars } = switched;
  const cost = typeof dollars === "number" ? `, about $${dollars.toFixed(dollars < 0.1 ? 4 : 2)}` : "";
  const names = `${fitLine(String(from), 60)} answered before, ${fitLine(String(to), 60)} now`;
  return [`${names}: ${formatCount(Number(tokens), "token", "tokens")} were read anew${cost}.`];
}
