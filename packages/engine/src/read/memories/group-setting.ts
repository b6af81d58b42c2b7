import type { SessionKey } from "@clewline/core/log/keys.js";
import { readChatKind, readGroupWord } from "@clewline/core/log/memories/chat-kind.js";
import type { Engine } from "../../engine.js";
import { writeGroupWord } from "../../intake/memories/note-heard.js";

/** Whether a chat is a group, as a setting of its owner; the channel's word is the default. */
export async function readGroupSetting({ memories }: Engine, session: SessionKey) {
  const { members, groupWords } = await memories.read({ kind: "session", session });
  const ofChannel = groupWords.filter(({ by }) => by === "channel");
  const own = readGroupWord("owner", groupWords);
  return {
    about: "Whether others than one person read the chat; memories of other chats are shown in private chats only",
    value: describeKind(readChatKind({ members, groupWords })),
    default: describeKind(readChatKind({ members, groupWords: ofChannel })),
    changed: own !== null,
    noEffect: own === false && members.size > 1 ? "Several people have spoken here, so it is a group" : null,
  };
}

function describeKind(kind: ReturnType<typeof readChatKind>): boolean | "unknown" {
  return kind === "unknown" ? kind : kind === "group";
}

/** The owner's word, which stands above the channel's; null takes it back. */
export function setGroup(engine: Engine, session: SessionKey, group: boolean | null): Promise<void> {
  return writeGroupWord(engine, session, group, "owner");
}
