import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describeError } from "@clewline/text/error-text.js";
import type { CommandDetails, Input } from "../program/command.js";
import { followOffSignal, gatewayOptions, offersRecall, readShare } from "../program/gateway-options.js";
import { loadInputConfig, readGatewayOptions, runWithLog } from "../program/open-log.js";
import { buildCommand } from "../program/rebuild-command.js";
import { makePrintable } from "../terminal/text.js";
import { describeAccount, type RunAccount, readAccount, type SentView } from "./account.js";
import { type ClientSetting, findSetting, knownClients, listUpstreams, makeUsualSetting } from "./clients.js";
import { runClient } from "./start-client.js";

export const run: CommandDetails = {
  example: "clew run -- claude",
  least: 1,
  most: Number.POSITIVE_INFINITY,
  heeds: ["window"],
  options: [
    {
      name: "upstream",
      value: "NAME=URL",
      many: true,
      line: "where requests go; where they went without clew by default",
    },
    ...gatewayOptions,
  ],
  run: async (input) => {
    const folder = await mkdtemp(join(tmpdir(), "clew-run-"));
    try {
      return await runThrough(input, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function runThrough(input: Input, folder: string): Promise<number> {
  const [program = "", ...words] = input.arguments;
  const views: SentView[] = [];
  const since = Date.now();
  const gateway = await openRunGateway(input, (view) => views.push(view));
  const forget = followOffSignal(gateway);
  let status: number;
  try {
    const setting = await settle(input, { program: basename(program), url: gateway.url, folder });
    const environment = { ...process.env, ...setting.environment };
    status = await runClient({ program, words: [...(setting.words ?? []), ...words], environment });
  } finally {
    forget();
    await gateway.close();
  }
  try {
    // By its name, as it was told of when the gateway opened it.
    const opening = { store: gateway.log, window: undefined };
    printAccount(input, await runWithLog(input, (log) => readAccount(log, views, since), opening), status);
  } catch (error) {
    // How the client ended is what counts.
    input.screen.aside(makePrintable(`clew: what came of it can't be read: ${describeError(error)}`));
  }
  return status;
}

function printAccount(input: Input, account: RunAccount, status: number): void {
  if (input.json) input.screen.data({ ...account, status });
  else
    for (const line of describeAccount(account, (name, ...rest) => buildCommand(input, name, ...rest)))
      input.screen.aside(makePrintable(`clew: ${line}`));
}

interface Settling {
  readonly program: string;
  readonly url: string;
  readonly folder: string;
}

async function settle({ screen }: Input, { program, url, folder }: Settling): Promise<ClientSetting> {
  const known = findSetting(program, url, folder);
  if (known === null)
    screen.aside(
      makePrintable(`clew: ${program} is none of ${knownClients.join(", ")}; it gets all usual variables for ${url}`),
    );
  const setting = known ?? makeUsualSetting(url);
  for (const [name, text] of Object.entries(setting.files ?? {})) await writeFile(join(folder, name), text);
  return setting;
}

async function openRunGateway(input: Input, onSent: (view: SentView) => void) {
  const { openGateway } = await import("@clewline/clewline/compose/open.js");
  const share = readShare(input);
  const upstreams = [...listUpstreams(process.env), ...input.texts("upstream")];
  // Beside what the client prints, every line says whose it is; some say so already.
  const say = (line: string) => input.screen.aside(makePrintable(line.replace(/^(?:clew: )?/, "clew: ")));
  const config = await loadInputConfig(input);
  const recall = offersRecall(input, config);
  return openGateway(readGatewayOptions(input), config, {
    ...{ host: "127.0.0.1", port: 0, keys: [], upstreams, recall, say, onSent, share },
  });
}
