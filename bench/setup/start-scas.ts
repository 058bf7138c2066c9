import { randomUUID } from "node:crypto";
import { grantAccounts } from "./account-client.ts";
import { psuCustomerNumber, psuRowId } from "./fill-psus.ts";
import type { TrafficMix } from "./traffic-mix.ts";

/**
 * Lets filled PSUs complete SCAs at a steady rate, each in a session of its own. The returned
 * function stops it, waits for those that were started, and returns their number.
 */
export const startScas = (
  port: number,
  { caller, psus }: TrafficMix,
  perSecond: number,
): (() => Promise<number>) => {
  const started: Promise<void>[] = [];
  const timer = setInterval(() => {
    const number = (started.length % psus) + 1;
    const one = grantAccounts({ port }, caller, {
      psuId: psuRowId("psu", number),
      sessionId: randomUUID(),
      customerNumber: psuCustomerNumber(number),
    });
    // The failure is reported when the SCAs are stopped.
    one.catch(() => undefined);
    started.push(one);
  }, 1_000 / perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(started);
    return started.length;
  };
};
