import { limits } from "@varde/protocol";
import { dayMs } from "../unattended/access-store.ts";

/**
 * How long each kind of row is kept, by the bank's clock. Payments, baskets, their authorisations
 * and the event log are not here: they can be asked for as long as the bank has them.
 */
export const keptForMs = {
  /** Since its last step. Five idle minutes end a visit, and with it the block on guessing. */
  ownVisit: dayMs,
  /** Since the last call: then none of the four counts any more. */
  unattendedAccess: dayMs,
  /** Since its last step. Nobody can ask for its status; a link that old just leads nowhere. */
  scaWithoutPayment: 30 * dayMs,
  /** Since its SCA. Until then the TPP hears that it has expired, after that that there is none. */
  session: limits.scaRenewalDays * dayMs,
  /** Since its SCA: a year after it has run out. Until then a new SCA has its accounts ticked. */
  consent: (limits.scaRenewalDays + 365) * dayMs,
} as const;
