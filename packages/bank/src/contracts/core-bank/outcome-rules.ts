import assert from "node:assert/strict";
import type { CorePending, Instruction, InstructionOutcome } from "../../ports/core-bank.ts";
import { portResults } from "../../ports/guard/port-results.ts";
import { assertEqual, assertShape, type ContractRule, numberRules } from "../contract.ts";
import type { CoreBankTrial, Parties } from "./core-bank-trial.ts";

/** Returns the rules for payments that end after `submitAll` has returned. */
export const outcomeRules = (trial: CoreBankTrial): readonly ContractRule[] => {
  const skipped =
    trial.otherBankBban === undefined ? "no otherBankBban was supplied to pay to" : undefined;
  const unrejected =
    trial.rejectingBban === undefined ? "no rejectingBban was supplied to pay to" : undefined;
  return numberRules("OUTCOMES", [
    ["reserves the amount of a sent payment until it is booked", () => reserves(trial), skipped],
    ["reports an outcome until it is acknowledged", () => reportsUntil(trial), skipped],
    ["reports the oldest outcomes first, up to the limit", () => reportsInOrder(trial), skipped],
    ["acknowledges by instruction and receipt only", () => acknowledgesOne(trial), skipped],
    ["reports the same outcomes to concurrent callers", () => reportsToAll(trial), skipped],
    ["returns the end of a payment that is submitted again", () => returnsEnd(trial), skipped],
    ["gives back the amount of a rejected payment", () => givesBack(trial), unrejected],
  ]);
};

/** Returns a payment to the other bank, which must not end at once. */
const send = async (
  trial: CoreBankTrial,
  parties: Parties,
  bban = trial.otherBankBban ?? "",
): Promise<{ readonly instruction: Instruction; readonly kind: string }> => {
  const change = { route: "clearing", creditor: { name: "Other Bank", bban } } as const;
  const instruction = await trial.instruct(parties, change);
  const [outcome] = await trial.submit([instruction]);
  const kind = outcome?.kind ?? "";
  assert(kind === "sent" || kind === "pending", `a payment to another bank is ${kind} at once`);
  return { instruction, kind };
};

/** Sends a payment and waits until its end is listed. */
const sendToEnd = async (trial: CoreBankTrial): Promise<InstructionOutcome> => {
  const { instruction } = await send(trial, await trial.findParties());
  const listed = await trial.awaitListed(instruction);
  assertEqual(listed.outcome.kind, "settled", "outcome of a payment to another bank");
  return listed;
};

const isListed = async (trial: CoreBankTrial, one: InstructionOutcome): Promise<boolean> =>
  (await trial.listOutcomes()).some(
    ({ instructionId, receipt }) => instructionId === one.instructionId && receipt === one.receipt,
  );

const listPending = async (
  { coreBank, worldId }: CoreBankTrial,
  { debtor }: Parties,
  { instructionId }: Instruction,
): Promise<readonly CorePending[]> => {
  const pending = await coreBank.listPending(worldId, debtor.accountId);
  assertShape(portResults.coreBank.listPending, pending);
  return pending.filter(({ bankReferences }) => bankReferences[0] === instructionId);
};

const reserves = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  const before = await trial.readBalances(parties.debtor);
  const { instruction, kind } = await send(trial, parties);
  const amounts = async () => {
    const { bookedMinor, expectedMinor, availableMinor } = await trial.readBalances(parties.debtor);
    return {
      booked: bookedMinor - before.bookedMinor,
      expected: expectedMinor - before.expectedMinor,
      available: availableMinor - before.availableMinor,
    };
  };
  const whenSent = await amounts();
  const pending = await listPending(trial, parties, instruction);
  const listed = await trial.listOutcomes();
  // A core bank that clears on its own may have settled the payment before it was asked.
  const isSettled = listed.some(({ instructionId }) => instructionId === instruction.instructionId);
  if (kind === "sent" && !isSettled) {
    const reserved = { booked: 0n, expected: -100n, available: -100n };
    assertEqual(whenSent, reserved, "changes of the balances when it is sent");
    const pendingMinor = pending.map(({ amountMinor }) => amountMinor);
    assertEqual(pendingMinor, [-100n], "pending movements with the payment's id");
  }
  await trial.acknowledge([await trial.awaitListed(instruction)]);
  const booked = { booked: -100n, expected: -100n, available: -100n };
  assertEqual(await amounts(), booked, "changes of the balances when it is settled");
  const left = await listPending(trial, parties, instruction);
  assertEqual(left.length, 0, "pending movements of a settled payment");
};

