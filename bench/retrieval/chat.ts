/** What every retrieval bench is measured on: chats with questions whose answering messages are known. */

export interface ChatMessage {
  readonly id: string;
  /** Who wrote it, as the others call them. */
  readonly by: string;
  readonly role: "person" | "agent";
  /** Milliseconds. */
  readonly at: number;
  readonly text: string;
  /** A sitting of the chat; neighbours lend weight only inside one. */
  readonly session: string;
}

export interface Question {
  readonly text: string;
  readonly asker: string;
  /** Milliseconds; messages after it are unknown to the asker. */
  readonly now: number;
  /** The messages that answer it, by id. */
  readonly gold: readonly string[];
  readonly category: string;
}

export interface Chat<Asked extends Question = Question> {
  readonly name: string;
  readonly language: string;
  /** Everybody who writes, agents included. */
  readonly people: readonly string[];
  /** Oldest first. */
  readonly messages: readonly ChatMessage[];
  readonly questions: readonly Asked[];
}
