/** Returns when everything else in the process has had its turn; at once, if that was a moment ago. */
export type Pause = () => Promise<void>;