const reportsUntil = async (trial: CoreBankTrial): Promise<void> => {
  await trial.acknowledgeAll();
  const end = await sendToEnd(trial);
  assert(await isListed(trial, end), "an outcome that was not acknowledged is not listed again");
  await trial.acknowledge([end]);
  assert(!(await isListed(trial, end)), "an acknowledged outcome is still listed");
  await trial.acknowledge([end]);
};

const reportsInOrder = async (trial: CoreBankTrial): Promise<void> => {
  await trial.acknowledgeAll();
  const ends: InstructionOutcome[] = [];
  for (let count = 0; count < 3; count += 1) ends.push(await sendToEnd(trial));
  const ids = ends.map(({ instructionId }) => instructionId);
  const list = async (limit?: number) => [
    ...new Set((await trial.listOutcomes(limit)).map(({ instructionId }) => instructionId)),
  ];
  assertEqual(await list(), ids, "instructions in the order in which they ended");
  assertEqual((await trial.listOutcomes(1)).length, 1, "number of outcomes with limit 1");
  assertEqual(await list(1), ids.slice(0, 1), "first outcome");
  await trial.acknowledgeAll();
};

const acknowledgesOne = async (trial: CoreBankTrial): Promise<void> => {
  await trial.acknowledgeAll();
  const [first, second] = [await sendToEnd(trial), await sendToEnd(trial)];
  await trial.acknowledge([{ ...first, receipt: "another receipt" }]);
  assert(await isListed(trial, first), "another receipt acknowledges the outcome");
  const unknown = (await trial.instruct(await trial.findParties())).instructionId;
  await trial.acknowledge([{ ...first, instructionId: unknown }]);
  assert(await isListed(trial, first), "another instruction acknowledges the outcome");
  await trial.acknowledge([first]);
  assert(!(await isListed(trial, first)), "an acknowledged outcome is still listed");
  assert(await isListed(trial, second), "acknowledging one outcome acknowledges another");
  await trial.acknowledge([second]);
};

const reportsToAll = async (trial: CoreBankTrial): Promise<void> => {
  await trial.acknowledgeAll();
  const end = await sendToEnd(trial);
  const lists = await Promise.all(Array.from({ length: 3 }, () => isListed(trial, end)));
  assertEqual(lists, [true, true, true], "whether concurrent callers get the outcome");
  await trial.acknowledge([end]);
};

const returnsEnd = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  const { instruction } = await send(trial, parties);
  await trial.acknowledge([await trial.awaitListed(instruction)]);
  const moved = await trial.measure(parties, async () => {
    const [outcome] = await trial.submit([instruction]);
    assertEqual(outcome?.kind, "settled", "outcome of the payment, submitted again");
  });
  assertEqual(moved.debtor, 0n, "booked amount");
};

const givesBack = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  const before = await trial.readBalances(parties.debtor);
  const { instruction } = await send(trial, parties, trial.rejectingBban);
  const end = await trial.awaitListed(instruction);
  await trial.acknowledge([end]);
  const { kind } = end.outcome;
  const isBack = kind === "refused" || kind === "returned";
  assert(isBack, `a payment that the other bank rejects is ${kind}`);
  const { expectedMinor, availableMinor } = await trial.readBalances(parties.debtor);
  assertEqual(
    [expectedMinor, availableMinor],
    [before.expectedMinor, before.availableMinor],
    "expected and available balance",
  );
};
