import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openControl } from "@varde/protocol/control-client";
import { startBanks, type TestBank } from "@varde/sandbox";
import { makePooledRsaKeys } from "@varde/testkit/keys";
import {
  createTppClient,
  type DomesticPayment,
  findScaRedirect,
  type Psu,
  RefusedError,
  ScaRequiredError,
  type TppClient,
} from "@varde/tpp";

const redirectUri = "https://tpp.example/back";

/** A customer of one bank, seen by the one TPP that all banks know. */
interface Customer {
  readonly bank: TestBank;
  readonly client: TppClient;
  readonly psu: Psu;
}

const open = (bank: TestBank, { certificatePem, privateKeyPem }: TestBank["tpp"]): Customer => {
  const client = createTppClient({
    bank: { baseUrl: bank.addresses.http },
    identity: { certificate: certificatePem, key: privateKeyPem },
  });
  return { bank, client, psu: client.psu({ redirectUri, ipAddress: "192.0.2.7" }) };
};

const kariAt = ({ dataSet }: TestBank) => dataSet.people.kari;

/** Lists Kari's accounts, with an SCA if the bank requires one. */
const listAccounts = async ({ bank, client, psu }: Customer) => {
  try {
    return (await client.accounts.list(psu)).accounts;
  } catch (error) {
    if (!(error instanceof ScaRequiredError)) throw error;
    psu.remember(await bank.sca.approve(error.scaRedirect ?? "", kariAt(bank).customerNumber));
    return (await client.accounts.list(psu)).accounts;
  }
};

const statusOf = (run: () => Promise<unknown>): Promise<number | undefined> =>
  run().then(
    () => 200,
    (error: unknown) => (error instanceof RefusedError ? error.status : undefined),
  );

const isOpen = async ({ clock }: TestBank, worldId: string): Promise<boolean> =>
  (await clock.findClock(worldId)) !== undefined;

