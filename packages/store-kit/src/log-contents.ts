import type { CallOutput, Part, Text } from "@clewline/core/log/entry.js";
import type { BlobId } from "@clewline/core/log/keys.js";
import { countTokens, estimated } from "@clewline/text/tokens/count-tokens.js";
import { fingerprint } from "./fingerprint.js";
import type { OutputScript, PartScript } from "./log-script.js";
import type { TextScript } from "./texts.js";

/** Builds the contents of a generated lane's entries, with the blobs that they name. */
export class ContentBuilder {
  readonly blobs = new Map<BlobId, string>();
  readonly withheld = new Set<BlobId>();

  output(script: OutputScript): CallOutput {
    if (script.kind === "content") return { kind: "content", parts: this.parts(script.parts) };
    return { kind: script.kind, text: this.text(script.text) };
  }

  parts(scripts: readonly PartScript[]): readonly Part[] {
    return scripts.map((script) => {
      if (script.kind !== "file") {
        return {
          kind: script.kind,
          text: this.text(script.text),
          ...(script.meta === null ? {} : { meta: script.meta }),
        };
      }
      const { mediaType, tokens } = script;
      const source =
        script.source === "url"
          ? ({ kind: "url", url: "https://example.org/file" } as const)
          : ({ kind: "blob", blob: this.#blob("aGVsbG8=", script.source === "missing blob") } as const);
      return { kind: "file", mediaType, source, tokens, ...(script.name === null ? {} : { name: script.name }) };
    });
  }

  text({ whole, stored }: TextScript): Text {
    if (stored === "inline") return whole;
    const headLength = Math.min(8_000, Math.ceil((whole.length * 2) / 3));
    const tailLength = Math.min(8_000, whole.length - headLength);
    return {
      kind: "blob",
      blob: this.#blob(whole, stored === "missing blob"),
      chars: whole.length,
      tokens: countTokens(whole, estimated),
      head: whole.slice(0, headLength),
      tail: whole.slice(whole.length - tailLength),
    };
  }

  #blob(contents: string, withheld: boolean): BlobId {
    const id = `${fingerprint(contents)}${withheld ? "-withheld" : ""}` as BlobId;
    this.blobs.set(id, contents);
    if (withheld) this.withheld.add(id);
    return id;
  }
}
