const dayMs = 86_400_000;

/**
 * Age at which a template is deleted. A month's template is copied for 31 days at most, and a
 * process may still be copying it when the next one is created.
 */
export const staleTemplateMs = 33 * dayMs;

/** Number of attempts of a reset that conflicts with another one. */
export const resetAttemptsMax = 5;
