import { isKeyOf, isOneOf, isRecord } from "@varde/protocol";
import { isMinor } from "@varde/protocol/money";
import type { BankPorts } from "../bank-ports.ts";
import { signingObstacles } from "../signing-mandates.ts";

/** Validates a result, if needed against the arguments of the call. */
export type IsValid = (result: unknown, given: readonly unknown[]) => boolean;

/** The ports of other systems, whose results are not trusted: all except clock and ids. */
export type GuardedPorts = {
  readonly [Port in Exclude<keyof BankPorts, "clock" | "ids">]-?: NonNullable<BankPorts[Port]>;
};

const isText: IsValid = (result) => typeof result === "string" && result !== "";
const isString: IsValid = (result) => typeof result === "string";
const isFlag: IsValid = (result) => typeof result === "boolean";
const isInteger: IsValid = (result) => typeof result === "bigint";
const isAmount: IsValid = (result) => typeof result === "bigint" && isMinor(result);
const isPositive: IsValid = (result) => typeof result === "bigint" && result > 0n;
const isInstant: IsValid = (result) => Number.isFinite(result);
const isCount: IsValid = (result) => Number.isSafeInteger(result) && Number(result) >= 0;
const isDay: IsValid = (result) => typeof result === "string" && /^\d{4}-\d{2}-\d{2}$/.test(result);
const isList: IsValid = (result) => Array.isArray(result);
const isAnything: IsValid = () => true;
const orNothing =
  (is: IsValid): IsValid =>
  (result, given) =>
    result === undefined || is(result, given);
const isListOf =
  (is: IsValid): IsValid =>
  (result, given) =>
    Array.isArray(result) && result.every((one) => is(one, given));
const is =
  (expected: unknown): IsValid =>
  (result) =>
    result === expected;
const either =
  (first: IsValid, second: IsValid): IsValid =>
  (result, given) =>
    first(result, given) || second(result, given);
const both =
  (first: IsValid, second: IsValid): IsValid =>
  (result, given) =>
    first(result, given) && second(result, given);
const withFields = (fields: Readonly<Record<string, IsValid>>): IsValid => {
  const entries = Object.entries(fields);
  return (result, given) => {
    if (!isRecord(result)) return false;
    // A page has up to a thousand transactions; a loop checks them faster than `every`.
    for (const [name, is] of entries) if (!is(result[name], given)) return false;
    return true;
  };
};
/** Checks that the result has one of these kinds and is valid for it. */
const byKind =
  (kinds: Readonly<Record<string, IsValid>>): IsValid =>
  (result, given) => {
    const kind = isRecord(result) ? result.kind : undefined;
    return isKeyOf(kinds, kind) && (kinds[kind]?.(result, given) ?? false);
  };
/** Checks that the result is of the requested id, so that nobody sees another person's data. */
const matchesArgument =
  (field: string, place: number): IsValid =>
  (result, given) =>
    isRecord(result) && result[field] === given[place];

/** Checks that data of an account names the requested one, or none. */
const isOfAccount: IsValid = (accountId, given) =>
  accountId === undefined || accountId === given[1];

/**
 * Says what a result is that its validator rejects. Data of another account are named,
 * because an operator must find out at once whether they were shown before.
 */
export const describeFault = (result: unknown, given: readonly unknown[]): string => {
  const requested = given[1];
  const foreign = (Array.isArray(result) ? result : [result]).find(
    (one) => isRecord(one) && !isOfAccount(one.accountId, given),
  );
  return typeof requested === "string" && typeof foreign?.accountId === "string"
    ? `data of account ${foreign.accountId} instead of ${requested}`
    : "a value of the wrong shape";
};

const isAccount = withFields({
  accountId: isText,
  bban: orNothing(isText),
  iban: orNothing(isText),
  currency: isText,
  isCard: isFlag,
  mayPay: isFlag,
  creditLineMinor: isAmount,
});
const movement = {
  accountId: isOfAccount,
  amountMinor: isAmount,
  currency: isText,
  remittance: isList,
  references: isList,
};
const isTransaction = withFields({
  ...movement,
  transactionId: isText,
  bookingDate: isDay,
  valueDate: isDay,
  bookedAt: isInstant,
});
const isAmongRequested: IsValid = (result, [, accountIds]) =>
  Array.isArray(accountIds) && isRecord(result) && accountIds.includes(result.accountId);
/** Checks that the account has the requested number, or omits it. */
const matchesReference: IsValid = (result, [, reference]) =>
  isRecord(reference) &&
  isRecord(result) &&
  Object.entries(reference).every(([name, value]) => [undefined, value].includes(result[name]));
