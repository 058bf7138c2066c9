import assert from "node:assert/strict";
import type { IncomingHttpHeaders } from "node:http";
import { test } from "node:test";
import { operationList } from "@varde/protocol";
import { all, sql } from "@varde/storage";
import { type aBank, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPsu, kari } from "@varde/testkit/psu";
import { auditEntryTable } from "../../../src/operations/audit/audit-entry.ts";
import { readSubjects } from "../../../src/operations/audit/audit-subject.ts";
import { verifyAudit } from "../../../src/operations/audit/verify/verify-audit.ts";

type TestBank = Awaited<ReturnType<typeof aBank>>;

const flush = async ({ bank }: Pick<TestBank, "bank">) => {
  await bank.audit?.flush();
};

/** Waits until the entry of a response is written: it is recorded after the last byte was sent. */
const findEntry = async (bank: Pick<TestBank, "bank" | "storage">, requestId: string) => {
  for (;;) {
    await flush(bank);
    const entry = await bank.storage.read(() =>
      auditEntryTable.one(sql`select * from audit_entry where request_id = ${requestId}`),
    );
    if (entry !== undefined) return entry;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

const requestId = ({ headers }: { readonly headers: IncomingHttpHeaders }): string =>
  String(headers["x-request-id"]);

test("operations that use an account or show a person's data are recorded", () => {
  const recorded = operationList.filter(({ accesses }) => accesses !== "none");
  assert.deepEqual(recorded.map(({ id }) => id).toSorted(), [
    "confirmFunds",
    "createPayment",
    "listAccounts",
    "listAgreements",
    "listCardAccounts",
    "listCardTransactions",
    "listTransactions",
    "readAccount",
    "readBalances",
    "readCardAccount",
    "readCardBalances",
    "readPayment",
    "readTransaction",
    "readUser",
    "readUsers",
  ]);
});

withBankOnBothEngines((bank) => {
  test("an access is recorded with its TPP, certificate, consent, person and account", async () => {
    const psu = await aPsu(bank());
    const list = await psu.get("/v1/accounts");
    const [account] = list.json.accounts;
    const balances = await psu.get(`/v1/accounts/${account.resourceId}/balances`);
    const entry = await findEntry(bank(), requestId(balances));
    assert.equal(entry.operation, "readBalances");
    assert.equal(entry.status, 200);
    assert.equal(entry.code, undefined);
    assert.ok(entry.consentId !== undefined);
    const [actor] = await bank().storage.read(() =>
      all<{ certificate: string; name: string }>(
        sql`select * from audit_actor where actor_id = ${entry.actorId ?? ""}`,
      ),
    );
    assert.equal(actor?.certificate, psu.tpp.certificate.fingerprint);
    const [subject] = await bank().storage.read(() =>
      readSubjects(sql`select * from audit_subject where subject_id = ${entry.subjectId ?? ""}`),
    );
    assert.deepEqual(subject?.accountIds, [account.resourceId]);
    const person = await bank().bank.psuDirectory.findPerson(
      subject?.worldId ?? "",
      kari.customerNumber,
    );
    assert.equal(subject?.personId, person?.personId);
  });

  test("an access to the list names the accounts that it shows", async () => {
    const psu = await aPsu(bank());
    const list = await psu.get("/v1/accounts");
    const entry = await findEntry(bank(), requestId(list));
    const [subject] = await bank().storage.read(() =>
      readSubjects(sql`select * from audit_subject where subject_id = ${entry.subjectId ?? ""}`),
    );
    const shown = list.json.accounts.map(({ resourceId }: { resourceId: string }) => resourceId);
    assert.deepEqual(subject?.accountIds, shown.toSorted());
  });

  test("a refused access is recorded with its status and code", async () => {
    const psu = await aPsu(bank());
    const refused = await psu.get("/v1/accounts/unknown/balances");
    const entry = await findEntry(bank(), requestId(refused));
    assert.equal(entry.status, 404);
    assert.equal(entry.code, "RESOURCE_UNKNOWN");
  });

  test("the audit of a bank that serves requests is intact", async () => {
    await flush(bank());
    await bank().bank.audit?.seal();
    const signed = await bank().bank.responseSigner?.sign(Buffer.from("?"));
    const keys = signed === undefined ? [] : [signed.certificate.publicKey];
    const { faults, entries, seals } = await verifyAudit(bank().storage, { keys });
    assert.deepEqual(faults, []);
    assert.ok(entries > 0 && seals > 0);
  });
});
