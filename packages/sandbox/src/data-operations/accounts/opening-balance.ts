import { type Refusal, refuse } from "@varde/bank";
import {
  balanceTypes,
  type Currency,
  isInvalid,
  parseLooseAmount,
  type Violation,
} from "@varde/protocol";
import { addMinor } from "@varde/protocol/money";

export interface LooseBalance {
  readonly balanceType: string;
  readonly balanceAmount: { readonly amount: string | number; readonly currency?: string };
}

/** Parses an amount of test data into minor units, or refuses it. */
const readLooseAmount = (
  value: string | number,
  currency: string,
  path: string,
): bigint | Refusal => {
  const amount = parseLooseAmount(value, currency as Currency);
  return isInvalid(amount) ? refuse(formatError(path, `The amount ${amount.reason}.`)) : amount;
};

/** Parses a line of credit: absent, or an amount that is not negative. */
export const readCreditLine = (
  value: string | number | LooseBalance["balanceAmount"] | undefined,
  currency: string,
  path: string,
): bigint | Refusal => {
  if (value === undefined) return 0n;
  if (typeof value === "object" && (value.currency ?? currency) !== currency) {
    const text = `The currency must be the account's, ${currency}.`;
    return refuse(formatError(`${path}/currency`, text));
  }
  const amount = readLooseAmount(typeof value === "object" ? value.amount : value, currency, path);
  if (typeof amount !== "bigint" || amount >= 0n) return amount;
  return refuse(formatError(path, "A line of credit cannot be negative."));
};

/** Balance types in order of preference: booked before calculated, without the line of credit. */
const bookedTypes = ["closingBooked", "interimBooked", "openingBooked", "expected", "nonInvoiced"];

/** An opening balance, and the given balances that are not stored. */
export interface OpeningBalance {
  readonly openingMinor: bigint;
  readonly unstored: readonly string[];
}

/**
 * Returns the opening balance of an account. The ledger stores one booked balance and calculates
 * the others from it, so the given balance closest to a booked one is used.
 */
export const readOpeningBalance = (
  balances: readonly LooseBalance[] | undefined,
  currency: string,
  creditLineMinor: bigint,
): OpeningBalance | Refusal => {
  const amounts = new Map<string, bigint>();
  const given: (readonly [pointer: string, type: string, minor: bigint])[] = [];
  for (const [at, { balanceType, balanceAmount }] of (balances ?? []).entries()) {
    const path = `/balances/${at}/balanceAmount`;
    if ((balanceAmount.currency ?? currency) !== currency) {
      const text = `The currency must be the account's, ${currency}.`;
      return refuse(formatError(`${path}/currency`, text));
    }
    const minor = readLooseAmount(balanceAmount.amount, currency, `${path}/amount`);
    if (typeof minor !== "bigint") return minor;
    const type = balanceTypes.find((one) => one.toLowerCase() === balanceType.toLowerCase());
    amounts.set(type ?? balanceType, minor);
    given.push([`/balances/${at}`, type ?? balanceType, minor]);
  }
  const booked = bookedTypes.map((type) => amounts.get(type)).find((minor) => minor !== undefined);
  const available = amounts.get("forwardAvailable") ?? amounts.get("interimAvailable");
  const openingMinor =
    booked ?? (available === undefined ? 0n : addMinor(available, -creditLineMinor));
  if (typeof openingMinor === "string") return tooLarge;
  const availableMinor = addMinor(openingMinor, creditLineMinor);
  if (typeof availableMinor === "string") return tooLarge;
  if (availableMinor < 0n) {
    return refuse(formatError("/balances", "The account would start below its line of credit."));
  }
  const unstored = given.flatMap(([pointer, type, minor]) => {
    const isAvailable = type.endsWith("Available");
    const shownAs = isAvailable ? "forwardAvailable" : "closingBooked";
    if (minor !== (isAvailable ? availableMinor : openingMinor)) {
      return [`${pointer} (${type} is calculated)`];
    }
    return type === shownAs || type === "expected" ? [] : [`${pointer} (shown as ${shownAs})`];
  });
  return { openingMinor, unstored };
};

function formatError(path: string, text: string): Violation {
  return { code: "FORMAT_ERROR", path, text };
}

const tooLarge: Refusal = refuse(
  formatError("/balances", "A balance would have more than 18 digits in the smallest unit."),
);
