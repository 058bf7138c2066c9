import type { HandledRequest, UnroutedRequest } from "@varde/bank";
import type { ControlResponse, FigurePeriod } from "@varde/protocol";
import {
  addStep,
  countCode,
  countLatency,
  createStep,
  createTimeSteps,
  latencyClass,
  latencyQuantile,
  type Step,
} from "./time-steps.ts";

type FiguresResponse = ControlResponse<"readFigures">;

/** Counts of what the bank does, in memory since its start. */
export interface Figures {
  countRequest(request: HandledRequest): void;
  countUnrouted(request: UnroutedRequest): void;
  countScaEnd(isApproved: boolean): void;
  read(period: FigurePeriod): FiguresResponse;
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

const periods = {
  minute: { stepMs: secondMs, steps: 60 },
  hour: { stepMs: minuteMs, steps: 60 },
  day: { stepMs: 15 * minuteMs, steps: 96 },
} as const satisfies Record<FigurePeriod, { stepMs: number; steps: number }>;

export const createFigures = (machineNow: () => number): Figures => {
  const seconds = createTimeSteps(secondMs, 2 * periods.minute.steps);
  const minutes = createTimeSteps(minuteMs, 25 * 60);
  const count = (work: (step: Step) => void): void => {
    const now = machineNow();
    work(seconds.at(now));
    work(minutes.at(now));
  };
  return {
    countRequest: (request) => {
      const { context, respondedAt } = request;
      const latency = latencyClass(respondedAt - context.received.receivedAt);
      countHandled(seconds.at(respondedAt), request, latency);
      countHandled(minutes.at(respondedAt), request, latency);
    },
    countUnrouted: ({ response, refusal }) =>
      count((step) => {
        countResponse(step, response.status, refusal.violations[0].code);
        countLatency(step, latencyClass(0));
      }),
    countScaEnd: (isApproved) =>
      count((step) => {
        if (isApproved) step.scaApproved += 1;
        else step.scaFailed += 1;
      }),
    read: (period) => {
      const { stepMs, steps } = periods[period];
      const source = period === "minute" ? seconds : minutes;
      const now = machineNow();
      const end = now - (now % stepMs) + stepMs;
      const starts = Array.from({ length: steps }, (_, at) => end - (steps - at) * stepMs);
      return present(
        period,
        stepMs,
        starts.map((start) => source.sum(start, start + stepMs)),
      );
    },
  };
};

const countHandled = (
  step: Step,
  { response, headers, refusal }: HandledRequest,
  latency: number,
): void => {
  countResponse(step, response.status, refusal?.violations[0].code);
  countLatency(step, latency);
  if (headers["aspsp-sca-approach"] !== undefined || refusal?.scaRedirect !== undefined) {
    step.scaStarted += 1;
  }
  if (response.status < 400 && headers["ratelimit-remaining"] !== undefined) {
    step.unattendedAdmitted += 1;
  }
};

const countResponse = (step: Step, status: number, code: string | undefined): void => {
  step.requests += 1;
  if (status < 400) step.succeeded += 1;
  else if (status < 500) step.refused += 1;
  else step.failed += 1;
  if (code !== undefined) countCode(step, code);
};

const present = (period: FigurePeriod, stepMs: number, steps: readonly Step[]): FiguresResponse => {
  const total = createStep(0);
  for (const step of steps) addStep(total, step);
  return {
    period,
    stepSeconds: stepMs / 1_000,
    points: steps.map((step) => ({ at: new Date(step.at).toISOString(), ...presentCounts(step) })),
    total: presentCounts(total),
    refusals: [...total.codes]
      .map(([code, times]) => ({ code, count: times }))
      .toSorted((one, other) => other.count - one.count),
    sca: { started: total.scaStarted, approved: total.scaApproved, failed: total.scaFailed },
    unattended: {
      admitted: total.unattendedAdmitted,
      refused: total.codes.get("ACCESS_EXCEEDED") ?? 0,
    },
  };
};

const presentCounts = (step: Step): FiguresResponse["total"] => {
  const { requests, succeeded, refused, failed } = step;
  const [p50Ms, p95Ms, p99Ms] = [0.5, 0.95, 0.99].map((share) => latencyQuantile(step, share));
  return {
    requests,
    succeeded,
    refused,
    failed,
    ...(p50Ms !== undefined && { p50Ms }),
    ...(p95Ms !== undefined && { p95Ms }),
    ...(p99Ms !== undefined && { p99Ms }),
  };
};
