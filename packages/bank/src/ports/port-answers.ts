import { KeyObject } from "node:crypto";
import type { BankPorts } from "../bank.ts";

export type IsAnswer = (answer: unknown) => boolean;

/** The ports that stand for other systems, and so may answer anything or nothing. */
export type GuardedPorts = Pick<
  BankPorts,
  "coreBank" | "psuDirectory" | "scaMethod" | "tppRegister" | "kidRegister" | "worlds"
> & { readonly responseSigner: NonNullable<BankPorts["responseSigner"]> };

const isText: IsAnswer = (answer) => typeof answer === "string" && answer !== "";
const isFlag: IsAnswer = (answer) => typeof answer === "boolean";
const isMinor: IsAnswer = (answer) => typeof answer === "bigint";
const isInstant: IsAnswer = (answer) => Number.isFinite(answer);
const isCount: IsAnswer = (answer) => Number.isSafeInteger(answer) && (answer as number) >= 0;
const isDay: IsAnswer = (answer) =>
  typeof answer === "string" && /^\d{4}-\d{2}-\d{2}$/.test(answer);
const isList: IsAnswer = (answer) => Array.isArray(answer);
const isAnything: IsAnswer = () => true;
const orNothing =
  (is: IsAnswer): IsAnswer =>
  (answer) =>
    answer === undefined || is(answer);
const listOf =
  (is: IsAnswer): IsAnswer =>
  (answer) =>
    Array.isArray(answer) && answer.every(is);
const withFields = (fields: Readonly<Record<string, IsAnswer>>): IsAnswer => {
  const entries = Object.entries(fields);
  return (answer) => {
    if (typeof answer !== "object" || answer === null) return false;
    const record = answer as Readonly<Record<string, unknown>>;
    return entries.every(([name, is]) => is(record[name]));
  };
};

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
export const portAnswers: {
  readonly [Port in keyof GuardedPorts]: Readonly<
    Record<Exclude<keyof GuardedPorts[Port], "listTestCustomers">, IsAnswer>
  >;
} = {
  coreBank: {
    findAccount: orNothing(isAccount),
    listAccounts: listOf(isAccount),
    readBalances: orNothing(
      withFields({
        bookedMinor: isMinor,
        expectedMinor: isMinor,
        availableMinor: isMinor,
        changedAt: isInstant,
      }),
    ),
    listTransactions: listOf(isTransaction),
    countTransactions: isCount,
    listPending: listOf(withFields({ ...movement, since: isInstant })),
    readTransaction: orNothing(isTransaction),
    quote: orNothing(withFields({ feeMinor: isMinor, feeCurrency: isText })),
    nokMinorOf: isMinor,
    // Each outcome is judged by itself, where one that is odd holds up no other.
    submitAll: isList,
    listOutcomes: isList,
    acknowledgeOutcomes: isAnything,
    runClearing: isAnything,
    hasFunds: isFlag,
  },
  psuDirectory: {
    findPerson: orNothing(isPerson),
    readPerson: orNothing(isPerson),
    listAgreements: listOf(isAgreement),
    mayUseAccount: isFlag,
  },
  scaMethod: { identify: orNothing(isText) },
  tppRegister: { reasonToRefuse: orNothing(isText), isRevoked: isFlag },
  kidRegister: { kidAgreementOf: orNothing(withFields({})) },
  worlds: { worldOf: isText },
  responseSigner: {
    readResponseIdentity: withFields({
      key: (answer) => answer instanceof KeyObject,
      certificate: withFields({}),
    }),
  },
};
