import {
  diagnoseDate,
  findDateTolerances,
  isInvalid,
  limits,
  parseDateHeader,
} from "@varde/protocol";
import { refuse } from "../../request/refusal.ts";
import type { Check } from "./check.ts";
import { tolerate } from "./tolerate.ts";

/** SIG-03: checks that the Date header is at most 60 seconds off the machine's clock. */
export const checkDate: Check = (context, bank) => {
  const header = context.requiredHeader("date");
  const date = parseDateHeader(header);
  const { receivedAt } = context.received;
  if (isInvalid(date)) {
    const why = bank.reader && diagnoseDate(bank.reader, header, receivedAt);
    return refuseDate(`The Date header ${why ?? date.reason}.`);
  }
  const offSeconds = (date - receivedAt) / 1000;
  // IMF-fixdate has whole seconds, so the server's clock is compared in whole seconds too.
  if (Math.abs(Math.trunc(offSeconds)) > limits.clockDeviationSecondsMax) {
    const why = bank.reader && diagnoseDate(bank.reader, header, receivedAt);
    if (why !== undefined) return refuseDate(`The Date header ${why}.`);
    const direction = offSeconds > 0 ? "ahead of" : "behind";
    return refuseDate(
      `The Date header is ${Math.abs(Math.trunc(offSeconds))} seconds ${direction} the bank's ` +
        `clock; ${limits.clockDeviationSecondsMax} are allowed. Set your clock and sign again.`,
    );
  }
  return tolerate(findDateTolerances(header, date), "Date", context, bank);
};

const refuseDate = (text: string) =>
  refuse({ code: "BAD_REQUEST", path: "Date", text }, { stage: "Date" });
