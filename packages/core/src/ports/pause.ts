/** Resolves after other work of the process has run; at once if that was a moment ago. */
export type Pause = () => Promise<void>;
