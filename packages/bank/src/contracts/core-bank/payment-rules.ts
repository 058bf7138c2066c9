import assert from "node:assert/strict";
import type { Instruction } from "../../ports/core-bank.ts";
import { assertEqual } from "../contract.ts";
import { unknownAccountId, unknownBban } from "./account-rules.ts";
import { type CoreBankSection, type CoreBankTrial, isEnd, reverse } from "./core-bank-trial.ts";

/** Submitting instructions. */
export const paymentRules: CoreBankSection = {
  name: "PAYMENTS",
  title: "Payments",
  rules: [
    {
      statement: "moves the amount of a payment, no more and no less",
      text:
        "When a payment between two of your accounts (route own-bank) is settled, bookedMinor of " +
        "the debtor has fallen by amountMinor and bookedMinor of the payee has risen by it. The " +
        "outcome is settled in the response, or pending or sent in the response and settled in a " +
        "later outcome.",
      about: ["submitAll"],
      check: (trial) => movesAmount(trial),
    },
    {
      statement: "debits the agreed fee, which the payee does not receive",
      text:
        "agreedFeeMinor is the fee that the PSU approved, in the currency of the debtor's " +
        "account. It is debited from the debtor in addition to amountMinor. The payee receives " +
        "amountMinor.",
      about: ["submitAll"],
      needs: ["PAYMENTS-1"],
      check: (trial) => debitsFee(trial),
    },
    {
      statement: "executes an instruction once, however often it is submitted",
      text:
        "instructionId alone identifies a payment. Once it has moved or reserved money, every " +
        "later submission returns its outcome and moves nothing, whether attempt is the same or " +
        "higher.",
      about: ["submitAll"],
      needs: ["PAYMENTS-1"],
      check: (trial) => executesOnce(trial),
    },
    {
      statement: "executes an instruction once when copies are concurrent",
      text:
        "Copies of an instruction that arrive at the same time have one effect. You may refuse a " +
        "copy with 503 while another is being executed, because Varde submits it again.",
      about: ["submitAll"],
      needs: ["PAYMENTS-3"],
      check: (trial) => executesCopiesOnce(trial),
    },
    {
      statement: "rejects a known id with other content and moves nothing",
      text:
        "An instructionId that has moved or reserved money is refused with 409 if it comes again " +
        "with another amountMinor, currency, debtorAccountId, creditor.bban or creditor.iban. " +
        "Nothing moves.",
      about: ["submitAll"],
      needs: ["PAYMENTS-3"],
      check: (trial) => rejectsOtherContent(trial),
    },
    {
      statement: "returns the outcomes in the order of the instructions",
      text:
        "There is one outcome for each instruction, in their order. An instruction that is not " +
        "covered by availableMinor is no-funds, one to an account of your bank that does not " +
        "exist is refused, and the others of the list are executed all the same.",
      about: ["submitAll"],
      needs: ["PAYMENTS-1", "ACCOUNTS-4"],
      check: (trial) => returnsInOrder(trial),
    },
    {
      statement: "executes all instructions of a list",
      text: "Every instruction of a list is executed, also if all have the same debtor and payee.",
      about: ["submitAll"],
      needs: ["PAYMENTS-1"],
      check: (trial) => executesList(trial),
    },
    {
      statement: "returns the first outcome of an attempt without funds",
      text:
        "no-funds belongs to the attempt. The same attempt again returns no-funds, even if there " +
        "are funds by now. A higher attempt of the same instructionId is a new try, and may be " +
        "settled.",
      about: ["submitAll"],
      needs: ["PAYMENTS-1", "ACCOUNTS-4"],
      check: (trial) => repeatsAttempt(trial),
    },
    {
      statement: "refuses unknown accounts with a reason and moves nothing",
      text:
        "An unknown debtorAccountId, and with route own-bank an unknown payee account, is the " +
        "outcome refused with a reason that is not empty, in a response with status 200. PSU and " +
        "TPP see the reason.",
      about: ["submitAll"],
      needs: ["PAYMENTS-1"],
      check: (trial) => refusesUnknown(trial),
    },
    {
      statement: "never pays more than is available when payments race",
      text:
        "amountMinor and agreedFeeMinor together are never more than availableMinor, also when " +
        "payments from one account arrive at the same time: those that are not covered are " +
        "no-funds.",
      about: ["submitAll"],
      needs: ["PAYMENTS-1", "ACCOUNTS-4"],
      check: (trial) => neverOverdraws(trial),
    },
    {
      statement: "executes concurrent payments in both directions",
      text:
        "Payments between two accounts in both directions at the same time are all settled. A " +
        "deadlock of your database must not become an error.",
      about: ["submitAll"],
      needs: ["PAYMENTS-1"],
      check: (trial) => paysBothWays(trial),
    },
    {
      statement: "ignores other fields of an instruction that is submitted again",
      text:
        "Only the fields of PAYMENTS-5 are compared. The others may differ when an instruction " +
        "is submitted again, because the PSU's device is erased from initiation and a debtorName " +
        "may change: its outcome is returned as before.",
      about: ["submitAll"],
      needs: ["PAYMENTS-3"],
      check: (trial) => ignoresOtherFields(trial),
    },
  ],
};

