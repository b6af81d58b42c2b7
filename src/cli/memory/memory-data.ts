/** Memories and their changes for --json: times as text. */
import type { KeptChange, Memory } from "../../core/log/memories/memory.js";
import type { MemoryReport } from "../../engine/read/memories/explain-memory.js";
import { formatIsoTime } from "../terminal/time-text.js";

export function makeMemoryData({ saidAt, from, until, ...memory }: Memory) {
  return {
    ...memory,
    saidAt: formatIsoTime(saidAt),
    ...(from === undefined ? {} : { from: formatIsoTime(from) }),
    ...(until === undefined ? {} : { until: formatIsoTime(until) }),
  };
}

export function makeChangeData({ id, at, before, after, ...change }: KeptChange) {
  return {
    id,
    at: formatIsoTime(at),
    ...change,
    before: before === null ? null : makeMemoryData(before),
    after: after === null ? null : makeMemoryData(after),
  };
}

export function makeReportData({ memory, sources, changes }: MemoryReport) {
  return {
    memory: makeMemoryData(memory),
    sources: sources.map((source) => ({ ...source, at: source.at === null ? null : formatIsoTime(source.at) })),
    changes: changes.map(makeChangeData),
  };
}
