/** Printed below the figures, so that they can be understood without the code. */
export const howItWasDone = `## How it was done

    git worktree add ../clew-before f99e358 && (cd ../clew-before && npm ci && npm run build)
    npm run bench:install && npm run bench speed -- --before ../clew-before

- All times are CPU times of a process, user and system, all threads. Each subject has a process of its own, and those that
  are compared take turns, round by round. Still, on a busy machine one version differs from itself by up to 15 %.
- A turn is counted from the end of the one before until the process has been idle for 10 ms, so work behind the reply
  counts. "CPU ms a turn" is all CPU of a round over its turns, the median of the rounds, with a share of what closing takes:
  compactions are in it. "Median turn" and p95 are those of single turns; "after the reply" is the median.
- The logs are filled by each subject's own bulk writing (Clew: an import), and opened by a process that did not fill them. The
  first turns are not counted.
- Clew is called through its public API: begin, view, complete. Receipts are stored.
- Peers send the newest messages that fit 8,192 tokens, less a quarter for the answer, at most 64, counted as bytes / 3. By hand:
  one table, one index, the driver that Clew uses. Mastra: its memory on its LibSQL store without an agent (saveMessages, recall, MessageList).
  LangGraph: a graph of one node with its SQLite saver, trimMessages before the model. OpenAI Agents: the SDK's runner with a
  session on SQLite, written for the documented interface, because the one that it brings forgets with the process; its model
  has the answer at hand, as the node of LangGraph has.
- A view after a tool call is one of a long turn with results of 4,000 characters, until it takes three quarters of the window.
- Starting processes: CPU of the whole process as bash's \`time\` counts it.
- Bytes: the file after closing. "Answered" is a chat in which an agent answers every message, "a group" one in which people talk
  among themselves. What a turn adds is a log that was lived through with views, less the same texts imported.
- Searches: the same questions of one to eight words to Clew and to the index in its file, in turns, in one process; the bare
  statement is \`SELECT rowid … MATCH 'a OR b' ORDER BY rank LIMIT 20\`. One word in 10,000 entries, one in twenty and one in
  three are among them. Turns with and without look-ups are those of two copies of one log.
- Searches by meaning: vectors by a hash of words, so that only what Clew does with them counts; the model's own time is not in it.
- The event loop: while turns are awaited in a row, an immediate that sets itself again reads the CPU time at each pass. The
  largest gap is the most CPU between two passes.
`;
