/** What is given, over the defaults. A field that is given as undefined counts as left out. */
export const withDefaults = <T extends object>(defaults: T, given: Partial<T> = {}): T => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
});
