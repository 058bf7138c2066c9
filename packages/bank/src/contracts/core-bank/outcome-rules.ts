import assert from "node:assert/strict";
import type {
  CoreAccount,
  CorePending,
  Instruction,
  InstructionOutcome,
} from "../../ports/core-bank.ts";
import { portResults } from "../../ports/guard/port-results.ts";
import { assertEqual, assertShape, requireStep } from "../contract.ts";
import type { CoreBankSection, CoreBankTrial, Parties } from "./core-bank-trial.ts";

const lacksOtherBank = ({ otherBankBban }: CoreBankTrial): string | undefined =>
  otherBankBban === undefined ? "no otherBankBban was supplied to pay to" : undefined;
const lacksRejecting = ({ rejectingBban }: CoreBankTrial): string | undefined =>
  rejectingBban === undefined ? "no rejectingBban was supplied to pay to" : undefined;

/** Payments that end after `submitAll` has returned. */
export const outcomeRules: CoreBankSection = {
  name: "OUTCOMES",
  title: "Later outcomes",
  rules: [
    {
      statement: "reserves the amount of a sent payment until it is booked",
      text:
        "A payment to another bank (route clearing) is sent, or pending, in the response, and " +
        "settled in a later outcome. While it is sent, expectedMinor and availableMinor have " +
        "fallen by its amount and fee, bookedMinor has not, and listPending of the debtor's " +
        "account has a movement of -amountMinor and, for a fee above 0, another one of the fee, " +
        "each with the instructionId as the first of its bankReferences. When it is settled, " +
        "bookedMinor has fallen too, and the pending movements are gone.",
      about: ["submitAll", "listPending", "readBalances"],
      needs: ["PAYMENTS-2"],
      skipped: lacksOtherBank,
      check: (trial) => reserves(trial),
    },
    {
      statement: "reports an outcome until it is acknowledged",
      text:
        "An outcome is listed in every response until it is acknowledged, and never after that. " +
        "To acknowledge it again is not an error.",
      about: ["listOutcomes", "acknowledgeOutcomes"],
      skipped: lacksOtherBank,
      check: (trial) => reportsUntil(trial),
    },
    {
      statement: "reports the oldest outcomes first, up to the limit",
      text:
        "Outcomes are listed in the order in which the payments ended. limit is the number of " +
        "outcomes, counted from the oldest.",
      about: ["listOutcomes"],
      needs: ["OUTCOMES-2"],
      skipped: lacksOtherBank,
      check: (trial) => reportsInOrder(trial),
    },
    {
      statement: "acknowledges by instruction and receipt only",
      text:
        "Only the outcome whose instructionId and receipt are both named is acknowledged. " +
        "Others, and those that do not exist, are ignored with 200.",
      about: ["acknowledgeOutcomes"],
      needs: ["OUTCOMES-2"],
      skipped: lacksOtherBank,
      check: (trial) => acknowledgesOne(trial),
    },
    {
      statement: "reports the same outcomes to concurrent callers",
      text: "Several processes may list outcomes at the same time, and each gets all of them.",
      about: ["listOutcomes"],
      needs: ["OUTCOMES-2"],
      skipped: lacksOtherBank,
      check: (trial) => reportsToAll(trial),
    },
    {
      statement: "returns the end of a payment that is submitted again",
      text:
        "A payment that is submitted again after its end returns this end, such as settled, and " +
        "not the sent or pending of the first response.",
      about: ["submitAll"],
      skipped: lacksOtherBank,
      check: (trial) => returnsEnd(trial),
    },
    {
      statement: "gives back the amount of a rejected payment",
      text:
        "If the other bank rejects a payment, its later outcome is refused, or returned if it " +
        "was settled before, with a reason. expectedMinor and availableMinor are then as before " +
        "the payment.",
      about: ["listOutcomes", "readBalances"],
      skipped: lacksRejecting,
      check: (trial) => givesBack(trial),
    },
    {
      statement: "lists a pending movement on the debtor's account only",
      text:
        "The pending movement of a payment is on the debtor's account and on no other account of " +
        "your bank. A pending movement may name its account in accountId; Varde refuses one of " +
        "another account than it asked for.",
      about: ["listPending"],
      needs: ["OUTCOMES-1"],
      skipped: lacksOtherBank,
      check: (trial) => separatesPending(trial),
    },
  ],
};

/** Returns a payment to the other bank, which must not end at once. */
const send = async (
  trial: CoreBankTrial,
  parties: Parties,
  bban = trial.otherBankBban ?? "",
  more: Partial<Instruction> = {},
): Promise<{ readonly instruction: Instruction; readonly kind: string }> => {
  const change = { route: "clearing", creditor: { name: "Other Bank", bban }, ...more } as const;
  const instruction = await trial.instruct(parties, change);
  const [outcome] = await trial.submit([instruction]);
  const kind = outcome?.kind ?? "";
  const isUnderway = kind === "sent" || kind === "pending";
  requireStep(isUnderway, `a payment to another bank is ${kind} at once`);
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
  { accountId }: CoreAccount,
  { instructionId }: Instruction,
): Promise<readonly CorePending[]> => {
  const pending = await coreBank.listPending(worldId, accountId);
  assertShape(portResults.coreBank.listPending, pending, [worldId, accountId]);
  return pending.filter(({ bankReferences }) => bankReferences[0] === instructionId);
};

const reserves = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  const before = await trial.readBalances(parties.debtor);
  const { instruction, kind } = await send(trial, parties, undefined, { agreedFeeMinor: 7n });
  const amounts = async () => {
    const { bookedMinor, expectedMinor, availableMinor } = await trial.readBalances(parties.debtor);
    return {
      booked: bookedMinor - before.bookedMinor,
      expected: expectedMinor - before.expectedMinor,
      available: availableMinor - before.availableMinor,
    };
  };
  const whenSent = await amounts();
  const pending = await listPending(trial, parties.debtor, instruction);
  const listed = await trial.listOutcomes();
  // A core bank that clears on its own may have settled the payment before it was asked.
  const isSettled = listed.some(({ instructionId }) => instructionId === instruction.instructionId);
  if (kind === "sent" && !isSettled) {
    const reserved = { booked: 0n, expected: -107n, available: -107n };
    assertEqual(whenSent, reserved, "changes of the balances when it is sent");
    const pendingMinor = pending.map(({ amountMinor }) => amountMinor);
    const sorted = pendingMinor.toSorted((one, other) => Number(one - other));
    assertEqual(sorted, [-100n, -7n], "pending movements with the payment's id");
  }
  await trial.acknowledge([await trial.awaitListed(instruction)]);
  const booked = { booked: -107n, expected: -107n, available: -107n };
  assertEqual(await amounts(), booked, "changes of the balances when it is settled");
  const left = await listPending(trial, parties.debtor, instruction);
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

const separatesPending = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  const { instruction } = await send(trial, parties);
  const [own, other] = await Promise.all([
    listPending(trial, parties.debtor, instruction),
    listPending(trial, parties.creditor, instruction),
  ]);
  await trial.acknowledge([await trial.awaitListed(instruction)]);
  assert(own.length <= 1, "the payment has several pending movements on the debtor's account");
  assertEqual(other.length, 0, "pending movements of the payment on another account");
};