describe("a TPP at three banks of one process", () => {
  let banks: readonly [TestBank, TestBank, TestBank];
  let customers: readonly [Customer, Customer, Customer];
  before(async () => {
    banks = await startBanks(3, {
      makeRsaKeyPair: makePooledRsaKeys,
      hasBackgroundJobs: false,
      bank: { trust: "sandbox-ca" },
    });
    const [{ tpp }] = banks;
    const [first, second, third] = banks;
    customers = [open(first, tpp), open(second, tpp), open(third, tpp)];
  });
  after(async () => {
    for (const { client } of customers) client.close();
    await Promise.all(banks.map((bank) => bank.close()));
  });

  test("a world that is opened later starts with the clock of its TPP", async () => {
    const [first, second, third] = customers;
    await first.bank.clock.set("2027-03-01T08:00:00+01:00");
    const [{ worldId = "" } = {}] = await first.bank.listWorlds();
    assert.equal(await isOpen(second.bank, worldId), false);
    await listAccounts(first);
    await listAccounts(second);
    assert.equal((await second.bank.clock.read()).now, "2027-03-01T07:00:00.000Z");
    await first.bank.clock.release();
    assert.equal((await second.bank.clock.read()).motion, "running");
    await listAccounts(third);
    assert.deepEqual(
      await Promise.all(banks.map(async ({ clock }) => (await clock.findClock(worldId))?.offsetMs)),
      [0, 0, 0],
    );
  });

  test("one certificate works at each, and one person is another PSU at each", async () => {
    for (const customer of customers) {
      const { current, savings } = kariAt(customer.bank);
      const listed = await listAccounts(customer);
      assert.deepEqual(
        listed.map(({ bban, resourceId }) => [bban, resourceId]),
        [current, savings].map(({ bban, accountId }) => [bban, accountId]),
      );
      const { balances } = await customer.client.accounts.balances(current.accountId, customer.psu);
      const amount = (Number(current.balanceMinor) / 100).toFixed(2);
      assert.ok(balances.some(({ balanceAmount }) => balanceAmount.amount === amount));
    }
    const numbers = banks.map((bank) => kariAt(bank).customerNumber);
    assert.equal(new Set(numbers).size, 1);
    const psuIds = customers.map(({ psu }) => psu.memory.psuId);
    assert.equal(new Set(psuIds).size, 3, String(psuIds));
    const known = await Promise.all(banks.map((bank) => bank.listWorlds()));
    assert.deepEqual(
      known.map((worlds) => worlds.length),
      [1, 1, 1],
    );
  });

  test("an account or a PSU-ID of one bank is unknown at another", async () => {
    const [first, second] = customers;
    const { accountId } = kariAt(first.bank).current;
    const read = (psu: Psu) => second.client.accounts.balances(accountId, psu);
    assert.equal(await statusOf(() => read(second.psu)), 404);
    const stranger = second.client.psu({
      redirectUri,
      ipAddress: "192.0.2.7",
      psuId: first.psu.memory.psuId ?? "",
    });
    assert.equal(await statusOf(() => second.client.accounts.list(stranger)), 401);
  });

  test("no bank names another, in its responses, pages and reference", async () => {
    for (const customer of customers) {
      const { bank } = customer;
      await listAccounts(customer);
      const others = banks.filter((other) => other !== bank).map(({ dataSet }) => dataSet.bank);
      const foreign = new RegExp(
        others
          .flatMap(({ name, bankNumber, bic }) => [name, bic, `\\b${bankNumber}\\d{7}`])
          .join("|"),
      );
      const { http } = bank.addresses;
      for (const path of [
        "/docs/openapi.json",
        "/docs/varde.postman-collection.json",
        "/docs/operations/createPayment.payments.NDCT",
        "/docs/reference/data-set",
      ]) {
        const response = await fetch(http + path);
        assert.equal(response.status, 200, path);
        const text = await response.text();
        assert.doesNotMatch(text, foreign, `${http}${path}`);
      }
      const logged = JSON.stringify(await bank.requests.list(100));
      assert.match(logged, new RegExp(kariAt(bank).current.bban));
      assert.doesNotMatch(logged, foreign);
    }
  });

  test("each bank seals its responses with its own certificate of one authority", async () => {
    const seals = await Promise.all(
      banks.map(({ authority, dataSet }) => authority.readResponseIdentity(dataSet.bank)),
    );
    assert.equal(new Set(seals.map(({ certificate }) => certificate.fingerprint)).size, 3);
    assert.equal(new Set(banks.map(({ authority }) => authority.caPem)).size, 1);
  });

  test("a certificate that one bank revokes is refused by all", async () => {
    const [first, second] = banks;
    const refused: boolean[] = [];
    for (const isRevoked of [false, true]) {
      const made = await second.authority.issueTppCertificate({
        name: "Another TPP",
        organisationNumber: "310000026",
        roles: ["PSP_AI"],
        kind: "working",
      });
      if (isRevoked) second.authority.revoke(made.serialNumberHex);
      const { client, psu } = open(first, made);
      refused.push(await bankRefuses(client, psu));
      client.close();
    }
    assert.deepEqual(refused, [false, true]);
  });

  test("advancing the clock at one bank runs the batches of all", async () => {
    await banks[0].clock.set("2027-03-01T20:00:00+01:00");
    const payments = [];
    for (const { bank, client } of customers) {
      const { current, customerNumber } = kariAt(bank);
      const psu = client.psu({ redirectUri, ipAddress: "192.0.2.7", context: "PRIVATE" });
      // The account of the next bank is one of another bank, as any other.
      const [payee] = banks.filter((other) => other !== bank);
      const body: DomesticPayment = {
        instructedAmount: { amount: "12.00", currency: "NOK" },
        debtorAccount: { bban: current.bban, currency: "NOK" },
        creditorName: "Ola Bråten",
        creditorAccount: { bban: payee?.dataSet.people.ola.current.bban ?? "", currency: "NOK" },
        creditorAddress: { country: "NO" },
      };
      const payment = await client.payments.create("NDCT", body, psu);
      await bank.sca.approve(findScaRedirect(payment) ?? "", customerNumber);
      assert.equal((await client.payments.status(payment)).transactionStatus, "ACTC");
      payments.push({ client, payment });
    }
    const { batches } = await banks[1].clock.advance("P1D");
    for (const { client, payment } of payments) {
      assert.equal((await client.payments.status(payment)).transactionStatus, "ACSC");
    }
    assert.ok(batches >= 3 && batches % 3 === 0, String(batches));
    const clocks = await Promise.all(banks.map(async ({ clock }) => (await clock.read()).now));
    assert.deepEqual(clocks, Array(3).fill("2027-03-02T19:00:00.000Z"));
  });

  test("a first payment works at each, as the TPP that one of them made", async () => {
    for (const { addresses, dataSet } of banks) {
      const control = openControl(addresses.http, undefined);
      const { paymentId, worldId } = await control.post("/first-payment");
      const shown = await control.get("/payments/{paymentId}", {
        world: worldId,
        parameters: { paymentId },
      });
      assert.match(JSON.stringify(shown), new RegExp(dataSet.people.kari.current.bban));
      const { tpps } = await control.get("/tpps");
      assert.deepEqual(
        tpps.map(({ name }) => name),
        ["Reference TPP"],
      );
    }
  });

  test("lists the banks, and which of them responds", async () => {
    const [, second] = banks;
    const response = await fetch(`${second.addresses.http}/control/v1/banks`);
    const listed = (await response.json()) as { banks: { colour: string }[] };
    assert.deepEqual(
      listed.banks.map(({ colour, ...bank }) => bank),
      banks.map((bank) => ({
        name: bank.dataSet.bank.name,
        bankNumber: bank.dataSet.bank.bankNumber,
        address: bank.addresses.http,
        isThis: bank === second,
      })),
    );
    assert.equal(new Set(listed.banks.map(({ colour }) => colour)).size, 3);
  });
});

