import type { Instruction } from "@varde/bank";
import type { PlantedFault } from "./planted-fault.ts";

const withSuffix = (instruction: Instruction, suffix: unknown): Instruction => ({
  ...instruction,
  instructionId: `${instruction.instructionId} ${suffix}`,
});

/** Faults in the execution of payments. */
export const plantedPaymentFaults: readonly PlantedFault[] = [
  [
    "a fee that is not debited",
    "PAYMENTS-2",
    /^booked amounts: expected { debtor: -107n, creditor: 100n }, got { debtor: -100n/,
    (coreBank) => ({
      submitAll: (instructions, at) =>
        coreBank.submitAll(
          instructions.map((one) => ({ ...one, agreedFeeMinor: 0n })),
          at,
        ),
    }),
  ],
  [
    "a payment that is executed each time it is submitted",
    "PAYMENTS-3",
    /^booked amounts: .*got { debtor: -300n/,
    (coreBank) => {
      let count = 0;
      return {
        submitAll: (instructions, at) => {
          count += 1;
          return coreBank.submitAll(
            instructions.map((one) => withSuffix(one, count)),
            at,
          );
        },
      };
    },
  ],
  [
    "a check for copies that is not in the transaction",
    "PAYMENTS-4",
    /^booked amounts: .*got { debtor: -500n/,
    (coreBank) => {
      const known = new Set<string>();
      let count = 0;
      return {
        submitAll: async (instructions, at) => {
          const ids = instructions.map(({ instructionId }) => instructionId).join();
          const isKnown = known.has(ids);
          await new Promise(setImmediate);
          known.add(ids);
          count += 1;
          const copies = instructions.map((one) => withSuffix(one, count));
          return isKnown
            ? instructions.map(() => ({ kind: "settled" }))
            : coreBank.submitAll(copies, at);
        },
      };
    },
  ],
  [
    "a known id whose other content is ignored",
    "PAYMENTS-5",
    /^a known id with another amount was accepted$/,
    (coreBank) => {
      const first = new Map<string, Instruction>();
      return {
        submitAll: (instructions, at) => {
          const known = instructions.map((one) => {
            const { instructionId, attempt } = one;
            const before = first.get(instructionId) ?? one;
            first.set(instructionId, before);
            return { ...before, attempt };
          });
          return coreBank.submitAll(known, at);
        },
      };
    },
  ],
  [
    "outcomes in the order in which they were made",
    "PAYMENTS-6",
    /^outcomes: /,
    (coreBank) => ({
      submitAll: async (instructions, at) =>
        (await coreBank.submitAll(instructions, at)).toSorted((one, other) =>
          one.kind < other.kind ? -1 : 1,
        ),
    }),
  ],
  [
    "a list that is cut",
    "PAYMENTS-7",
    /^booked amounts: expected { debtor: -50n, .*got { debtor: -40n/,
    (coreBank) => ({
      submitAll: async (instructions, at) => {
        const outcomes = await coreBank.submitAll(instructions.slice(0, 40), at);
        return instructions.map((_, index) => outcomes[index] ?? { kind: "settled" });
      },
    }),
  ],
  [
    "an attempt that is tried again",
    "PAYMENTS-8",
    /^outcome of the attempt, submitted again: expected 'no-funds', got 'settled'$/,
    (coreBank) => {
      let attempt = 0n;
      return {
        submitAll: (instructions, at) => {
          attempt += 1n;
          return coreBank.submitAll(
            instructions.map((one) => ({ ...one, attempt })),
            at,
          );
        },
      };
    },
  ],
  [
    "an error in place of a refusal",
    "PAYMENTS-9",
    /^no such account$/,
    (coreBank) => ({
      submitAll: async (instructions, at) => {
        const outcomes = await coreBank.submitAll(instructions, at);
        if (outcomes.some(({ kind }) => kind === "refused")) throw new Error("no such account");
        return outcomes;
      },
    }),
  ],
  [
    "a payment that is settled without funds",
    "PAYMENTS-10",
    /^payments with and without funds: expected \[ 3, 5 \], got/,
    (coreBank) => ({
      submitAll: async (instructions, at) => {
        const [one] = instructions;
        if (one === undefined || instructions.length > 1)
          return coreBank.submitAll(instructions, at);
        const { worldId, debtorAccountId, amountMinor, currency } = one;
        const isEnough = await coreBank.hasFunds(worldId, debtorAccountId, amountMinor, currency);
        if (!isEnough) return coreBank.submitAll(instructions, at);
        await coreBank.submitAll(instructions, at);
        return [{ kind: "settled" }];
      },
    }),
  ],
];
