import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type AccountDataProfile, accountDataProfiles } from "@varde/protocol";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { missingPrograms } from "@varde/testkit/processes";
import { createTppClient, type Psu, ScaRequiredError, type TppClient } from "@varde/tpp";
import { type AccountSource, createCopy, listSources, updateCopy } from "../../examples/dedupe.ts";
import { runFirstPayment } from "./run-first-payment.ts";

const { kari } = dataSet.people;
const weeks = 6;

describe("the example that copies accounts", () => {
  for (const profiles of [...accountDataProfiles.map((one) => [one]), accountDataProfiles]) {
    const named = profiles.length === 1 ? profiles[0] : "all of them";
    test(`has every entry once under the profile ${named}`, async () => {
      await using bank = await aBankWith(profiles);
      const { client, sources } = await openSources(bank);
      await copyForWeeks(bank, sources);
      client.close();
    });
  }

  test("finds a difference if only days since the last update are read", async () => {
    await using bank = await aBankWith(["back-dated"]);
    const { client, sources } = await openSources(bank);
    let since = "";
    const onlyNew = sources.map((source) => ({
      ...source,
      listEntries: async () => {
        const { booked, pending } = await source.listEntries();
        return { booked: booked.filter(({ date }) => date >= since), pending };
      },
      readBookedMinor: async () => {
        since = (await bank.clock.read()).now.slice(0, 10);
        return source.readBookedMinor();
      },
    }));
    await assert.rejects(copyForWeeks(bank, onlyNew), /The copy of \w+ differs from its balance/);
    client.close();
  });

  test("runs as a program", { skip: missingPrograms(["openssl"]) }, async () => {
    await using bank = await aBankWith(accountDataProfiles);
    const program = {
      file: "dedupe.ts",
      interpreter: "node",
      options: ["--conditions=varde-source", "--disable-warning=ExperimentalWarning"],
      needs: ["openssl"],
    } as const;
    const { code, lastLines } = await runFirstPayment(program, bank, async (link) =>
      fetch(await bank.sca.approve(link, kari.customerNumber)),
    );
    assert.equal(code, 0, lastLines.join("\n"));
    assert.match(lastLines[0] ?? "", /^Kredittkort.*: \d+ new, 0 pending, balance -?\d+ matches$/);
  });
});

const aBankWith = (profiles: readonly AccountDataProfile[]) =>
  aBank({
    history: "continues",
    startAt: Date.parse("2026-11-09T06:30:00Z"),
    hasBackgroundJobs: false,
    profiles,
  });

const openSources = async (bank: TestBank) => {
  const client = createTppClient({
    bank: { baseUrl: bank.addresses.http },
    identity: { certificate: bank.tpp.certificatePem, key: bank.tpp.privateKeyPem },
  });
  return { client, sources: await listSources(client, await identifyKari(bank, client)) };
};

/** Updates the copies on every third day, and compares them with the ledger at the end. */
const copyForWeeks = async (bank: TestBank, sources: readonly AccountSource[]): Promise<void> => {
  const copies = sources.map((source) => ({ source, copy: createCopy() }));
  for (let day = 0; day < weeks * 7; day += 3) {
    for (const { source, copy } of copies) await updateCopy(copy, source);
    await bank.clock.advance("P3D");
  }
  for (const { source, copy } of copies) await updateCopy(copy, source);
  const ids = [kari.current, kari.savings, kari.card].map(({ accountId }) => accountId);
  const [world] = await bank.listWorlds();
  for (const [at, accountId] of ids.entries()) {
    const filter = { from: "2026-11-09", limit: 1_000 };
    const booked = await bank.ledger.listTransactions(world?.worldId ?? "", accountId, filter);
    const copied = [...(copies[at]?.copy.booked.values() ?? [])].map(({ id }) => id);
    for (const { id } of booked) assert(copied.includes(id), `${id} is missing`);
  }
};

const identifyKari = async (bank: TestBank, client: TppClient): Promise<Psu> => {
  const psu = client.psu({ redirectUri: "https://tpp.example/back", ipAddress: "192.0.2.7" });
  try {
    await client.accounts.list(psu);
  } catch (error) {
    if (!(error instanceof ScaRequiredError)) throw error;
    psu.remember(await bank.sca.approve(error.scaRedirect, kari.customerNumber));
  }
  return psu;
};
