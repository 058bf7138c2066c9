import {
  type Argument,
  abortSignal,
  fields,
  listOf,
  oneOf,
  optional,
  pauseMs,
} from "../check-arguments.ts";
import { lastReadMsMax, timerMsMax, waitDefaults } from "../constants.ts";
import type { CallOptions, ClientClock } from "../http/call-operation.ts";
import type { Psu } from "../psu/psu.ts";
import { StatusNotReachedError, TppError } from "../tpp-error.ts";
import { maybePsu } from "./call-arguments.ts";

/** The options of waiting for a status. */
export interface WaitOptions {
  /**
   * The time limit in milliseconds. The last read may take one second longer.
   *
   * @defaultValue 60_000
   */
  readonly timeoutMs?: number;
  /**
   * The pause between two reads, in milliseconds.
   *
   * @defaultValue 1_000
   */
  readonly intervalMs?: number;
  /**
   * Ends the wait, which then rejects with the signal's reason.
   *
   * @defaultValue none; the wait ends by itself
   */
  readonly signal?: AbortSignal;
  /**
   * The PSU that the reads are for, which some banks require.
   *
   * @defaultValue none
   */
  readonly psu?: Psu;
}

/** The arguments after the resource: the statuses, at least one, and the options. */
export const waitArguments = (
  statuses: readonly string[],
  more: Parameters<typeof fields>[0] = {},
): readonly Argument[] => [
  ["statuses", listOf(oneOf(statuses), "a list of at least one status", 1)],
  [
    "options",
    optional(
      fields({
        timeoutMs: optional(pauseMs),
        intervalMs: optional(pauseMs),
        signal: optional(abortSignal),
        psu: maybePsu[1],
        ...more,
      }),
    ),
  ],
];

interface StatusTarget<Status, Response> {
  readonly statuses: readonly Status[];
  /** Statuses that never change, so that waiting can stop. */
  readonly finalStatuses: readonly Status[];
  /** Returns whether a refusal only means that there is no status yet. */
  readonly isNotYet?: (error: unknown) => boolean;
  /** Returns whether waiting ends with a response of another status. */
  readonly isEnough?: ((response: Response) => boolean) | undefined;
}

/** Polls a status until it is one of the given statuses. */
export const waitForStatus = async <
  Status extends string,
  Response extends { transactionStatus: Status },
>(
  read: (options: CallOptions) => Promise<Response>,
  { statuses, finalStatuses, isNotYet, isEnough }: StatusTarget<Status, Response>,
  clock: ClientClock,
  options: WaitOptions = {},
): Promise<Response> => {
  const { timeoutMs = waitDefaults.timeoutMs, intervalMs = waitDefaults.intervalMs } = options;
  const untilMs = clock.nowMs() + timeoutMs;
  const leftMs = () => Math.max(untilMs - clock.nowMs(), 0);
  const expected = statuses.join(" or ");
  let last: Status | undefined;
  const timeoutError = () => {
    const found = last === undefined ? "No status" : `Still ${last}`;
    const message = `${found} after ${timeoutMs} ms, waiting for ${expected}`;
    return new StatusNotReachedError(message, "timeout", last);
  };
  for (;;) {
    const response = await readWithin(leftMs(), read, options.signal).catch((error: unknown) => {
      if (isNotYet?.(error) === true && leftMs() > 0) return undefined;
      throw error instanceof ReadTimeout ? timeoutError() : error;
    });
    if (response !== undefined) {
      last = response.transactionStatus;
      if (statuses.includes(last) || isEnough?.(response) === true) return response;
      if (finalStatuses.includes(last)) {
        throw new StatusNotReachedError(
          `${last} is final, ${expected} cannot follow`,
          "final",
          last,
        );
      }
      if (leftMs() === 0) throw timeoutError();
    }
    await clock.sleep(Math.min(intervalMs, leftMs()), options.signal);
  }
};

class ReadTimeout extends Error {}

/** Aborts a read when the time is up, but gives every read at least one second. */
const readWithin = async <Response>(
  ms: number,
  read: (options: CallOptions) => Promise<Response>,
  signal: AbortSignal | undefined,
): Promise<Response> => {
  const timeout = new AbortController();
  const abort = () => timeout.abort(new ReadTimeout());
  const timer = setTimeout(abort, Math.min(Math.max(ms, lastReadMsMax), timerMsMax));
  const signals = signal === undefined ? [] : [signal];
  try {
    return await read({ signal: AbortSignal.any([timeout.signal, ...signals]) });
  } catch (error) {
    // An abort may surface as any error, so throw its reason instead; errors of the bank pass.
    if (error instanceof TppError) throw error;
    throw signal?.aborted !== true && timeout.signal.aborted ? timeout.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
};
