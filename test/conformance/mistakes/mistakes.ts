import type { Change } from "./send-mistaken.ts";

/**
 * Mistakes, each with a pattern for its explanation. No pattern matches the explanation of another
 * mistake.
 */
export type Mistakes = Readonly<Record<string, readonly [change: Change, names: RegExp]>>;
