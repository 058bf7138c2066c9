import type { Check, RequestKind } from "../checks/check.ts";
import { NotProven } from "../checks/check.ts";
import type { CheckReport } from "../reports/report.ts";
import { describeResponse, isAccepted } from "../wire/exchange.ts";
import type { Run } from "./run.ts";
import { createScene } from "./scene.ts";

/** Checks between two baselines. */
export const checksPerBaseline = 8;

/** The kinds of requests whose correct form must be accepted for these checks to mean something. */
export const kindsWithoutControl = (checks: readonly Check[]): ReadonlySet<RequestKind> =>
  new Set(
    checks.flatMap((check) =>
      check.kind === "twin" && check.cases.some(({ control }) => control === undefined)
        ? [check.on]
        : [],
    ),
  );

/**
 * Sends a correct request of each kind. Returns why one was refused, or undefined if all were
 * accepted.
 */
export const sendBaseline = async (
  run: Run,
  kinds: Iterable<RequestKind>,
): Promise<string | undefined> => {
  for (const kind of kinds) {
    const scene = createScene(run, "baseline");
    try {
      const response = await scene.sendKind(kind);
      if (!isAccepted(response)) {
        return `a correct request (${kind.name}) is refused: ${describeResponse(response)}`;
      }
    } catch (error) {
      if (!(error instanceof NotProven)) throw error;
      return `a correct request (${kind.name}) cannot be sent: ${error.message}`;
    }
  }
  return undefined;
};

/** Takes back what was reported since the last baseline, because the next one was refused. */
export const withdraw = (
  run: Run,
  reports: readonly CheckReport[],
  reason: string,
): readonly CheckReport[] =>
  reports.map((report) =>
    report.control.kind !== "baseline"
      ? report
      : { ...report, result: "not proven", seen: run.redactor.text(reason) },
  );
