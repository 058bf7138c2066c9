import { limits } from "@varde/protocol";
import { type Caller, paymentCreations, redirectUri, statusReads } from "../load/caller.ts";
import type { Burst, Target } from "../load/sign-burst.ts";
import { accountsPerPsu, psuRowId } from "./fill-psus.ts";

/** Shares of the calls of a real bank. The rest, 70 %, reads accounts without the PSU. */
const trafficShares = { attended: 0.2, status: 0.08, creation: 0.02 } as const;

const kinds = ["balances", "transactions"] as const;
/** Each PSU has these reads, and each may be sent a few times a day without the PSU. */
const readsPerPsu = accountsPerPsu * kinds.length;

/** Returns how many PSUs are needed for a number of calls, most of which are limited per day. */
export const countPsus = (calls: number): number =>
  Math.ceil(calls / (readsPerPsu * limits.callsWithoutPsuPerDayMax)) + 1;

/** Number of rows by table. */
export interface WrittenRows {
  readonly request: number;
  readonly payment: number;
  readonly payment_duplicate: number;
  readonly event: number;
  readonly audit_entry: number;
  readonly audit_subject: number;
  readonly audit_subject_account: number;
  readonly unattended_access: number;
}

/**
 * The traffic of a real bank: 70 % of the calls read balances or transactions without the PSU, 20 %
 * with the PSU, 8 % read the status of a payment and 2 % create one. Each read without the PSU is
 * for a PSU, account and kind that has calls left today, so that the limit refuses none.
 */
export class TrafficMix {
  readonly caller: Caller;
  /** A payment whose status is read. */
  readonly paymentId: string;
  readonly psus: number;
  readonly #accountsRead = new Set<string>();
  #unattended = 0;
  #attended = 0;
  #creations = 0;

  constructor(caller: Caller, psus: number, paymentId: string) {
    this.caller = caller;
    this.psus = psus;
    this.paymentId = paymentId;
  }

  /** Builds the next calls, in bursts that are sent mixed evenly. */
  next(count: number): readonly Burst[] {
    const creations = Math.round(count * trafficShares.creation);
    const statuses = Math.round(count * trafficShares.status);
    const attended = Math.round(count * trafficShares.attended);
    const unattended = count - creations - statuses - attended;
    this.#creations += creations;
    return [
      this.#reads(Array.from({ length: unattended }, () => this.#nextUnattended())),
      this.#reads(Array.from({ length: attended }, () => this.#nextAttended())),
      statusReads(this.caller, [this.paymentId], statuses),
      paymentCreations(this.caller, creations),
    ];
  }

  /**
   * Computes the rows that the calls so far write: those of each payment, an audit entry for each
   * call except status reads, the account that was accessed once, and the counter of calls without
   * the PSU once for each account and kind.
   */
  countWrittenRows(): WrittenRows {
    const creations = this.#creations;
    return {
      request: creations,
      payment: creations,
      payment_duplicate: creations,
      event: creations,
      audit_entry: creations + this.#attended + this.#unattended,
      audit_subject: this.#accountsRead.size,
      audit_subject_account: this.#accountsRead.size,
      unattended_access: Math.min(this.#unattended, this.psus * readsPerPsu),
    };
  }

  #reads(targets: readonly Target[]): Burst {
    return {
      count: targets.length,
      method: "GET",
      targets,
      headers: {
        Accept: "application/json",
        "x-accept-fix": "amount-as-string",
        "TPP-Redirect-URI": redirectUri,
      },
      firstAmountMinor: 0,
      certificatePem: this.caller.certificatePem,
      privateKeyPem: this.caller.privateKeyPem,
    };
  }

  #nextUnattended(): Target {
    const at = this.#unattended;
    if (at >= this.psus * readsPerPsu * limits.callsWithoutPsuPerDayMax) {
      throw new Error("Every PSU has used up the calls of a day; fill more PSUs.");
    }
    this.#unattended += 1;
    return this.#read(at, {});
  }

  #nextAttended(): Target {
    const at = this.#attended;
    this.#attended += 1;
    const number = (at % this.psus) + 1;
    return this.#read(at, {
      "TPP-Session-ID": psuRowId("session", number),
      "PSU-IP-Address": "192.0.2.10",
    });
  }

  /** Visits the PSUs in turn, and the next of their reads in each pass. */
  #read(at: number, headers: Readonly<Record<string, string>>): Target {
    const psu = at % this.psus;
    const read = (psu + Math.floor(at / this.psus)) % readsPerPsu;
    const number = psu * accountsPerPsu + Math.floor(read / kinds.length) + 1;
    const accountId = psuRowId("account", number);
    this.#accountsRead.add(accountId);
    const path = `/v1/accounts/${accountId}/${kinds[read % kinds.length]}`;
    return { path, headers: { "PSU-ID": psuRowId("psu", psu + 1), ...headers } };
  }
}
