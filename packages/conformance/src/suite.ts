/** The version of the checks: the month in which the last one was added or made stricter. */
export const suiteVersion = "2026.11";

/** The release of the interface that the checks are about. */
export const interfaceRelease = "1.23.7";