/** Whether the bank refuses the request, and does not only require SCA. */
const bankRefuses = async (client: TppClient, psu: Psu): Promise<boolean> => {
  try {
    await client.accounts.list(psu);
    return false;
  } catch (error) {
    return error instanceof RefusedError && !(error instanceof ScaRequiredError);
  }
};

test("history that continues is that of the bank, though banks share a process", async (t) => {
  const banks = await startBanks(2, {
    makeRsaKeyPair: makePooledRsaKeys,
    hasBackgroundJobs: false,
    history: "continues",
  });
  t.after(() => Promise.all(banks.map((bank) => bank.close())));
  await banks[0].clock.set("2027-03-01T06:30:00+01:00");
  await banks[1].clock.read();
  // In turns, so that each bank reads a month after the other one has read the same month.
  for (let turn = 0; turn < 4; turn += 1) await banks[0].clock.advance("P5D");
  for (const { ledger, listWorlds, dataSet } of banks) {
    const [{ worldId = "" } = {}] = await listWorlds();
    for (const { current } of Object.values(dataSet.people)) {
      const filter = { from: "2027-03-01", limit: 100 };
      const booked = await ledger.listTransactions(worldId, current.accountId, filter);
      const later = booked.filter(({ bookingDate }) => bookingDate > "2027-03-10");
      assert.ok(later.length > 0, `${current.accountId} has no history`);
      const texts = JSON.stringify(booked.map((one) => one.texts));
      const [foreign] = banks.filter((bank) => bank.dataSet !== dataSet);
      assert.doesNotMatch(texts, new RegExp(`"${foreign?.dataSet.bank.bankNumber}\\d{7}"`));
    }
  }
});

test("a sandbox has from 1 to 9 banks", async () => {
  for (const count of [0, 10, 1.5, Number.NaN]) {
    await assert.rejects(startBanks(count), { message: /from 1 to 9 banks, not / });
  }
});
