import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Clew, openClew } from "../src/index.js";
import { makeTinyEmbedder } from "../src/testing/tiny-embedder.js";
import { runCli } from "./cli-run.js";
import { watchedStore } from "./watched-store.js";
