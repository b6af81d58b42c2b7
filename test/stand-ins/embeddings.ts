/** The part of Ollama that makes vectors: its models are all the same, and know words by their letters. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { makeTinyEmbedder } from "@clewline/store-kit/tiny-embedder.js";

export async function serveEmbeddings(models: readonly string[]) {
  const { embed } = makeTinyEmbedder();
  const { signal } = new AbortController();
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += String(piece);
    const { model, input } = JSON.parse(text) as { readonly model: string; readonly input: readonly string[] };
    const isKnown = request.url === "/api/embed" && models.includes(model);
    const vectors = isKnown ? await embed(input, signal) : [];
    const answer = isKnown
      ? { model, embeddings: vectors.map((vector) => [...vector]) }
      : { error: `model "${model}" not found, try pulling it first` };
    response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
