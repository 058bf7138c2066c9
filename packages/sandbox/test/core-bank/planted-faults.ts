import type { CoreBank, Instruction } from "@varde/bank";
import type { CoreBankSubject } from "@varde/bank/contracts";

type Plant = (coreBank: CoreBank, subject: CoreBankSubject) => Partial<CoreBank>;

const withSuffix = (instruction: Instruction, suffix: unknown): Instruction => ({
  ...instruction,
  instructionId: `${instruction.instructionId} ${suffix}`,
});

/** Faults of core banks: a title, the rule that notices it, what it sees, and the fault. */
export const plantedFaults: readonly (readonly [string, string, RegExp, Plant])[] = [
  [
    "an account that is found by any number",
    "ACCOUNTS-3",
    /^account with an unknown number: expected undefined/,
    (coreBank, { worldId, debtorBban }) => ({
      findAccount: async (_, reference) => {
        const found = await coreBank.findAccount(worldId, reference);
        return found ?? coreBank.findAccount(worldId, { bban: debtorBban });
      },
    }),
  ],
  [
    "accounts in the order of the database",
    "ACCOUNTS-2",
    /^accounts in the other order: /,
    (coreBank) => ({
      listAccounts: (worldId, ids) => coreBank.listAccounts(worldId, ids.toSorted()),
    }),
  ],
  [
    "an available balance without the credit line",
    "ACCOUNTS-4",
    /^available balance: /,
    (coreBank) => ({
      readBalances: async (worldId, accountId) => {
        const found = await coreBank.readBalances(worldId, accountId);
        return found && { ...found, availableMinor: found.expectedMinor };
      },
    }),
  ],
  [
    "a quote that is a promise",
    "QUOTES-1",
    /wrong shape/,
    (coreBank) => ({
      quote: (order) => Promise.resolve(coreBank.quote(order)) as never,
    }),
  ],
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
  [
    "a reference that is not the payment's id",
    "TRANSACTIONS-1",
    /^first reference of the bank: /,
    (coreBank) => ({
      listTransactions: async (...given) =>
        (await coreBank.listTransactions(...given)).map((one) => ({
          ...one,
          bankReferences: [one.transactionId],
        })),
    }),
  ],
  [
    "fees that are not listed",
    "TRANSACTIONS-2",
    /^sum of the transactions booked: expected -140n, got -133n$/,
    (coreBank) => ({
      listTransactions: async (...given) =>
        (await coreBank.listTransactions(...given)).filter((one) => one.amountMinor !== -7n),
    }),
  ],
  [
    "a page after a key that repeats its row",
    "TRANSACTIONS-3",
    /is on two pages$/,
    (coreBank) => ({
      listTransactions: async (worldId, accountId, page) => {
        const rows = await coreBank.listTransactions(worldId, accountId, page);
        if (page.place.at !== "after") return rows;
        const { transactionId } = page.place.key;
        const key = await coreBank.readTransaction(worldId, accountId, transactionId);
        return key === undefined ? rows : [key, ...rows].slice(0, page.limit);
      },
    }),
  ],
  [
    "a page before a key that starts at the newest",
    "TRANSACTIONS-4",
    /^page before a key: /,
    (coreBank) => ({
      listTransactions: (worldId, accountId, page) => {
        const place = { at: "offset", offset: 0 } as const;
        const change = page.place.at === "before" ? { place } : {};
        return coreBank.listTransactions(worldId, accountId, { ...page, ...change });
      },
    }),
  ],
  [
    "pages that are counted from the newest",
    "TRANSACTIONS-5",
    /is on two pages$/,
    (coreBank) => {
      const offsets = new Map<string, number>();
      return {
        listTransactions: async (worldId, accountId, page) => {
          const { place } = page;
          const start = place.at === "after" ? offsets.get(place.key.transactionId) : undefined;
          const change =
            start === undefined ? {} : { place: { at: "offset", offset: start } as const };
          const rows = await coreBank.listTransactions(worldId, accountId, { ...page, ...change });
          const from = start ?? (place.at === "offset" ? place.offset : undefined);
          if (from === undefined) return rows;
          for (const [index, { transactionId }] of rows.entries()) {
            offsets.set(transactionId, offsets.get(transactionId) ?? from + index + 1);
          }
          return rows;
        },
      };
    },
  ],
  [
    "a range without its last day",
    "TRANSACTIONS-6",
    /in the range/,
    (coreBank) => ({
      listTransactions: async (worldId, accountId, page) =>
        (await coreBank.listTransactions(worldId, accountId, page)).filter(
          ({ bookingDate }) => page.to === undefined || bookingDate < page.to,
        ),
    }),
  ],
  [
    "a transaction that is read with other texts",
    "TRANSACTIONS-7",
    /^transaction /,
    (coreBank) => ({
      readTransaction: async (...given) => {
        const found = await coreBank.readTransaction(...given);
        return found && { ...found, remittance: [] };
      },
    }),
  ],
  [
    "a sent payment that is not reserved",
    "OUTCOMES-1",
    /^changes of the balances when it is sent: /,
    (coreBank) => ({
      readBalances: async (worldId, accountId) => {
        const found = await coreBank.readBalances(worldId, accountId);
        const { bookedMinor, expectedMinor = 0n, availableMinor = 0n } = found ?? {};
        if (found === undefined || bookedMinor === undefined) return undefined;
        const reserved = bookedMinor - expectedMinor;
        const available = availableMinor + reserved;
        return { ...found, expectedMinor: bookedMinor, availableMinor: available };
      },
    }),
  ],
  [
    "an outcome that is reported once",
    "OUTCOMES-2",
    /^an outcome that was not acknowledged is not listed again$/,
    (coreBank) => ({
      listOutcomes: async (worldId, limit) => {
        const listed = await coreBank.listOutcomes(worldId, limit);
        await coreBank.acknowledgeOutcomes(worldId, listed);
        return listed;
      },
    }),
  ],
  [
    "the newest outcomes first",
    "OUTCOMES-3",
    /^instructions in the order in which they ended: /,
    (coreBank) => ({
      listOutcomes: async (worldId, limit) =>
        (await coreBank.listOutcomes(worldId, 1000)).toReversed().slice(0, limit),
    }),
  ],
  [
    "an acknowledgement that ignores the receipt",
    "OUTCOMES-4",
    /^another receipt acknowledges the outcome$/,
    (coreBank) => ({
      acknowledgeOutcomes: async (worldId, outcomes) => {
        const listed = await coreBank.listOutcomes(worldId, 1000);
        const ids = new Set(outcomes.map(({ instructionId }) => instructionId));
        const own = listed.filter(({ instructionId }) => ids.has(instructionId));
        await coreBank.acknowledgeOutcomes(worldId, own);
      },
    }),
  ],
];
