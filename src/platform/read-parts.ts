import { createReadStream } from "node:fs";
import type { FileBytes } from "../core/ports/index.js";
import { readErrorCode } from "./folder-file.js";

/** The bytes of a file, part by part. One that is not there has none. */
export async function* readParts(path: string): AsyncIterable<FileBytes> {
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: partBytes }))
      yield { file: path, bytes: bytes as Uint8Array };
  } catch (error) {
    if (readErrorCode(error) !== "ENOENT") throw error;
  }
}

const partBytes = 1_048_576;
