/** The page: `useChat` with the newest message alone. The log has the rest, so it is read anew when anything has happened. */
import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from "ai";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";

const id = new URLSearchParams(location.search).get("id") ?? "garden";
const others = new BroadcastChannel(`chat ${id}`);

// #region load
const transport = new DefaultChatTransport({
  api: "/api/chat",
  prepareSendMessagesRequest: ({ messages, trigger, messageId }) => ({
    body: { id, message: messages.at(-1), trigger, messageId },
  }),
});

interface Loaded {
  readonly messages: UIMessage[];
  /** Whether an answer is on its way, for this tab or another. */
  readonly running: boolean;
}

async function load(): Promise<Loaded> {
  return (await (await fetch(`/api/chat/${id}`)).json()) as Loaded;
}
// #endregion

type SetMessages = (change: (shown: UIMessage[]) => UIMessage[]) => void;

/** The newest message, if the server could not be reached with it. */
function findUnsent(shown: readonly UIMessage[], kept: readonly UIMessage[]): UIMessage[] {
  const newest = shown.at(-1);
  return newest?.role !== "user" || kept.some(({ id: known }) => known === newest.id) ? [] : [newest];
}

/** What is in the log counts: after an answer, after another tab's, when the page is looked at again. Says whether one is on its way. */
function useLog(isStreaming: boolean, atFirst: boolean, setMessages: SetMessages): boolean {
  const [isRunning, setRunning] = useState(atFirst);
  const refresh = useCallback(async () => {
    const loaded = await load().catch(() => null);
    if (loaded === null) return;
    setMessages((shown) => [...loaded.messages, ...findUnsent(shown, loaded.messages)]);
    setRunning(loaded.running);
  }, [setMessages]);
  useEffect(() => {
    if (isStreaming) return;
    void refresh();
    others.onmessage = () => void refresh();
    addEventListener("focus", refresh);
    return () => {
      others.onmessage = null;
      removeEventListener("focus", refresh);
    };
  }, [isStreaming, refresh]);
  // An answer that began before this page was loaded, or in another tab.
  useEffect(() => {
    if (isStreaming || !isRunning) return;
    const timer = setInterval(refresh, 300);
    return () => clearInterval(timer);
  }, [isStreaming, isRunning, refresh]);
  return isRunning;
}

// #region chat
function Chat({ initial }: { readonly initial: Loaded }) {
  const { messages, setMessages, sendMessage, regenerate, addToolApprovalResponse, stop, status, error, clearError } =
    useChat({
      id,
      messages: initial.messages,
      transport,
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
      onFinish: () => others.postMessage("changed"),
    });
  const isStreaming = status === "submitted" || status === "streaming";
  const isBusy = useLog(isStreaming, initial.running, setMessages) || isStreaming;
  // #endregion

  const end = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes what is shown scrolls
  useEffect(() => {
    end.current?.scrollIntoView({ block: "end" });
  }, [messages, error]);

  const tryAgain = () => {
    clearError();
    void regenerate();
  };
  const isLost = !isBusy && messages.at(-1)?.role === "user";
  return (
    <main data-status={isBusy ? "busy" : "ready"}>
      <header>
        Garden<small>{isBusy ? "answering …" : `${messages.length} messages`}</small>
      </header>
      <ol>
        {messages.length === 0 && <li className="empty">Try “How is the weather?” or “Water bed 3”.</li>}
        {messages.map((message, index) => (
          <Message
            key={message.id}
            message={message}
            isBusy={isBusy}
            onEdit={(text) => sendMessage({ text, messageId: message.id })}
            onAgain={
              index === messages.length - 1 && message.role === "assistant"
                ? () => regenerate({ messageId: message.id })
                : undefined
            }
            onVerdict={(approval, approved) => addToolApprovalResponse({ id: approval, approved })}
          />
        ))}
        <li ref={end} />
      </ol>
      {(error !== undefined || isLost) && (
        <Notice broken={isLost ? null : error?.message} onAgain={tryAgain} onClose={clearError} />
      )}
      <Composer label="Send" isDisabled={isStreaming} onSend={(text) => sendMessage({ text })}>
        {isStreaming && (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )}
      </Composer>
    </main>
  );
}