const movesAmount = async ({ findParties, measure, pay }: CoreBankTrial): Promise<void> => {
  const parties = await findParties();
  const moved = await measure(parties, () => pay(parties, { amountMinor: 101n }));
  assertEqual(moved, { debtor: -101n, creditor: 101n }, "booked amounts");
};

const debitsFee = async ({ findParties, measure, pay }: CoreBankTrial): Promise<void> => {
  const parties = await findParties();
  const change = { amountMinor: 100n, agreedFeeMinor: 7n };
  const moved = await measure(parties, () => pay(parties, change));
  assertEqual(moved, { debtor: -107n, creditor: 100n }, "booked amounts");
};

const executesOnce = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  const moved = await trial.measure(parties, async () => {
    const instruction = await trial.pay(parties);
    for (const attempt of [instruction.attempt, instruction.attempt + 1n]) {
      const [outcome] = await trial.execute([{ ...instruction, attempt }]);
      assertEqual(outcome?.kind, "settled", `outcome of attempt ${attempt}, submitted again`);
    }
  });
  assertEqual(moved, { debtor: -100n, creditor: 100n }, "booked amounts");
};

/** A copy may be rejected while another is in progress, because the bank submits it again. */
const executesCopiesOnce = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  const moved = await trial.measure(parties, async () => {
    const instruction = await trial.instruct(parties);
    const copies = Array.from({ length: 5 }, () => trial.submit([instruction]));
    const results = await Promise.allSettled(copies);
    assert(
      results.some(({ status }) => status === "fulfilled"),
      "every copy was rejected",
    );
    const [outcome] = await trial.execute([instruction]);
    assertEqual(outcome?.kind, "settled", "outcome");
  });
  assertEqual(moved, { debtor: -100n, creditor: 100n }, "booked amounts");
};

const rejectsOtherContent = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  const { debtor, creditor } = parties;
  const first = await trial.pay(parties);
  const turned = await trial.instruct({ debtor: creditor, creditor: debtor });
  const { debtorAccountId } = turned;
  const changes: Readonly<Record<string, Partial<Instruction>>> = {
    amount: { amountMinor: first.amountMinor + 1n },
    payee: { creditor: { ...first.creditor, bban: unknownBban } },
    "debtor and payee": { debtorAccountId, creditor: turned.creditor },
  };
  for (const [name, change] of Object.entries(changes)) {
    const moved = await trial.measure(parties, async () => {
      const at = await trial.now();
      const isRejected = await trial.coreBank.submitAll([{ ...first, ...change }], at).then(
        () => false,
        () => true,
      );
      assert(isRejected, `a known id with another ${name} was accepted`);
    });
    assertEqual(moved, { debtor: 0n, creditor: 0n }, "booked amounts");
  }
};

const returnsInOrder = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  const { availableMinor } = await trial.readBalances(parties.debtor);
  const changes: readonly Partial<Instruction>[] = [
    { amountMinor: 101n },
    { amountMinor: availableMinor + 1n },
    { amountMinor: 103n },
    { creditor: { name: "Nobody", bban: unknownBban } },
  ];
  const instructions: Instruction[] = [];
  for (const change of changes) instructions.push(await trial.instruct(parties, change));
  const moved = await trial.measure(parties, async () => {
    const kinds = (await trial.execute(instructions)).map(({ kind }) => kind);
    assertEqual(kinds, ["settled", "no-funds", "settled", "refused"], "outcomes");
  });
  assertEqual(moved, { debtor: -204n, creditor: 204n }, "booked amounts");
};

