/** Numbers of ours, not of the interface; the unit is the last word of the name before "Max". */
export const bodyBytesMax = 1024 * 1024;
export const headerBytesMax = 32 * 1024;
/** Slow senders are let go after this. */
export const requestTimeoutMs = 15_000;
/** How often every process looks for work that another one left behind. */
export const outboxPollMs = 1_000;
/** How often every process looks whether a batch has come due. */
export const batchPollMs = 1_000;
/** How often every process asks a core bank that clears by itself what it has found out. */
export const outcomePollMs = 5_000;
export const housekeepingMs = 60_000;
/** How long a PSU may take to prove who they are: the one answer that waits for a person. */
export const identificationMsMax = 120_000;
/** How long a PSU waits for what they approved to be carried out, which it is in any case. */
export const settlingMsMax = 15_000;
/** How long a process that ends waits for what it does by itself. */
export const jobEndMsMax = 5_000;
/** How many batches a world that is behind runs before the others have their turn: a week's. */
export const batchesPerTurnMax = 30;
