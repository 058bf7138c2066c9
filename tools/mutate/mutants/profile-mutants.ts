import { declareMutants } from "../mutant.ts";

const plan = "sandbox/src/history/plan-movement.ts";
const history = "sandbox/src/history/continue-history.ts";
const reads = "sandbox/src/core-bank/profile-core-bank.ts";

export const profileMutants = declareMutants([
  ["PRO-01", reads, "osloDay(await clock.now(worldId))", '"2026-11-16"', "setting"],
  [
    "PRO-01",
    "bank/src/accounts/present-transaction.ts",
    "presentFields(movement, { transactionId: movement.transactionId }, fixes)",
    "presentFields(movement, {}, fixes)",
    "setting",
  ],
  [
    "PRO-02",
    "sandbox/src/history/account-data-profile.ts",
    "generated.length === 0",
    "true",
    "setting",
  ],
  ["PRO-02", history, "waiting.length === 0 && profiles", "profiles", "setting"],
  ["PRO-03", plan, "amountMinor * BigInt(random.between(60, 90))", "amountMinor * 100n", "setting"],
  [
    "PRO-04",
    plan,
    "splitAmount(leg, random).map((part, at)",
    "[-leg.transaction.amountMinor].map((part, at)",
    "setting",
  ],
  ["PRO-04", history, "for (const id of waiting.releases)", "for (const id of [])", "setting"],
  ["PRO-05", plan, "bookOnDay(leg, firstOfNextMonth(day))", "bookOnDay(leg, day)", "setting"],
  ["PRO-06", plan, "const backDatedDaysMax = 5", "const backDatedDaysMax = 9", "setting"],
  ["PRO-07", plan, "withTexts(leg, { references })", "withTexts(leg, {})", "setting"],
  ["PRO-08", reads, "const nameCharactersMax = 27", "const nameCharactersMax = 20", "setting"],
  ["PRO-09", reads, "({ bban, iban, bic, ...party }) => party", "(party) => party", "setting"],
  ["PRO-10", reads, "seededRandom(seed, ", "seededRandom(Math.random(), ", "setting"],
  ["PRO-10", plan, "seededRandom(seed, ", "seededRandom(Math.random(), ", "setting"],
]);
