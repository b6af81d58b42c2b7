import { dirname, join } from "node:path";
import ts from "typescript";
import { publicGates } from "./api.js";
import { shareProgram } from "./entry-points.js";
import { type Finding, main, named } from "./finding.js";

/** Where the compiler caches what it knows of unchanged files. */
const known = "node_modules/.cache/clewline";

/** Checks the types of everything, those of the core without Node, and the API page. Parses each file once. */
export function typesGate(root: string): Finding[] {
  const parsed: ParsedFiles = new Map();
  const whole = check(root, "tsconfig.json", parsed, "types");
  const core = check(root, "src/core/tsconfig.json", parsed, "core");
  shareProgram(root, whole.program);
  return [...whole.findings, ...core.findings, ...publicGates(root)];
}

type ParsedFiles = Map<string, ts.SourceFile | undefined>;

interface Checked {
  readonly program: ts.Program;
  readonly findings: readonly Finding[];
}

function check(root: string, config: string, parsed: ParsedFiles, name: string): Checked {
  const path = join(root, config);
  const { config: read, error } = ts.readConfigFile(path, ts.sys.readFile);
  const kept = { incremental: true, tsBuildInfoFile: join(root, known, `${name}.tsbuildinfo`) };
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(read, ts.sys, dirname(path), kept, path);
  const host = ts.createIncrementalCompilerHost(options);
  const builder = ts.createIncrementalProgram({ rootNames: fileNames, options, host: sharing(host, parsed) });
  const program = builder.getProgram();
  const diagnostics = [
    ...(error === undefined ? [] : [error]),
    ...errors,
    ...builder.getOptionsDiagnostics(),
    ...builder.getGlobalDiagnostics(),
    ...builder.getSyntacticDiagnostics(),
    ...builder.getSemanticDiagnostics(),
    // Writes only the compiler's cache.
    ...builder.emit().diagnostics,
  ];
  return { program, findings: ts.sortAndDeduplicateDiagnostics(diagnostics).map((each) => findingOf(root, each)) };
}

/** Both programs read files the same way, so that they can share them. */
function sharing(host: ts.CompilerHost, parsed: ParsedFiles): ts.CompilerHost {
  return {
    ...host,
    getSourceFile(name, options, ...rest) {
      const format = typeof options === "object" ? options.impliedNodeFormat : undefined;
      const key = `${format} ${name}`;
      if (!parsed.has(key)) parsed.set(key, host.getSourceFile(name, options, ...rest));
      return parsed.get(key);
    },
  };
}

function findingOf(root: string, { file, start, messageText, code }: ts.Diagnostic): Finding {
  const message = `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  if (file === undefined) return { file: "tsconfig.json", line: 1, message };
  return { file: named(root, file.fileName), line: file.getLineAndCharacterOfPosition(start ?? 0).line + 1, message };
}

await main(import.meta.url, "types and API", typesGate);
