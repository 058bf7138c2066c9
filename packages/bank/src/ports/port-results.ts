import { KeyObject } from "node:crypto";
import type { BankPorts } from "./bank-ports.ts";
import type { CoreAccount, CoreAccountReference, CorePage } from "./core-bank.ts";

/** Judges an answer, where it matters by what was asked. */
export type IsValid = (answer: unknown, given: readonly unknown[]) => boolean;

/** The ports that stand for other systems, and so may answer anything or nothing. */
export type GuardedPorts = Pick<
  BankPorts,
  "coreBank" | "psuDirectory" | "scaMethod" | "tppRegister" | "kidRegister" | "worlds"
> & { readonly responseSigner: NonNullable<BankPorts["responseSigner"]> };

const isText: IsValid = (answer) => typeof answer === "string" && answer !== "";
const isFlag: IsValid = (answer) => typeof answer === "boolean";
const isMinor: IsValid = (answer) => typeof answer === "bigint";
const isInstant: IsValid = (answer) => Number.isFinite(answer);
const isCount: IsValid = (answer) => Number.isSafeInteger(answer) && (answer as number) >= 0;
const isDay: IsValid = (answer) => typeof answer === "string" && /^\d{4}-\d{2}-\d{2}$/.test(answer);
const isList: IsValid = (answer) => Array.isArray(answer);
const isAnything: IsValid = () => true;
const orNothing =
  (is: IsValid): IsValid =>
  (answer, given) =>
    answer === undefined || is(answer, given);
const listOf =
  (is: IsValid): IsValid =>
  (answer, given) =>
    Array.isArray(answer) && answer.every((one) => is(one, given));
const both =
  (one: IsValid, other: IsValid): IsValid =>
  (answer, given) =>
    one(answer, given) && other(answer, given);
const withFields = (fields: Readonly<Record<string, IsValid>>): IsValid => {
  const entries = Object.entries(fields);
  return (answer, given) => {
    if (typeof answer !== "object" || answer === null) return false;
    const record = answer as Readonly<Record<string, unknown>>;
    return entries.every(([name, is]) => is(record[name], given));
  };
};
/** Whose answer it is: somebody else's would be shown to whoever asked. */
const isAskedFor =
  (field: string, place: number): IsValid =>
  (answer, given) =>
    (answer as Readonly<Record<string, unknown>>)[field] === given[place];

const isAccount = withFields({
  accountId: isText,
  bban: orNothing(isText),
  iban: orNothing(isText),
  currency: isText,
  isCard: isFlag,
  mayPay: isFlag,
  creditLineMinor: isMinor,
});
const movement = { amountMinor: isMinor, currency: isText, remittance: isList, references: isList };
const isTransaction = withFields({
  ...movement,
  transactionId: isText,
  bookingDate: isDay,
  valueDate: isDay,
  bookedAt: isInstant,
});
const isAmongAsked: IsValid = (answer, [, accountIds]) =>
  (accountIds as readonly string[]).includes((answer as CoreAccount).accountId);
/** An account may lack the number it was asked for by, but it has no other one. */
const isReferredTo: IsValid = (answer, [, reference]) =>
  Object.entries(reference as CoreAccountReference).every(([name, value]) =>
    [undefined, value].includes(Object(answer)[name]),
  );
const isNoLongerThanAsked: IsValid = (answer, [, , page]) =>
  (answer as readonly unknown[]).length <= (page as CorePage).limit;
const isPerson = withFields({ personId: isText, name: isText });
const isAgreement = withFields({
  agreementId: isText,
  context: (answer) => answer === "PRIVATE" || answer === "CORPORATE",
  accountIds: listOf(isText),
});

/**
 * What each method may answer, as far as a wrong answer would be taken for another one: a register
 * that answers nothing must not pass for one that has nothing to object.
 */
export const portResults: {
  readonly [Port in keyof GuardedPorts]: Readonly<
    Record<Exclude<keyof GuardedPorts[Port], "listTestCustomers">, IsValid>
  >;
} = {
  coreBank: {
    findAccount: orNothing(both(isAccount, isReferredTo)),
    listAccounts: listOf(both(isAccount, isAmongAsked)),
    readBalances: orNothing(
      withFields({
        bookedMinor: isMinor,
        expectedMinor: isMinor,
        availableMinor: isMinor,
        changedAt: isInstant,
      }),
    ),
    listTransactions: both(listOf(isTransaction), isNoLongerThanAsked),
    countTransactions: isCount,
    listPending: listOf(withFields({ ...movement, since: isInstant })),
    readTransaction: orNothing(both(isTransaction, isAskedFor("transactionId", 2))),
    quote: orNothing(withFields({ feeMinor: isMinor, feeCurrency: isText })),
    convertToNokMinor: isMinor,
    // Each outcome is judged by itself, where one that is odd holds up no other.
    submitAll: isList,
    listOutcomes: isList,
    acknowledgeOutcomes: isAnything,
    runClearing: isAnything,
    hasFunds: isFlag,
  },
  psuDirectory: {
    findPerson: orNothing(isPerson),
    readPerson: orNothing(both(isPerson, isAskedFor("personId", 1))),
    listAgreements: listOf(isAgreement),
    mayUseAccount: isFlag,
  },
  scaMethod: { identify: orNothing(isText) },
  tppRegister: { reasonToRefuse: orNothing(isText), isRevoked: isFlag },
  kidRegister: { findKidAgreement: orNothing(withFields({})) },
  worlds: { resolveWorld: isText },
  responseSigner: {
    readResponseIdentity: withFields({
      key: (answer) => answer instanceof KeyObject,
      certificate: withFields({}),
    }),
  },
};