const isWithinLimit: IsValid = (result, [, , page]) =>
  Array.isArray(result) && isRecord(page) && result.length <= Number(page.limit);
const isPerson = withFields({ personId: isText, name: isText });
const isAgreement = withFields({
  agreementId: isText,
  context: (result) => result === "PRIVATE" || result === "CORPORATE",
  accountIds: isListOf(isText),
});

/** A decision of which anything is unknown must not be taken for a signature that is enough. */
const isSigningDecision = byKind({
  complete: withFields({ rule: orNothing(isString) }),
  more: withFields({
    missing: both(isCount, (result) => Number(result) > 0),
    rule: orNothing(isString),
  }),
  "may-not-sign": withFields({ because: (result) => isOneOf(signingObstacles, result) }),
});
const isOneForEach: IsValid = (result, [requests]) =>
  Array.isArray(result) && Array.isArray(requests) && result.length === requests.length;

const isEvidence = withFields({
  method: isText,
  level: orNothing(isText),
  transactionId: orNothing(isText),
  hash: orNothing(isText),
  at: isInstant,
});
const isWaiting = withFields({ kept: isString, code: orNothing(isText) });
const isFailure: IsValid = (result) => isOneOf(["refused", "invalid", "unavailable"], result);

/**
 * Validators of the results of each method. They reject what could be mistaken for another result,
 * for example undefined from a register, which would mean that it does not object.
 */
export const portResults: {
  readonly [Port in keyof GuardedPorts]: Readonly<
    Record<Exclude<keyof GuardedPorts[Port], "listTestCustomers">, IsValid>
  >;
} = {
  coreBank: {
    findAccount: orNothing(both(isAccount, matchesReference)),
    listAccounts: isListOf(both(isAccount, isAmongRequested)),
    readBalances: orNothing(
      withFields({
        accountId: isOfAccount,
        bookedMinor: isAmount,
        expectedMinor: isAmount,
        availableMinor: isAmount,
        changedAt: isInstant,
      }),
    ),
    listTransactions: both(isListOf(isTransaction), isWithinLimit),
    countTransactions: isCount,
    listPending: isListOf(
      withFields({ ...movement, transactionId: orNothing(isText), since: isInstant }),
    ),
    readTransaction: orNothing(both(isTransaction, matchesArgument("transactionId", 2))),
    quote: orNothing(
      either(
        withFields({ refused: either(is("amount-too-small"), is("amount-too-large")) }),
        withFields({
          feeMinor: isAmount,
          feeCurrency: isText,
          exchange: orNothing(withFields({ ratePpm: isPositive, debitedMinor: isPositive })),
        }),
      ),
    ),
    convertToNokMinor: isInteger,
    // Outcomes are validated one by one later, so that a malformed one does not affect the others.
    submitAll: isList,
    listOutcomes: isList,
    acknowledgeOutcomes: isAnything,
    runClearing: isAnything,
    hasFunds: isFlag,
  },
  psuDirectory: {
    findPerson: orNothing(isPerson),
    readPerson: orNothing(both(isPerson, matchesArgument("personId", 1))),
    listAgreements: isListOf(isAgreement),
    mayUseAccount: isFlag,
  },
  scaMethod: {
    usesForm: isFlag,
    begin: byKind({
      page: isAnything,
      redirect: withFields({ address: isText, kept: isString }),
      wait: isWaiting,
    }),
    finish: byKind({
      proven: withFields({ personId: isText, evidence: isEvidence }),
      wait: isWaiting,
      failed: withFields({ because: isFailure, reason: isString }),
    }),
  },
  signingMandates: {
    decide: both(isListOf(isSigningDecision), isOneForEach),
    listSigners: isListOf(isPerson),
  },
  appNotifier: { notify: isAnything },
  tppRegister: {
    admit: either(
      withFields({ isAdmitted: is(true) }),
      withFields({ isAdmitted: is(false), reason: isText }),
    ),
  },
  certificateTrust: {
    verify: either(
      withFields({ kind: (result) => result === "trusted" || result === "unknown-issuer" }),
      withFields({ kind: is("refused"), reason: isText }),
    ),
  },
  kidRegister: { findKidAgreement: orNothing(withFields({})) },
  worlds: { resolveWorld: isText, useWorld: isFlag },
  responseSigner: {
    sign: withFields({
      signature: (result) => result instanceof Uint8Array && result.length > 0,
      certificate: withFields({ der: (result) => result instanceof Uint8Array }),
    }),
  },
};
