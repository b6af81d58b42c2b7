/** What a model is asked about. */
export class AskedBatch {
  readonly #prompt: string;

  constructor(prompt: string) {
    this.#prompt = prompt;
  }

  /** The messages, in order. */
  get messages(): readonly string[] {
    return [...this.#prompt.matchAll(/<clew-user[^>]*>([^<]*)<\/clew-user>/gu)].map(([, text = ""]) => text);
  }

  /** The notes as lines. */
  get notes(): readonly string[] {
    const [, lines = ""] = /<clew-known>([^<]*)<\/clew-known>/u.exec(this.#prompt) ?? [];
    return lines.split("\n").filter((line) => line !== "");
  }

  /** The id of the message with these words; "m99" for none. */
  from(words: string): string {
    return `m${this.messages.findIndex((text) => text.includes(words)) + 1 || 99}`;
  }

  /** The id of the note with these words; "n99" for none, and "-" for one that can't be named. */
  note(words: string): string {
    return this.notes.find((line) => line.includes(words))?.split(" ")[0] ?? "n99";
  }
}
