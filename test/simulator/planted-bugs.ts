import { declareMutants } from "../../tools/mutate/mutant.ts";

/** Bugs that need a certain order of units and faults to do harm; the simulator must find them. */
export const plantedBugs = declareMutants([
  [
    "a check in another unit than its write",
    "bank/src/payments/move-payments.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is part of a source text.
    " and version = ${version} and status = ${from}`",
    "`",
  ],
  [
    "a lost outbox row",
    "bank/src/payments/execute/outbox-store.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is part of a source text.
    "update outbox set claimed_until = ${databaseNow} + ${leaseMs} where outbox_id in (",
    "delete from outbox where outbox_id in (",
  ],
  [
    "a status written twice",
    "bank/src/payments/move-payments.ts",
    "group.filter(([{ paymentId }]) => movedIds[index]?.has(paymentId)),",
    "group.filter(() => movedIds[index] !== undefined),",
  ],
  [
    "a person who counts twice",
    "bank/src/payments/authorise/decide-signings.ts",
    "decisions.set(one, signedAlready);",
    'decisions.set(one, { kind: "complete" });',
  ],
  [
    "a signature that does not see the one before",
    "bank/src/payments/authorise/payment-subject.ts",
    "payment.version !== verdict.order.payment.version",
    "payment.version < verdict.order.payment.version",
  ],
  [
    "a sum of the day that overwrites another",
    "bank/src/payments/signature-store.ts",
    "where signing_day.nok_minor = ",
    "where 0 <= ",
  ],
]);

/** Bugs that need two processes; the simulator must find them on PostgreSQL. */
export const bugsOfTwoProcesses = declareMutants([
  [
    "a lease by the clock of a process, which may be an hour ahead",
    "bank/src/payments/execute/outbox-store.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is part of a source text.
    "value ->> 1, ${databaseNow} + ${leaseMs},",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is part of a source text.
    "value ->> 1, cast(${Date.now()} as bigint) + ${leaseMs},",
  ],
]);
