/** Limits of this implementation. The unit is the last word of the name before "Max". */

/** The limit outside of the interface, whose operations have limits of their own. */
export const pageBodyBytesMax = 64 * 1024;
/** How long a client may take to send a request. */
export const requestTimeoutMs = 15_000;
/**
 * How often a process checks whether instructions or batches can be due, by what it knows. It asks
 * the database only if they can, or if its last look is old (`workLookMs`).
 */
export const workCheckMs = 1_000;
/** How often a process reads outcomes from a core bank that clears on its own. */
export const outcomePollMs = 5_000;
/**
 * How often every process writes the accesses that it has recorded. Each is durable within a
 * second, also if the write before it takes half of that.
 */
export const auditWriteMs = 250;
/** How often a process checks whether a minute has passed since it last sealed its audit. */
export const auditSealCheckMs = 5_000;
/** How often a process looks for accesses whose retention period is over. */
export const auditRetentionPollMs = 60 * 60_000;
export const housekeepingMs = 60_000;
/** How often every process stores the figures for the regulator; a crash loses those since then. */
export const kpiWriteMs = 60_000;
/** How long a PSU may take to identify: the only port call that waits for a person. */
export const identificationMsMax = 120_000;
/** How long a PSU waits for what they approved to be settled; it is settled in any case. */
export const settlingMsMax = 15_000;
/** How long a stopping process waits for its background jobs. */
export const jobEndMsMax = 5_000;
/** How long a run of a background job may take before another one is started beside it. */
export const jobRunMsMax = 2 * 60_000;
/** How many overdue batches one world runs before the others: those of about a week. */
export const batchesPerTurnMax = 30;
/** How many worlds run batches at once; fewer than a process has connections to PostgreSQL. */
export const worldsAtOnce = 4;
/** How long a suspended bank asks TPPs and browsers to wait. */
export const suspendedRetrySeconds = 300;
