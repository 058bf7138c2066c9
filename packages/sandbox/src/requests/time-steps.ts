/** Upper limits of the latency classes, in milliseconds; longer requests count as the last one. */
const latencyLimitsMs = [
  1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 2_000, 5_000,
  10_000, 30_000,
];

/** Counts of one step of time. */
export interface Step {
  at: number;
  requests: number;
  succeeded: number;
  refused: number;
  failed: number;
  readonly latencies: Uint32Array;
  readonly codes: Map<string, number>;
  scaStarted: number;
  scaApproved: number;
  scaFailed: number;
  unattendedAdmitted: number;
}

export const createStep = (at: number): Step => ({
  at,
  requests: 0,
  succeeded: 0,
  refused: 0,
  failed: 0,
  latencies: new Uint32Array(latencyLimitsMs.length),
  codes: new Map(),
  scaStarted: 0,
  scaApproved: 0,
  scaFailed: 0,
  unattendedAdmitted: 0,
});

/** Returns the number of the latency class, for `countLatency`. */
export const latencyClass = (ms: number): number => {
  const found = latencyLimitsMs.findIndex((limit) => ms <= limit);
  return found < 0 ? latencyLimitsMs.length - 1 : found;
};

export const countLatency = ({ latencies }: Step, latency: number): void => {
  latencies[latency] = (latencies[latency] ?? 0) + 1;
};

export const countCode = ({ codes }: Step, code: string, count = 1): void => {
  codes.set(code, (codes.get(code) ?? 0) + count);
};

/** Returns the latency that a share of the requests did not exceed; undefined without requests. */
export const latencyQuantile = ({ latencies, requests }: Step, share: number) => {
  let rest = Math.ceil(requests * share);
  if (requests === 0) return undefined;
  for (const [at, count] of latencies.entries()) {
    rest -= count;
    if (rest <= 0) return latencyLimitsMs[at];
  }
  return latencyLimitsMs.at(-1);
};

/** Adds the counts of a step to another one. */
export const addStep = (sum: Step, step: Step): void => {
  sum.requests += step.requests;
  sum.succeeded += step.succeeded;
  sum.refused += step.refused;
  sum.failed += step.failed;
  sum.scaStarted += step.scaStarted;
  sum.scaApproved += step.scaApproved;
  sum.scaFailed += step.scaFailed;
  sum.unattendedAdmitted += step.unattendedAdmitted;
  for (const [at, count] of step.latencies.entries()) {
    sum.latencies[at] = (sum.latencies[at] ?? 0) + count;
  }
  for (const [code, count] of step.codes) countCode(sum, code, count);
};

/** The last steps of one length; a new step replaces the oldest. */
export interface TimeSteps {
  /** Returns the step of a time, to count in. */
  at(ms: number): Step;
  /** Returns the counts of a time span as one step. */
  sum(fromMs: number, untilMs: number): Step;
}

export const createTimeSteps = (stepMs: number, count: number): TimeSteps => {
  const ring: Step[] = [];
  return {
    at: (ms) => {
      const number = Math.floor(ms / stepMs);
      const slot = number % count;
      const known = ring[slot];
      if (known?.at === number * stepMs) return known;
      const fresh = createStep(number * stepMs);
      ring[slot] = fresh;
      return fresh;
    },
    sum: (fromMs, untilMs) => {
      const sum = createStep(fromMs);
      for (let start = fromMs - (fromMs % stepMs); start < untilMs; start += stepMs) {
        const step = ring[(start / stepMs) % count];
        if (step?.at === start) addStep(sum, step);
      }
      return sum;
    },
  };
};
