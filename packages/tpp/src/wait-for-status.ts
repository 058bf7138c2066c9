import { waitDefaults } from "./constants.ts";
import type { CallOptions, ClientClock } from "./http/call-operation.ts";
import type { Psu } from "./psu.ts";
import { StatusNotReachedError } from "./tpp-error.ts";

export interface WaitOptions {
  readonly timeoutMs?: number;
  /** The pause between two questions. */
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
  readonly psu?: Psu;
}

interface Wanted<Status> {
  readonly statuses: readonly Status[];
  /** Statuses that never change, so that waiting beyond them is vain. */
  readonly finalStatuses: readonly Status[];
  /** Whether a refusal only says that there is no status yet. */
  readonly isNotYet?: (error: unknown) => boolean;
}

/** Reads a status until it is one of those wanted. */
export const waitForStatus = async <
  Status extends string,
  Answer extends { transactionStatus: Status },
>(
  read: (options: CallOptions) => Promise<Answer>,
  { statuses, finalStatuses, isNotYet }: Wanted<Status>,
  clock: ClientClock,
  options: WaitOptions = {},
): Promise<Answer> => {
  const { timeoutMs = waitDefaults.timeoutMs, intervalMs = waitDefaults.intervalMs } = options;
  const untilMs = clock.nowMs() + timeoutMs;
  const wish = statuses.join(" or ");
  const callOptions = options.signal === undefined ? {} : { signal: options.signal };
  for (;;) {
    const answer = await read(callOptions).catch((error: unknown) => {
      if (isNotYet?.(error) === true && clock.nowMs() < untilMs) return undefined;
      throw error;
    });
    const leftMs = Math.max(untilMs - clock.nowMs(), 0);
    if (answer !== undefined) {
      const last = answer.transactionStatus;
      if (statuses.includes(last)) return answer;
      if (finalStatuses.includes(last)) {
        throw new StatusNotReachedError(`${last} is final, ${wish} cannot follow`, "final", last);
      }
      if (leftMs === 0) {
        const message = `Still ${last} after ${timeoutMs} ms, waiting for ${wish}`;
        throw new StatusNotReachedError(message, "timeout", last);
      }
    }
    await clock.sleep(Math.min(intervalMs, leftMs), options.signal);
  }
};
