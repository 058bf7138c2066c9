import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { verifyAudit } from "@varde/bank";
import { createHttpCoreBank, type HttpCoreBank } from "@varde/core-bank-http";
import { dataSet, everyMigration, type TestBank } from "@varde/sandbox";
import { all, type StorageLocation, sql } from "@varde/storage";
import { aBank, onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import {
  aCrossBorderPayment,
  aPayer,
  goTo,
  idOf,
  ncbct,
  type Payer,
  payerAt,
} from "@varde/testkit/payments";
import { commandOf, missingPrograms } from "@varde/testkit/processes";
import { sunniva, trym } from "@varde/testkit/psu";
import { neighbourWorld, onEachEngine } from "@varde/testkit/storage";
import { startExample } from "../examples/check-example.ts";

const [daily] = dataSet.companies.lyngrabben.accounts;

/**
 * Two signers, an exchange and a later bank day, in one payment. Each of the later steps ends with
 * a look at the status. Checks all but the account that pays, and returns the payment's id.
 */
const payJointly = async (
  bank: TestBank,
  later: readonly (() => Promise<unknown>)[],
  expected: readonly string[],
): Promise<string> => {
  const first = await payerAt(bank, "2026-11-16T07:00", sunniva);
  const statuses: string[] = [];
  const path = await first.create(
    ncbct,
    aCrossBorderPayment({
      instructedAmount: { amount: "5000.00", currency: "EUR" },
      debtorAccount: { bban: daily.bban, currency: "NOK" },
    }),
  );
  const look = async () => statuses.push(await first.tppStatus(path));
  await look();
  await first.sign(path);
  await look();
  await goTo(bank, "2026-11-16T07:20");
  const second = await aPayer(bank, trym);
  await second.sign(path);
  await look();
  for (const step of later) {
    await step();
    await look();
  }
  assert.deepEqual(statuses, ["RCVD", "RCVD", "ACTC", ...expected]);
  await checkTraces(bank, first, path);
  return idOf(path);
};

/** Checks the events, the estimates that the signers were shown, and the audit. */
const checkTraces = async (bank: TestBank, first: Payer, path: string): Promise<void> => {
  assert.deepEqual(await first.events(path), [
    "created",
    "signedPartly",
    "signed",
    "takenByBatch",
    "handedToCorrespondent",
    "settled",
  ]);
  const scas = await bank.storage.read(() =>
    all<{ shown: string }>(
      sql`select shown from sca where subject_id = ${idOf(path)} order by created_at`,
    ),
  );
  const shown = scas.map((sca) => JSON.parse(sca.shown));
  assert.deepEqual(
    shown.map(([quote]) => [quote.debitedMinor, quote.at]),
    ["07:00", "07:20"].map((time) => ["5760000", Date.parse(`2026-11-16T${time}:00+01:00`)]),
  );
  await bank.bank.audit?.flush();
  const signed = await bank.bank.responseSigner?.sign(Buffer.from("?"));
  const keys = signed === undefined ? [] : [signed.certificate.publicKey];
  const { faults, entries } = await verifyAudit(bank.storage, { keys });
  assert.deepEqual(faults, []);
  assert(entries > 0);
};

const feeMinor = -174_00n;
const debitedMinor = -57_600_00n;

describe("a payment abroad that two people of a company approve", () => {
  withBankOnBothEngines((bank) => {
    test("MAN-02, SCA-35, STA-16: settles once, with two estimates and one debit", async () => {
      const id = await payJointly(
        bank(),
        [() => goTo(bank(), "2026-11-16T09:30"), () => goTo(bank(), "2026-11-17T05:30")],
        ["ACWP", "ACSC"],
      );
      const worldId = await onlyWorld(bank());
      const booked = await bank().ledger.listTransactions(worldId, daily.accountId, { limit: 10 });
      const own = booked.filter(({ instructionId }) => instructionId === id);
      assert.deepEqual(own.map(({ kind, amountMinor }) => [kind, amountMinor]).toSorted(), [
        ["fee", feeMinor],
        ["payment", debitedMinor],
      ]);
      assert.deepEqual(await bank().ledger.checkBooks(worldId), []);
    });
  });
});

const python = fileURLToPath(
  new URL("../../examples/core-bank-adapter/core-bank.py", import.meta.url),
);

/** A bank whose core bank, directory and mandates are a program in Python, behind HTTP. */
const openBankWithPython = async (
  location: StorageLocation,
  stack: AsyncDisposableStack,
): Promise<{ bank: TestBank; http: HttpCoreBank; url: string }> => {
  const folder = mkdtempSync(join(tmpdir(), "varde-joint-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const words = ["--port", "0", "--database", join(folder, "core.sqlite"), "--abroad-by-hand"];
  const core = stack.use(await startExample(commandOf("python"), [python, ...words]));
  const http = createHttpCoreBank({ url: core.url, mandates: true });
  stack.defer(() => http.close());
  await http.connect();
  const { coreBank, psuDirectory, signingMandates } = http;
  const ports = { coreBank, psuDirectory, signingMandates };
  return { bank: stack.use(await aBank({ location, ports })), http, url: core.url };
};

describe("the same payment, with a core bank in Python", {
  skip: missingPrograms(["python"]),
}, () => {
  onEachEngine(
    everyMigration,
    ({ location }, stack) => openBankWithPython(location, stack),
    (opened) => {
      test("MAN-02, SCA-35, STA-16: settles once over HTTP, and PDNG is seen too", async () => {
        const { bank, http, url } = opened();
        /** Lets the payments desk of the core bank run payments abroad. */
        const runAbroad = async (day: string) => {
          const response = await fetch(`${url}/desk/run-abroad`, {
            method: "POST",
            body: JSON.stringify({ day }),
          });
          assert.equal(response.status, 200, await response.text());
          await bank.collectOutcomes(await onlyWorld(bank));
        };
        const id = await payJointly(
          bank,
          [
            () => goTo(bank, "2026-11-16T09:30"),
            // The second run of the same day settles nothing yet.
            () => runAbroad("2026-11-16").then(() => runAbroad("2026-11-16")),
            () => goTo(bank, "2026-11-17T05:30").then(() => runAbroad("2026-11-17")),
          ],
          ["PDNG", "ACWP", "ACSC"],
        );
        const signatures = await bank.storage.read(() =>
          all<{ person_id: string; rule: string }>(
            sql`select person_id, rule from payment_signature
              where world_id <> ${neighbourWorld} order by signed_at`,
          ),
        );
        assert.deepEqual(
          signatures.map(({ person_id, rule }) => [person_id, rule]),
          ["person-sunniva", "person-trym"].map((person) => [person, "A and B"]),
        );
        const page = { from: "2015-01-01", place: { at: "offset", offset: 0 }, limit: 10 } as const;
        const booked = await http.coreBank.listTransactions("bank", daily.accountId, page);
        const amounts = booked.map(({ bankReferences, amountMinor }) => [
          bankReferences[0],
          amountMinor,
        ]);
        assert.deepEqual(amounts.toSorted(), [
          [id, feeMinor],
          [id, debitedMinor],
        ]);
        const balances = await http.coreBank.readBalances("bank", daily.accountId);
        assert.equal(balances?.bookedMinor, balances?.availableMinor);
      });
    },
  );
});
