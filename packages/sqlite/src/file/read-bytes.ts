import { closeSync, existsSync, openSync, readSync } from "node:fs";
import type { FileBytes } from "@clewline/core/ports/index.js";
import { holdOpen } from "./open-here.js";

/** The file and what SQLite has beside it, as they are on the disk. The file of locks has no contents. */
export async function* readBytes(path: string): AsyncIterable<FileBytes> {
  yield* readAll(path, holdOpen(path));
  for (const beside of [`${path}-wal`, `${path}-journal`].filter((each) => existsSync(each))) {
    const file = openSync(beside, "r");
    try {
      yield* readAll(beside, file);
    } finally {
      closeSync(file);
    }
  }
}

const partBytes = 1_048_576;

function* readAll(file: string, descriptor: number): Iterable<FileBytes> {
  for (let position = 0; ; ) {
    const part = Buffer.alloc(partBytes);
    const length = readSync(descriptor, part, 0, partBytes, position);
    yield { file, bytes: part.subarray(0, length) };
    if (length === 0) return;
    position += length;
  }
}
