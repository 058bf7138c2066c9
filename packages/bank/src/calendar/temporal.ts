/**
 * Temporal, from the runtime where it is built in and from a polyfill elsewhere. Private to the
 * package, because consumers on TypeScript 5.9 have no types for it.
 */
export const Temporal: typeof globalThis.Temporal =
  globalThis.Temporal ??
  ((await import("temporal-polyfill")).Temporal as unknown as typeof globalThis.Temporal);
