import assert from "node:assert/strict";
import type { Instruction } from "../../ports/core-bank.ts";
import { assertEqual } from "../contract.ts";
import { unknownAccountId, unknownBban, unknownIban } from "./account-rules.ts";
import { type CoreBankTrial, isEnd, type Parties, reverse } from "./core-bank-trial.ts";

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
  await rejectsChanges(trial, parties, first, {
    amount: { amountMinor: first.amountMinor + 1n },
    currency: { currency: "SEK" },
    debtor: { debtorAccountId },
    payee: { creditor: { ...first.creditor, bban: unknownBban } },
    "debtor and payee": { debtorAccountId, creditor: turned.creditor },
  });
  const { iban } = creditor;
  if (iban === undefined) return;
  const { bban, ...payee } = first.creditor;
  const byIban = await trial.pay(parties, { creditor: { ...payee, iban } });
  await rejectsChanges(trial, parties, byIban, {
    "payee by IBAN": { creditor: { ...payee, iban: unknownIban } },
  });
};

/** Submits a known instruction again with each of the changes, which must all be refused. */
const rejectsChanges = async (
  trial: CoreBankTrial,
  parties: Parties,
  first: Instruction,
  changes: Readonly<Record<string, Partial<Instruction>>>,
): Promise<void> => {
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

/** The checks of the rules for submitting instructions. */
export const paymentChecks = {
  movesAmount,
  debitsFee,
  executesOnce,
  executesCopiesOnce,
  rejectsOtherContent,
  returnsInOrder,
  executesList,
  repeatsAttempt,
  refusesUnknown,
  neverOverdraws,
  paysBothWays,
  ignoresOtherFields,
};
