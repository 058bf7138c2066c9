import { lastAnswerMsMax, timerMsMax, waitDefaults } from "./constants.ts";
import type { CallOptions, ClientClock } from "./http/call-operation.ts";
import type { Psu } from "./psu.ts";
import { StatusNotReachedError, TppError } from "./tpp-error.ts";

export interface WaitOptions {
  /** How long to wait; for the answer to the last question at most a second more. */
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
  const leftMs = () => Math.max(untilMs - clock.nowMs(), 0);
  const wish = statuses.join(" or ");
  let last: Status | undefined;
  const timeIsUp = () => {
    const found = last === undefined ? "No status" : `Still ${last}`;
    const message = `${found} after ${timeoutMs} ms, waiting for ${wish}`;
    return new StatusNotReachedError(message, "timeout", last);
  };
  for (;;) {
    const answer = await readWithin(leftMs(), read, options.signal).catch((error: unknown) => {
      if (isNotYet?.(error) === true && leftMs() > 0) return undefined;
      throw error instanceof TookTooLong ? timeIsUp() : error;
    });
    if (answer !== undefined) {
      last = answer.transactionStatus;
      if (statuses.includes(last)) return answer;
      if (finalStatuses.includes(last)) {
        throw new StatusNotReachedError(`${last} is final, ${wish} cannot follow`, "final", last);
      }
      if (leftMs() === 0) throw timeIsUp();
    }
    await clock.sleep(Math.min(intervalMs, leftMs()), options.signal);
  }
};

class TookTooLong extends Error {}

/** A question is given up when the time is up; the last one, asked just then, gets a moment. */
const readWithin = async <Answer>(
  ms: number,
  read: (options: CallOptions) => Promise<Answer>,
  signal: AbortSignal | undefined,
): Promise<Answer> => {
  const patience = new AbortController();
  const giveUp = () => patience.abort(new TookTooLong());
  const timer = setTimeout(giveUp, Math.min(Math.max(ms, lastAnswerMsMax), timerMsMax));
  const signals = signal === undefined ? [] : [signal];
  try {
    return await read({ signal: AbortSignal.any([patience.signal, ...signals]) });
  } catch (error) {
    // Whatever an abort is thrown as, its reason is what happened; what the bank said stays.
    if (error instanceof TppError) throw error;
    throw signal?.aborted !== true && patience.signal.aborted ? patience.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
};