const executesList = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  const instructions: Instruction[] = [];
  for (let count = 0; count < 50; count += 1) {
    instructions.push(await trial.instruct(parties, { amountMinor: 1n }));
  }
  const moved = await trial.measure(parties, async () => {
    const kinds = new Set((await trial.execute(instructions)).map(({ kind }) => kind));
    assertEqual([...kinds], ["settled"], "outcomes");
  });
  assertEqual(moved, { debtor: -50n, creditor: 50n }, "booked amounts");
};

/** The funds arrive between two submissions of the attempt; only another attempt may use them. */
const repeatsAttempt = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  await trial.pay(parties);
  const { availableMinor } = await trial.readBalances(parties.debtor);
  const amountMinor = availableMinor + 1n;
  const instruction = await trial.instruct(parties, { amountMinor });
  const moved = await trial.measure(parties, async () => {
    const [first] = await trial.execute([instruction]);
    assertEqual(first?.kind, "no-funds", "outcome without funds");
    await trial.pay(reverse(parties), { amountMinor: 1n });
    const [again] = await trial.execute([instruction]);
    assertEqual(again?.kind, "no-funds", "outcome of the attempt, submitted again");
  });
  assertEqual(moved, { debtor: 1n, creditor: -1n }, "booked amounts before the next attempt");
  const [next] = await trial.execute([{ ...instruction, attempt: 2n }]);
  assertEqual(next?.kind, "settled", "outcome of the next attempt");
  await trial.pay(reverse(parties), { amountMinor });
};

const refusesUnknown = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  const moved = await trial.measure(parties, async () => {
    for (const change of [
      { debtorAccountId: unknownAccountId },
      { creditor: { name: "Nobody", bban: unknownBban } },
    ]) {
      const [outcome] = await trial.execute([await trial.instruct(parties, change)]);
      assertEqual(outcome?.kind, "refused", `outcome with another ${Object.keys(change)}`);
      assert(outcome?.kind === "refused" && outcome.reason !== "", "the refusal has no reason");
    }
  });
  assertEqual(moved, { debtor: 0n, creditor: 0n }, "booked amounts");
};

const neverOverdraws = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  const { availableMinor } = await trial.readBalances(parties.debtor);
  const amountMinor = availableMinor / 4n + 1n;
  const instructions: Instruction[] = [];
  for (let count = 0; count < 8; count += 1) {
    instructions.push(await trial.instruct(parties, { amountMinor }));
  }
  const moved = await trial.measure(parties, async () => {
    const outcomes = await Promise.all(instructions.map((one) => trial.execute([one])));
    const kinds = outcomes.flat().map(({ kind }) => kind);
    const count = (expected: string) => kinds.filter((kind) => kind === expected).length;
    assertEqual([count("settled"), count("no-funds")], [3, 5], "payments with and without funds");
  });
  assertEqual(moved, { debtor: -3n * amountMinor, creditor: 3n * amountMinor }, "booked amounts");
  await trial.pay(reverse(parties), { amountMinor: 3n * amountMinor });
};

const paysBothWays = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  await trial.pay(parties, { amountMinor: 10n });
  const moved = await trial.measure(parties, async () => {
    const instructions = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        trial.instruct(at % 2 === 0 ? parties : reverse(parties), { amountMinor: 1n }),
      ),
    );
    const outcomes = await Promise.all(instructions.map((one) => trial.execute([one])));
    assert(
      outcomes.flat().every((outcome) => isEnd(outcome) && outcome.kind === "settled"),
      "a payment has not settled",
    );
  });
  assertEqual(moved, { debtor: 0n, creditor: 0n }, "booked amounts");
};

/** The device was erased, and the debtor has another name: what Varde sends may differ so much. */
const ignoresOtherFields = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  const moved = await trial.measure(parties, async () => {
    const initiation = {
      ...(await trial.instruct(parties)).initiation,
      device: { ipAddress: "192.0.2.1", userAgent: "contract check" },
    };
    const instruction = await trial.pay(parties, { initiation, debtorName: "Before" });
    const changed: Instruction = {
      ...instruction,
      debtorName: "After",
      initiation: { ...initiation, device: undefined },
    };
    const [outcome] = await trial.execute([changed]);
    assertEqual(outcome?.kind, "settled", "outcome of an instruction with another debtorName");
  });
  assertEqual(moved, { debtor: -100n, creditor: 100n }, "booked amounts");
};
