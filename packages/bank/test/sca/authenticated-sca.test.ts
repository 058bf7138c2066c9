import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bank } from "../../src/bank.ts";
import { consentSubject } from "../../src/consents/consent-subject.ts";
import { paymentSubject } from "../../src/payments/authorise/payment-subject.ts";
import { basketSubject } from "../../src/payments/baskets/basket-subject.ts";
import { cancellationSubject } from "../../src/payments/cancel/cancellation-subject.ts";
import {
  type AuthenticatedSca,
  authenticatedInApp,
  authenticatedOnPages,
  openAuthenticated,
} from "../../src/sca/authenticated-sca.ts";
import { completeSca } from "../../src/sca/complete-sca.ts";
import { moveSca, type StoredSca } from "../../src/sca/sca-store.ts";
import {
  identificationSubject,
  type ScaSubject,
  type ScaSubjects,
} from "../../src/sca/sca-subject.ts";
import { openScaBank, type ScaBank } from "./an-sca-bank.ts";

const known = { status: "psuAuthenticated", personId: "kari", context: "PRIVATE" } as const;
const noAccounts = { accountIds: [] };

const authenticate = async (scas: ScaBank): Promise<AuthenticatedSca> => {
  const sca = authenticatedOnPages(await scas.store({ ...known, agreementId: "karis-own" }));
  assert(sca !== undefined);
  return sca;
};

/** Everything that looks like the SCA, and that the bank did not create. */
const imitations = (sca: AuthenticatedSca, other: AuthenticatedSca) =>
  ({
    "a copy": { ...sca },
    "a copy with another person": { ...sca, personId: "ola" },
    "a copy with the id of another SCA": { ...sca, scaId: other.scaId },
    "another SCA with this PSU": { ...other, personId: sca.personId, context: sca.context },
    "an object with its prototype": Object.setPrototypeOf({ ...sca }, Object.getPrototypeOf(sca)),
    "an object that inherits from it": Object.create(sca, { personId: { value: "ola" } }),
    "a proxy of it": new Proxy(sca, {}),
    "a clone": structuredClone({ ...sca }),
  }) as unknown as Readonly<Record<string, AuthenticatedSca>>;

const subjectsOf = (bank: Bank): ScaSubjects => ({
  identification: identificationSubject,
  payment: paymentSubject(bank),
  cancellation: cancellationSubject(bank),
  basket: basketSubject(bank),
  consent: consentSubject(bank),
});

const isRefused = /only an authenticated SCA approves, not a copy of one/;

test("SCA-31: nothing approves but an SCA that the bank has authenticated", async () => {
  await using scas = await openScaBank();
  const sca = await authenticate(scas);
  const other = await authenticate(scas);
  for (const [what, imitation] of Object.entries(imitations(sca, other))) {
    assert.throws(() => openAuthenticated(imitation), isRefused, what);
    const complete = completeSca(imitation, noAccounts, identificationSubject, scas.bank);
    await assert.rejects(complete, isRefused, what);
  }
  for (const { scaId } of [sca, other]) {
    assert.equal((await scas.read(scaId))?.status, "psuAuthenticated");
  }
  assert.deepEqual(scas.ended, []);
});

test("SCA-31: every subject refuses to check what the bank has not authenticated", async () => {
  await using scas = await openScaBank();
  const sca = await authenticate(scas);
  const other = await authenticate(scas);
  for (const [kind, subject] of Object.entries(subjectsOf(scas.bank))) {
    for (const [what, imitation] of Object.entries(imitations(sca, other))) {
      await assert.rejects(subject.check(imitation, noAccounts), isRefused, `${kind}: ${what}`);
    }
  }
});

test("SCA-31: an SCA moves only as it was read", async () => {
  await using scas = await openScaBank();
  const sca = await scas.store({ status: "started" });
  const identified = { ...sca, status: "psuAuthenticated", personId: "ola", context: "PRIVATE" };
  const copies = [{ ...sca }, identified, { ...sca, version: 7n }, Object.create(sca)];
  for (const copy of copies as unknown as readonly StoredSca[]) {
    assert.throws(() => moveSca(copy, "failed", 0).next(), /as it was read, not as a copy/);
  }
  assert.throws(() => authenticatedOnPages(identified as unknown as StoredSca), /not as a copy/);
  const agreement = { context: "PRIVATE", agreementId: "olas-own" } as const;
  const inApp = () => authenticatedInApp({ ...sca } as unknown as StoredSca, "ola", agreement);
  assert.throws(inApp, /not as a copy/);
  assert.deepEqual(await scas.read(sca.scaId), sca);
});

test("SCA-31: neither kind of SCA can be changed", async () => {
  await using scas = await openScaBank();
  const sca = await authenticate(scas);
  const { stored } = openAuthenticated(sca);
  assert.throws(() => Object.assign(sca, { personId: "ola" }), /read only/);
  assert.throws(() => Object.assign(stored, { status: "finalised" }), /read only/);
});

test("SCA-31: copies do not compile", () => {
  // Never called: the compiler reports a directive below that expects no error.
  const misuse = (subject: ScaSubject, sca: AuthenticatedSca, stored: StoredSca, bank: Bank) => [
    // @ts-expect-error: an SCA whose PSU is not authenticated
    subject.check(stored, noAccounts),
    // @ts-expect-error: a copy with another person
    subject.check({ ...sca, personId: "ola" }, noAccounts),
    // @ts-expect-error: a copy
    completeSca({ ...sca }, noAccounts, subject, bank),
    // @ts-expect-error: a copy with another status
    moveSca({ ...stored, status: "psuAuthenticated" }, "approved", 0),
    // @ts-expect-error: a copy as the one that was read
    authenticatedOnPages({ ...stored, status: "psuAuthenticated" }),
    // @ts-expect-error: an authenticated SCA moves only by completeSca
    moveSca(sca, "approved", 0),
  ];
  assert.equal(misuse.length, 4);
});

test("an SCA is authenticated on pages after identification and context", async () => {
  await using scas = await openScaBank();
  const incomplete = [
    { ...known, status: "started" },
    { ...known, personId: undefined },
    { ...known, context: undefined },
  ] as const;
  for (const changes of incomplete) {
    assert.equal(authenticatedOnPages(await scas.store(changes)), undefined);
  }
  const sca = await authenticate(scas);
  const { stored, approver, event } = openAuthenticated(sca);
  assert.deepEqual({ ...sca }, { ...stored });
  assert.deepEqual(approver, { personId: "kari", context: "PRIVATE", agreementId: "karis-own" });
  assert.equal(event, "approved");
});

test("an SCA in the app is authenticated as the user and agreement of the app", async () => {
  await using scas = await openScaBank();
  const stored = await scas.store({ channel: "app" });
  const agreement = { context: "CORPORATE", agreementId: "karis-firm" } as const;
  const sca = authenticatedInApp(stored, "kari", agreement);
  assert.deepEqual({ ...sca }, { ...stored, personId: "kari", ...agreement });
  const opened = openAuthenticated(sca);
  assert.equal(opened.event, "approvedInApp");
  assert.equal(opened.stored, stored);
});
