/** What the tests of erasing share: a chat in a log with files beside it. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, ClewError, type IncomingMessage, openClew } from "clewline";
import { afterAll } from "vitest";

const root = mkdtempSync(join(tmpdir(), "clew-erase-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

export const session = "telegram:chat:1";
export const zeppelin = "the olive zeppelin needs three new engines";

export function codeOf(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    (error: unknown) => (error instanceof ClewError ? error.code : String(error)),
  );
}

let made = 0;
/** A path of its own: the log is this with `.db`, its files are in the folder of that name. */
export function makePath(): string {
  made += 1;
  return join(root, `${made}`);
}

export function openAt(path: string, memoryFolder?: string): Promise<Clew> {
  const files = memoryFolder === undefined ? {} : { memoryFolder };
  return openClew({ store: `${path}.db`, config: false, timeZone: "UTC", ...files });
}

/** Closes it afterwards. */
export async function within<Result>(opening: Promise<Clew>, work: (clew: Clew) => Promise<Result>): Promise<Result> {
  const clew = await opening;
  try {
    return await work(clew);
  } finally {
    await clew.close();
  }
}

type More = Partial<Pick<IncomingMessage, "from" | "session" | "replyTo" | "quote">>;

export async function say(clew: Clew, id: string, text: string, more: More = {}) {
  const turn = await clew.begin({ session, group: false, id, text, ...more });
  const view = await turn.view();
  await turn.complete({ text: `Noted ${id}.` });
  return { turn, view };
}

/** Every byte of the log and of what stands beside it. */
export function readAll(path: string): string {
  const files = existsSync(path) ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
  const beside = files.flatMap((file) => (file.isFile() ? [join(file.parentPath, file.name)] : []));
  const own = [`${path}.db`, `${path}.db-wal`].filter((each) => existsSync(each));
  return [...own, ...beside].map((each) => `${each} ${readFileSync(each, "latin1")}`).join("\n");
}
