const dayMs = 86_400_000;

/**
 * How old a template is before it is cleared away. A month's template is copied for 31 days at
 * most, and a process may still be copying it when the next one is made.
 */
export const staleTemplateMs = 33 * dayMs;

/** How often a reset that met another one is tried. */
export const resetAttemptsMax = 5;
