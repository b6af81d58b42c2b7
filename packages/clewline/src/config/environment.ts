/** The environment as a configuration sees it: without our own variables where it is switched off. */
export function selectEnvironment(config: string | false | undefined, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (config !== false) return env;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("CLEW_")));
}
