import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { finishSca, redirectUri } from "@varde/testkit/psu";
import {
  createSandboxClient,
  createTppClient,
  type ListingQuery,
  RefusedError,
  ScaRequiredError,
} from "@varde/tpp";

const bank = await aBank();
const { certificatePem: certificate, privateKeyPem: key } = bank.tpp;
const client = createTppClient({
  bank: { baseUrl: bank.addresses.http },
  identity: { certificate, key },
});
after(async () => {
  client.close();
  await bank.close();
});

const accountId = "kari-current";
const dayMs = 86_400_000;
const psu = client.psu({ redirectUri, ipAddress: "192.0.2.7" });
const listDays = async (query?: ListingQuery, by = psu): Promise<readonly string[]> => {
  const days: string[] = [];
  for await (const { bookingDate = "" } of client.accounts.transactions(accountId, by, query)) {
    days.push(bookingDate);
  }
  return days;
};

describe("the transactions that the SDK lists", () => {
  const oldest = new Date(Date.now() - 91 * dayMs).toISOString().slice(0, 10);
  let stored = 0;
  before(async () => {
    await client.accounts.list(psu).catch(async (error: unknown) => {
      if (!(error instanceof ScaRequiredError)) throw error;
      psu.remember(await finishSca(bank, error.scaRedirect));
    });
    const history = createSandboxClient(client).accounts;
    stored = (await history.listTransactions(accountId, { limit: 1_000 })).length;
  });

  test("are those of the last 90 days by default, as documented", async () => {
    const days = await listDays();
    assert.ok(days.length > 0 && days.length < stored, `${days.length} of ${stored}`);
    assert.ok(days.every((day) => day >= oldest));
  });

  test("are all that the account has with dateFrom earliest", async () => {
    const days = await listDays({ dateFrom: "earliest" });
    assert.equal(days.length, stored);
    assert.ok(days.some((day) => day < oldest));
    const paged = await listDays({ dateFrom: "earliest", limit: 50 });
    assert.deepEqual(paged, days, "over several pages");
  });

  test("LIM-12: are those of the last 90 days with earliest and without the PSU", async () => {
    const days = await listDays({ dateFrom: "earliest" }, psu.absent());
    assert.equal(days.length, (await listDays()).length);
    await assert.rejects(
      listDays({ dateFrom: "2020-01-01" }, psu.absent()),
      (error) => error instanceof RefusedError && /last 90 days/.test(error.message),
    );
  });
});
