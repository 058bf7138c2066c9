/**
 * Temporal, from the runtime where it has it and from a polyfill where it has not yet. Whoever
 * reckons with days and wall-clock times takes it from here.
 */
export const Temporal: typeof globalThis.Temporal =
  globalThis.Temporal ??
  ((await import("temporal-polyfill")).Temporal as unknown as typeof globalThis.Temporal);
