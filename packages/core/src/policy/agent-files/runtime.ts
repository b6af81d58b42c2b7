/** The folder and abilities of the agent, which a view lists after its instructions. */
export interface Runtime {
  /** The folder that it works in. */
  readonly folder?: string;
  /** Things that it can or may do, a few words each. */
  readonly capabilities?: readonly string[];
}

/** Writes no times and sorts names, so that the text is the same on every call. Empty without any content. */
export function writeRuntime(runtime: Runtime | null, tools: readonly string[], hints: string): string {
  const { folder, capabilities = [] } = runtime ?? {};
  const lines = [
    ...(folder === undefined ? [] : [`Working folder: ${folder}`]),
    ...(runtime === null || tools.length === 0 ? [] : [`Tools at hand: ${listNames(tools)}`]),
    ...(capabilities.length === 0 ? [] : [`Capabilities: ${listNames(capabilities)}`]),
  ];
  return [lines.join("\n"), hints].filter((text) => text !== "").join("\n\n");
}

function listNames(names: readonly string[]): string {
  return [...new Set(names)].sort().join(", ");
}