interface NoticeProps {
  /** What went wrong; null if no answer came at all. */
  readonly broken: string | null | undefined;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

function Notice({ broken, onAgain, onClose }: NoticeProps) {
  return (
    <div className="notice" role="alert">
      {broken === null ? "No answer came." : `The answer broke off: ${broken}`}
      <span className="row">
        <button type="button" onClick={onAgain}>
          Try again
        </button>
        {broken !== null && (
          <button type="button" onClick={onClose}>
            Close
          </button>
        )}
      </span>
    </div>
  );
}

interface MessageProps {
  readonly message: UIMessage;
  readonly isBusy: boolean;
  readonly onEdit: (text: string) => void;
  readonly onAgain: (() => void) | undefined;
  readonly onVerdict: (approval: string, approved: boolean) => void;
}

function Message({ message, isBusy, onEdit, onAgain, onVerdict }: MessageProps) {
  const [isEdited, setEdited] = useState(false);
  const text = message.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const finish = (changed: string) => {
    setEdited(false);
    onEdit(changed);
  };
  if (isEdited) {
    return (
      <li className="user">
        <Composer label="Save" className="edit" first={text} onSend={finish} isDisabled={isBusy}>
          <button type="button" onClick={() => setEdited(false)}>
            Cancel
          </button>
        </Composer>
      </li>
    );
  }
  return (
    <li className={message.role} data-id={message.id}>
      {message.parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added
        <Part key={index} part={part} onVerdict={onVerdict} />
      ))}
      <div className="row">
        {message.role === "user" && (
          <button type="button" className="quiet" disabled={isBusy} onClick={() => setEdited(true)}>
            Edit
          </button>
        )}
        {onAgain !== undefined && (
          <button type="button" className="quiet" disabled={isBusy} onClick={onAgain}>
            Regenerate
          </button>
        )}
      </div>
    </li>
  );
}

interface PartProps extends Pick<MessageProps, "onVerdict"> {
  readonly part: UIMessage["parts"][number];
}

function Part({ part, onVerdict }: PartProps) {
  if (part.type === "text") return <div className="bubble">{part.text}</div>;
  return part.type.startsWith("tool-") ? <Call part={part as ToolPart} onVerdict={onVerdict} /> : null;
}

interface ToolPart {
  readonly type: string;
  readonly state: string;
  readonly input: unknown;
  readonly output?: unknown;
  readonly errorText?: string;
  readonly approval?: { readonly id: string; readonly approved?: boolean };
}

function Call({ part, onVerdict }: { readonly part: ToolPart; readonly onVerdict: MessageProps["onVerdict"] }) {
  const { state, approval } = part;
  const result = state === "output-available" ? JSON.stringify(part.output) : (part.errorText ?? "");
  return (
    <div className="call" data-state={state}>
      <b>{part.type.slice("tool-".length)}</b> {JSON.stringify(part.input)} {result && `→ ${result}`}
      {approval?.approved === false && "→ denied"}
      {state === "approval-requested" && approval !== undefined && (
        <div className="row">
          <button type="button" className="main" onClick={() => onVerdict(approval.id, true)}>
            Allow
          </button>
          <button type="button" onClick={() => onVerdict(approval.id, false)}>
            Deny
          </button>
        </div>
      )}
    </div>
  );
}

interface ComposerProps {
  readonly label: string;
  readonly className?: string;
  readonly first?: string;
  readonly isDisabled: boolean;
  readonly onSend: (text: string) => void;
  readonly children?: React.ReactNode;
}

function Composer({ label, className = "", first = "", isDisabled, onSend, children }: ComposerProps) {
  const [text, setText] = useState(first);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" || isDisabled) return;
    setText("");
    onSend(text);
  };
  return (
    <form className={className} onSubmit={send}>
      <input
        aria-label="Message"
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="Message"
      />
      {children}
      <button type="submit" className="main" disabled={isDisabled}>
        {label}
      </button>
    </form>
  );
}

const root = document.getElementById("root");
// #region start
if (root !== null) createRoot(root).render(<Chat initial={await load()} />);
// #endregion
