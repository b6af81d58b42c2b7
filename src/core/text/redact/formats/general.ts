import { type Format, uuid } from "./format.js";

/** What stands between a maker's prefix and the drawn part of a key. */
const use =
  "(?:live|prod|production|test|sandbox|dev|sk|api|apikey|key|tok|token|pat|secret|sec|admin|srv|svc|bot|auth|access|private|rk|at|rt|sa|org|user|proj|team|v\\d)";

/** Keys of makers that no table has, as nearly all of them build theirs today. */
export const generalFormats: readonly Format[] = [
  ["service key", `(?!p(?:k|ub|ublic)[_-])[a-z][a-z0-9]{1,14}[_-](?:${use}[_-]){1,3}[A-Za-z0-9]{20,}`, "drawn"],
  ["service key", `[a-z][a-z0-9]{1,14}(?:[_-]${use}|sk|key|tok|pat)[_-]${uuid}`, "drawn"],
  ["service key", "(?:tok|key|pat|secret|apikey|token|sec|api|auth|sk)[_-][A-Za-z0-9]{20,}", "drawn"],
];
