import type { Logger } from "pino";

/** A request that keeps the event loop busy for longer than this, in one go, is logged. */
export const heldLoopMsMax = 250;

interface HeldBy {
  readonly operation: string;
  readonly stage: "routing" | "checks" | "useCase" | "response";
  /** The check, for the stage of checks. */
  readonly check?: string;
}

/**
 * Logs what kept the event loop from all other requests. Only code that runs in one go is timed,
 * because after an `await` the time is also that of others. The caller compares with
 * `heldLoopMsMax` first, so that the other requests pay for the clock alone.
 */
export const logHeldLoop = (heldMs: number, by: HeldBy, log: Pick<Logger, "warn">): void =>
  log.warn({ ...by, ms: Math.round(heldMs) }, "request held the event loop");
