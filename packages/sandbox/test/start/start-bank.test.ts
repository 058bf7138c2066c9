import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";
import { openLink } from "@varde/testkit/psu";
import { aTpp } from "@varde/testkit/tpp";
import { dataSet, startBank } from "../../src/index.ts";

describe("banks in one process", () => {
  test("do not affect each other", async () => {
    const banks = await Promise.all(Array.from({ length: 5 }, () => startBank()));
    try {
      const [first, second] = banks as [(typeof banks)[0], (typeof banks)[0]];
      await first.clock.set("2027-03-01T12:00:00Z");
      assert.notEqual((await second.clock.read()).now, (await first.clock.read()).now);
      const [one, other] = await Promise.all([aPayer(first), aPayer(second)]);
      const payment = await one.pay(ndct, aPayment());
      assert.equal(await first.batches.run(), 1);
      assert.equal(await second.batches.run(), 0);
      assert.equal((await other.get(payment)).status, 404);
      assert.equal(new Set(banks.map(({ addresses }) => addresses.http)).size, 5);
    } finally {
      await Promise.all(banks.map((bank) => bank.close()));
    }
  });

  test("refuse to start at a time without a zone or out of bounds", async () => {
    for (const now of ["2026-11-16", "2026-11-16T08:00:00", "9999-11-16T08:00:00Z"]) {
      await assert.rejects(startBank({ deterministic: { seed: 1, now } }), /zone|10 years/);
    }
  });

  test("close completely: the port is free and nothing runs on", async () => {
    const bank = await startBank();
    await aPayer(bank);
    await bank.close();
    await assert.rejects(fetch(`${bank.addresses.http}/health/live`));
    assert.equal(await bank.storage.isReady(), false);
  });

  test("release the database when they cannot start", async () => {
    const folder = await mkdtemp(join(tmpdir(), "varde-start-"));
    const location = { engine: "sqlite", folder } as const;
    const taken = createServer().listen(0, "127.0.0.1");
    try {
      await once(taken, "listening");
      const { port } = taken.address() as AddressInfo;
      await assert.rejects(startBank({ location, port }), /in use/);
      // Keys cannot be stored in a folder that is a file.
      const dataFolder = join(folder, "file");
      await writeFile(dataFolder, "");
      await assert.rejects(startBank({ location, dataFolder, authority: {} }), /ENOTDIR|EEXIST/);
      await (await startBank({ location })).close();
    } finally {
      taken.close();
      await rm(folder, { recursive: true });
    }
  });

  test("complete an SCA with each outcome", async () => {
    const bank = await startBank();
    try {
      const payer = await aPayer(bank);
      const { customerNumber } = dataSet.people.kari;
      const link = async () => {
        const path = await payer.create(ndct, aPayment());
        const started = await payer.post(`${path}/authorisations`);
        return started.json._links.scaRedirect.href;
      };
      const ends = [
        await bank.sca.refuse(await link(), customerNumber),
        await bank.sca.timeOut(await link()),
        await bank.sca.fail(await link(), "FORBIDDEN"),
      ];
      assert.deepEqual(
        ends.map(({ searchParams }) => searchParams.get("code")),
        ["SCA_INVALID", "SCA_EXPIRED", "FORBIDDEN"],
      );
      const approved = await bank.sca.approve(await link(), customerNumber);
      assert.equal(approved.searchParams.get("context"), "PRIVATE");
      const tried = await link();
      await assert.rejects(bank.sca.approve(tried, "15819000066"), /not accepted/);
      const corrected = await bank.sca.approve(tried, customerNumber);
      assert.equal(corrected.searchParams.get("context"), "PRIVATE");
    } finally {
      await bank.close();
    }
  });

  test("explain why an SCA cannot continue, and what to do", async () => {
    const bank = await startBank();
    try {
      const payer = await aPayer(bank);
      const { customerNumber } = dataSet.people.kari;
      const path = await payer.create(ndct, aPayment());
      const link = async (): Promise<string> =>
        (await payer.post(`${path}/authorisations`)).json._links.scaRedirect.href;
      const approve = (scaRedirect: string) => bank.sca.approve(scaRedirect, customerNumber);
      const left = await link();
      const opened = await openLink(bank, left);
      assert(opened.at === "identify");
      await bank.scaFlow.perform(opened, { kind: "identify", identification: { customerNumber } });
      await assert.rejects(approve(left), /already identified, in a browser/);
      await bank.clock.advance("PT31M");
      await assert.rejects(approve(left), /has expired; request a new link/);
      const done = await link();
      await bank.sca.refuse(done, customerNumber);
      await assert.rejects(approve(done), /already finished.* request a new link/);
      await assert.rejects(approve("/sca/nothing"), /no SCA has this link/);
    } finally {
      await bank.close();
    }
  });

  test("share one world if isolation is shared", async () => {
    const bank = await startBank({ isolation: "shared" });
    try {
      await bank.clock.read();
      const other = await bank.authority.issueTppCertificate({
        name: "Other TPP",
        organisationNumber: "310000001",
        roles: ["PSP_AI"],
        kind: "working",
      });
      const body = { customerNumber: "15819000066", name: "Siri", type: "PRIVATE" };
      const path = "/v1/sandbox/customers";
      await aTpp(bank, other).send({ path, body });
      const seen = await aTpp(bank).send({ path });
      assert.equal(seen.json.at(-1).customerName, "Siri");
      assert.deepEqual(
        (await bank.listWorlds()).map(({ worldId }) => worldId),
        ["shared"],
      );
    } finally {
      await bank.close();
    }
  });
});
