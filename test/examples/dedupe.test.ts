import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { accountDataProfiles } from "@varde/protocol";
import { dataSet } from "@varde/sandbox";
import { missingPrograms } from "@varde/testkit/processes";
import { aBankWith, copyForWeeks, openSources } from "./copied-accounts.ts";
import { runFirstPayment } from "./run-first-payment.ts";

const { kari } = dataSet.people;

describe("the example that copies accounts", () => {
  test("has every entry once under all profiles together", async () => {
    await using bank = await aBankWith(accountDataProfiles);
    const { client, sources } = await openSources(bank);
    await copyForWeeks(bank, sources);
    client.close();
  });

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
