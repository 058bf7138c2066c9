const dayMs = 86_400_000;

/**
 * Age at which a template is deleted. A month's template is copied for 31 days at most, and a
 * process may still be copying it when the next one is created.
 */
export const staleTemplateMs = 33 * dayMs;

/** Number of attempts of a copy that conflicts with other work in the world. */
export const copyAttemptsMax = 5;

/** How often at most the use of a world is recorded. */
export const useRecordedMs = 3_600_000;

/** Small enough that no other unit waits long for a deletion. */
export const rowsPerDeletion = 500;
