import type { Scenario } from "@varde/protocol";

/** An amount that triggers an effect in every world. */
export interface MagicAmount {
  /** In kroner. */
  readonly amount: string;
  readonly effect: Scenario["effect"];
  readonly description: string;
}

/** Unusual amounts, one for each kind of failure a payment can meet. */
export const magicAmounts: readonly MagicAmount[] = [
  {
    amount: "6660.01",
    effect: { payment: "refused", reason: "NARR" },
    description: "refused by the bank when it is executed (RJCT)",
  },
  {
    amount: "6660.02",
    effect: { payment: "no-funds" },
    description: "insufficient funds, whatever the balance (ACCP)",
  },
  {
    amount: "6660.03",
    effect: { payment: "rejected", reason: "AC04" },
    description: "rejected in clearing: the account is closed (RJCT)",
  },
  {
    amount: "6660.04",
    effect: { payment: "delayed", delayHours: 24 },
    description: "settled by the first clearing run a day after it was sent",
  },
  {
    amount: "6660.05",
    effect: { payment: "returned", delayHours: 24, reason: "AC03" },
    description: "settled, and sent back by the first clearing run a day later",
  },
  {
    amount: "6660.06",
    effect: { unavailable: true },
    description: "the creation returns 503 with Retry-After",
  },
  {
    amount: "6660.07",
    effect: { delayMs: 3_000 },
    description: "the creation takes three seconds",
  },
  {
    amount: "6660.08",
    effect: { drop: true },
    description: "the connection is closed without a response, and nothing is created",
  },
  {
    amount: "6660.09",
    effect: { sca: "failed" },
    description: "the SCA fails when the PSU approves (500 SYSTEM_ERROR in the redirect)",
  },
  {
    amount: "6660.10",
    effect: { dropAfter: true },
    description: "the payment is created, and the connection is closed before the response",
  },
];

/** The magic amounts as scenarios that always apply. */
export const magicScenarios: readonly Scenario[] = magicAmounts.map(({ amount, effect }) => ({
  match: {
    amount,
    ...(effect.sca === undefined && effect.payment === undefined
      ? { operation: "createPayment" as const }
      : {}),
  },
  times: 0,
  effect,
}));
