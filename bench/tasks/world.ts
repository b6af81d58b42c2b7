/** The world that an agent acts in: pieces that it reads, what it writes, and how far its job came. */
import type { AgentCall, AgentReply } from "./agent.js";
import { findValue, type Need, type Piece, type Step, type Task, writeMark } from "./task.js";

export interface World {
  /** The number of the job at hand, from 1. */
  begin(job: number): void;
  /** What a tool returns. */
  run(call: AgentCall): string;
  /** Whether the answer has every value that the job asks for. */
  isAnswered(text: string): boolean;
  /** Counts what an agent asked for again. */
  count(reply: AgentReply): void;
  readonly counts: Counts;
}

interface Counts {
  /** Requests for pieces that had been read before. */
  readonly extra: number;
  /** The most of them for one piece in one job. */
  readonly most: number;
}

export function makeWorld(task: Pick<Task, "pieces" | "jobs">): World {
  const files = new Map(task.pieces.map(({ path, text }: Piece) => [path, text]));
  for (const [place, { words }] of task.jobs.entries()) files.set(`said ${place}`, words);
  let [job, step] = [0, 0];
  const left = new Set<string>();
  const asked = makeAsked();
  const current = (): Step | undefined => task.jobs[job - 1]?.steps[step];
  const startStep = () => {
    const next = current();
    left.clear();
    if (next?.does === "read") for (const path of next.paths) left.add(path);
  };
  const complete = (): string => {
    step += 1;
    startStep();
    return `\n${writeMark(job, step)}`;
  };
  const read = (path: string, find: string | null): string => {
    const text = pickLines(files.get(path) ?? `There is no ${path}.`, find);
    const isLast = left.delete(path) && left.size === 0;
    return isLast ? text + complete() : text;
  };
  return {
    begin(number) {
      [job, step] = [number, 0];
      asked.clear();
      startStep();
    },
    run({ tool, input }) {
      const path = String(input.path);
      const now = current();
      if (tool === "read") return read(path, typeof input.find === "string" ? input.find : null);
      if (now === undefined || !("path" in now) || now.does !== tool || now.path !== path)
        return `Not now: ${tool} ${path}.`;
      const values = tool === "edit" ? (input.values as readonly string[]).join("\n") : String(input.text);
      if (tool === "edit" && !isRight(files, values, now.needs)) return `Wrong values for ${path}.`;
      if (tool === "write") files.set(path, values);
      return `${tool} ${path}: done.${complete()}`;
    },
    isAnswered(text) {
      const last = current();
      return last?.does === "tell" && isRight(files, text, last.needs);
    },
    count({ again, calls = [] }) {
      const reads = calls.filter(({ tool, input }) => tool === "read" && !left.has(String(input.path)));
      asked.add(new Set([...again, ...reads.map(({ input }) => String(input.path))]));
    },
    get counts() {
      return asked.counts;
    },
  };
}

function pickLines(text: string, find: string | null): string {
  const isFound = (line: string) => find?.split("|").some((each) => line.includes(each)) !== false;
  return text.split("\n").filter(isFound).join("\n");
}

/** Whether the text has each value as one of the files has it. */
function isRight(files: ReadonlyMap<string, string>, text: string, needs: readonly Need[]): boolean {
  const truth = [...files.values()];
  return needs.every(({ key }) => {
    const value = findValue(text, key);
    return value !== null && truth.some((each) => findValue(each, key) === value);
  });
}

function makeAsked() {
  let [extra, most] = [0, 0];
  const times = new Map<string, number>();
  return {
    clear: () => times.clear(),
    add(paths: ReadonlySet<string>) {
      for (const path of paths) times.set(path, (times.get(path) ?? 0) + 1);
      extra += paths.size;
      most = Math.max(most, ...times.values());
    },
    get counts() {
      return { extra, most };
    },
  };
}
