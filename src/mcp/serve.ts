import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { type McpServerSetup, makeMcpServer } from "./server.js";

/** Serves on standard input and output until the client closes its end or the signal aborts. */
export async function serveOverStdio(served: McpServerSetup, stop: AbortSignal): Promise<void> {
  const transport = new StdioServerTransport();
  const complain = (error: unknown) => served.say(`clew: ${error instanceof Error ? error.message : String(error)}`);
  const connection = serveStdio(() => makeMcpServer(served), { transport, onerror: complain });
  await new Promise<void>((resolve) => {
    const closed = transport.onclose;
    transport.onclose = () => {
      closed?.();
      resolve();
    };
    const end = () => {
      connection.close().catch(complain);
    };
    stop.addEventListener("abort", end, { once: true });
    if (stop.aborted) end();
  });
}
