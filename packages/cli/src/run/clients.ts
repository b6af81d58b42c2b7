/**
 * Tells each client where the gateway is, by variables and arguments of this one run. Its settings stay as they are.
 */

export interface ClientSetting {
  readonly environment?: Readonly<Record<string, string>>;
  /** Words right after the program's name. */
  readonly words?: readonly string[];
  /** A file that the words name, by its name in a folder of this run. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Gets the gateway's address, and the folder of this run. */
type MakeSetting = (url: string, folder: string) => ClientSetting;

const clients: Readonly<Record<string, MakeSetting>> = {
  claude: (url) => ({ environment: { ANTHROPIC_BASE_URL: url } }),
  codex: (url) => ({
    words: [
      ...["-c", 'model_provider="clew"'],
      ...[
        "-c",
        `model_providers.clew={name="clew",base_url="${url}/v1",env_key="OPENAI_API_KEY",wire_api="responses"}`,
      ],
    ],
  }),
  gemini: (url) => ({ environment: { GOOGLE_GEMINI_BASE_URL: url } }),
  opencode: (url) => ({ environment: { OPENCODE_CONFIG_CONTENT: JSON.stringify({ provider: listProviders(url) }) } }),
  pi: (url, folder) => ({
    words: ["-e", `${folder}/clew.ts`],
    files: { "clew.ts": writePiExtension(url) },
  }),
  qwen: (url) => ({ environment: { OPENAI_BASE_URL: `${url}/v1` } }),
};

export const knownClients: readonly string[] = Object.keys(clients);

/** Null for a program that was never tried. */
export function findSetting(program: string, url: string, folder: string): ClientSetting | null {
  return knownClients.includes(program) ? (clients[program]?.(url, folder) ?? null) : null;
}

/** The variables that most programs read. */
export function makeUsualSetting(url: string): ClientSetting {
  return {
    environment: {
      ANTHROPIC_BASE_URL: url,
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_BASE: `${url}/v1`,
      GOOGLE_GEMINI_BASE_URL: url,
    },
  };
}

function listProviders(url: string): Readonly<Record<string, unknown>> {
  const [messages, gemini] = [{ baseURL: `${url}/v1` }, { baseURL: `${url}/v1beta` }];
  return { anthropic: { options: messages }, openai: { options: messages }, google: { options: gemini } };
}

function writePiExtension(url: string): string {
  const lines = [
    `pi.registerProvider("anthropic", { baseUrl: "${url}" });`,
    `pi.registerProvider("openai", { baseUrl: "${url}/v1" });`,
  ];
  return `export default (pi) => {\n  ${lines.join("\n  ")}\n};\n`;
}

/** Where the client's requests went before: an address that the user has set stays in force, behind the gateway. */
export function listUpstreams(environment: NodeJS.ProcessEnv): readonly string[] {
  const { ANTHROPIC_BASE_URL: anthropic, OPENAI_BASE_URL: openai, GOOGLE_GEMINI_BASE_URL: google } = environment;
  return Object.entries({ anthropic, openai: openai?.replace(/\/v1\/?$/, ""), google }).flatMap(([name, address]) =>
    address === undefined || address === "" ? [] : [`${name}=${address}`],
  );
}
