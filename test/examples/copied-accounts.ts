import assert from "node:assert/strict";
import type { AccountDataProfile } from "@varde/protocol";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { createTppClient, type Psu, ScaRequiredError, type TppClient } from "@varde/tpp";
import { type AccountSource, createCopy, listSources, updateCopy } from "../../examples/dedupe.ts";

const { kari } = dataSet.people;
const weeks = 6;

export const aBankWith = (profiles: readonly AccountDataProfile[]) =>
  aBank({
    history: "continues",
    startAt: Date.parse("2026-11-09T06:30:00Z"),
    hasBackgroundJobs: false,
    profiles,
  });

export const openSources = async (bank: TestBank) => {
  const client = createTppClient({
    bank: { baseUrl: bank.addresses.http },
    identity: { certificate: bank.tpp.certificatePem, key: bank.tpp.privateKeyPem },
  });
  return { client, sources: await listSources(client, await identifyKari(bank, client)) };
};

/** Updates the copies on every third day, and compares them with the ledger at the end. */
export const copyForWeeks = async (
  bank: TestBank,
  sources: readonly AccountSource[],
): Promise<void> => {
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
