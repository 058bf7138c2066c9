import { declareMutants } from "../mutant.ts";

const plan = "sandbox/src/history/plan-movement.ts";
const history = "sandbox/src/history/continue-history.ts";
const reads = "sandbox/src/core-bank/profile-core-bank.ts";

export const profileMutants = declareMutants([
  ["PRO-01", reads, "osloDay(await clock.now(worldId))", '"2026-11-16"'],
  [
    "PRO-01",
    "bank/src/accounts/present-transaction.ts",
    "presentFields(movement, { transactionId: movement.transactionId }, fixes)",
    "presentFields(movement, {}, fixes)",
  ],
  ["PRO-02", "sandbox/src/history/account-data-profile.ts", "generated.length === 0", "true"],
  ["PRO-02", history, "waiting.length === 0 && profiles", "profiles"],
  ["PRO-03", plan, "amountMinor * BigInt(random.between(60, 90))", "amountMinor * 100n"],
  [
    "PRO-04",
    plan,
    "splitAmount(leg, random).map((part, at)",
    "[-leg.transaction.amountMinor].map((part, at)",
  ],
  ["PRO-04", history, "for (const id of waiting.releases)", "for (const id of [])"],
  ["PRO-05", plan, "cardIds.has(leg.accountId) ? firstOfNextMonth(day) : day", "day"],
  ["PRO-06", plan, "const backDatedDaysMax = 5", "const backDatedDaysMax = 9"],
  ["PRO-07", plan, "withTexts(leg, { references })", "withTexts(leg, {})"],
  ["PRO-08", reads, "const nameCharactersMax = 27", "const nameCharactersMax = 20"],
  ["PRO-09", reads, "({ bban, iban, bic, ...party }) => party", "(party) => party"],
  ["PRO-10", reads, "seededRandom(seed, ", "seededRandom(Math.random(), "],
  ["PRO-10", plan, "seededRandom(seed, ", "seededRandom(Math.random(), "],
]);
