import type { PlantedFault } from "./planted-fault.ts";
import { plantedPaymentFaults } from "./planted-payment-faults.ts";

/** Faults that the contract of a core bank must notice. */
export const plantedFaults: readonly PlantedFault[] = [
  ...plantedPaymentFaults,
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
    "a rate for the wrong side of an exchange",
    "QUOTES-4",
    /^the rate 86806 does not give the amount 1152000000 for 1 000 000 EUR$/,
    (coreBank) => ({
      quote: (order) => {
        const quote = coreBank.quote(order);
        if (quote === undefined || "refused" in quote) return quote;
        const { exchange } = quote;
        return { ...quote, exchange: exchange && { ...exchange, ratePpm: 86_806n } };
      },
    }),
  ],
  [
    "an exchange of a payment in the account's currency",
    "QUOTES-4",
    /^exchange of a payment in NOK: /,
    (coreBank) => ({
      quote: (order) => {
        const quote = coreBank.quote(order);
        const exchange = { ratePpm: 1_000_000n, debitedMinor: order.amountMinor };
        return quote && { ...quote, exchange };
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
