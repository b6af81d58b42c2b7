/** Events that an operator should hear of: each is a line, and counts in `GET /`. */

/**
 * `refused`: a provider refused a view. `bound`: it refused reasoning behind a changed prefix. `fault`: the log or Clew itself failed.
 * `late`: a view was not ready in time.
 */
type AlarmKind = "refused" | "bound" | "fault" | "late";

export type Alarm = (kind: AlarmKind, line: string) => void;

export interface Alarms {
  readonly alarm: Alarm;
  readonly counts: Readonly<Record<AlarmKind, number>>;
}

export function countAlarms(say: (line: string) => void): Alarms {
  const counts = { refused: 0, bound: 0, fault: 0, late: 0 };
  return {
    counts,
    alarm(kind, line) {
      counts[kind] += 1;
      say(line);
    },
  };
}
