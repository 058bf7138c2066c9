import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { ClientFact, RequestFact } from "@varde/conformance";
import { one, sql } from "@varde/storage";
import { aBank, requestLog, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";
import { aPsu } from "@varde/testkit/psu";
import { aTpp, selfSigned } from "@varde/testkit/tpp";
import { formatFacts, parseFacts } from "../../src/requests/fact-lines.ts";
import { factsPerWorldMax, openRequestFacts } from "../../src/requests/request-facts.ts";

const requestsOf = (facts: readonly ClientFact[]): readonly RequestFact[] =>
  facts.filter((fact) => fact.kind === "request");

const last = (facts: readonly ClientFact[]): RequestFact => {
  const found = requestsOf(facts).at(-1);
  assert(found !== undefined, "a request was recorded");
  return found;
};

withBankOnBothEngines((bank) => {
  test("facts are stored and read again, on either engine", async () => {
    await aPsu(bank());
    const facts = await bank().requests.facts();
    assert.deepEqual(
      facts.map(({ kind }) => kind),
      ["request", "sca"],
    );
  });
});

describe("facts about requests", () => {
  test("say what was signed, who sent it, for whom and what came of it", async () => {
    await using bank = await aBank();
    const payer = await aPayer(bank);
    const requestId = randomUUID();
    const created = await payer.psu.send({
      path: ndct,
      body: aPayment(),
      headers: {
        "x-accept-fix": "amount-as-string",
        "X-Request-ID": requestId,
        "User-Agent": "shop/2",
        "PSU-User-Agent": "Firefox",
        "Accept-Signature": "rsa-sha256",
      },
    });
    assert.equal(created.status, 201, created.text);
    const fact = last(await bank.requests.facts());
    assert.equal(fact.operation, "createPayment");
    assert.equal(fact.requestId, requestId);
    assert.equal(fact.createdId, created.json.paymentId);
    assert.equal(fact.transactionStatus, "RCVD");
    assert.match(fact.amount ?? "", /^100\.\d\d NOK$/);
    assert.equal(fact.psuId, payer.psu.psuId);
    assert.equal(fact.context, "PRIVATE");
    assert.equal(fact.userAgent, "shop/2");
    assert.equal(fact.psuUserAgent, "Firefox");
    assert.equal(fact.asksSignature, true);
    assert.equal(fact.algorithm, "rsa-sha256");
    assert.match(fact.covers ?? "", /date.*psu-id/);
    assert.equal(fact.uncovered, undefined);
    assert.ok(Math.abs(fact.dateSkewMs ?? 10_000) < 5_000);
    assert.ok(fact.isVerified && fact.certificate?.length === 16);
    assert.ok((fact.connection ?? 0) > 0);
    const withLink = last((await bank.requests.facts()).slice(0, 1));
    assert.equal(withLink.hasScaLink, true, "the first request was sent to an SCA");
  });

  test("keep the SCA in the order of the requests, with the clock of the world", async () => {
    await using bank = await aBank();
    await bank.clock.set("2027-01-04T10:00:00Z");
    const psu = await aPsu(bank);
    await psu.get("/v1/accounts");
    const facts = await bank.requests.facts();
    assert.deepEqual(
      facts.map((fact) => (fact.kind === "sca" ? `sca ${fact.outcome}` : fact.kind)),
      ["request", "sca approved", "request"],
    );
    assert.equal(new Date(facts.at(-1)?.worldAt ?? 0).toISOString().slice(0, 10), "2027-01-04");
    assert.ok(Date.now() - (facts.at(-1)?.at ?? 0) < 60_000, "`at` is the machine's time");
  });

  test("belong to the TPP whose certificate was sent, if the signature is wrong", async () => {
    await using bank = await aBank();
    const psu = await aPsu(bank);
    const other = aTpp(bank, selfSigned());
    const tamper = (headers: Record<string, string | string[]>) => {
      headers.Signature = String(headers.Signature).replace(/signature="..../, 'signature="AAAA');
    };
    const before = (await bank.requests.list()).length;
    assert.equal((await psu.send({ path: "/v1/accounts", tamper })).status, 400);
    assert.equal((await other.send({ path: "/v1/accounts", tamper })).status, 400);
    // Refused before the certificate is read.
    await psu.send({ path: "/v1/accounts", headers: { Date: "yesterday" }, tamper: () => {} });
    const facts = requestsOf(await bank.requests.facts());
    assert.deepEqual(
      facts.slice(1).map(({ isVerified, refusedBy }) => [isVerified, refusedBy]),
      [
        [false, "checkSignature"],
        [false, "checkDate"],
      ],
    );
    assert.equal((await bank.requests.list()).length, before + 2, "the other TPP's is not shown");
    const ofOther = (await bank.identifyTpp(other.certificate)).worldId;
    const own = await (await bank.controlOf(ofOther)).requests.facts();
    assert.equal(requestsOf(own).length, 1, "and is shown to the other TPP once it is known");
  });

  test("include requests that a scenario dropped, and the scenario's name", async () => {
    await using bank = await aBank();
    const payer = await aPayer(bank);
    for (const effect of [{ drop: true }, { dropAfter: true }]) {
      await bank.scenarios.add({ name: "lost", match: { operation: "createPayment" }, effect });
      await assert.rejects(payer.post(ndct, aPayment()));
      const { status, scenario, operation } = last(await bank.requests.facts());
      assert.deepEqual(
        { status, scenario, operation },
        {
          status: 0,
          scenario: "lost",
          operation: "createPayment",
        },
      );
      const shown = await bank.requests.latest({ operation: "createPayment" });
      assert.equal(shown?.response.status, 0);
      assert.equal(shown?.scenario, "lost");
    }
  });

  test("have the next link of a long list, and Retry-After", async () => {
    await using bank = await aBank();
    const payer = await aPayer(bank);
    const path = "/v1/accounts/kari-current/transactions?bookingStatus=booked&limit=2";
    const listed = await payer.get(path);
    const { next } = listed.json.transactions._links;
    assert.equal(last(await bank.requests.facts()).next, next.href);
    await bank.scenarios.add({ effect: { unavailable: true } });
    await payer.get("/v1/accounts");
    assert.equal(last(await bank.requests.facts()).retryAfter, 2);
    const { response } = (await bank.requests.latest()) ?? {};
    assert.equal(response?.headers?.["retry-after"], "2");
  });

  test("survive a restart, and their numbers continue", async () => {
    const folder = await mkdtemp(join(tmpdir(), "facts-"));
    const options = { location: { engine: "sqlite", folder } as const, dataFolder: folder };
    let before: readonly ClientFact[] = [];
    {
      await using bank = await aBank(options);
      await aPsu(bank);
      before = await bank.requests.facts();
    }
    {
      await using bank = await aBank(options);
      const [world] = await bank.listWorlds();
      const control = await bank.controlOf(world?.worldId ?? "");
      assert.deepEqual(await control.requests.facts(), before);
      assert.ok(bank.requestFacts.nextNumber() > (before.at(-1)?.number ?? 0));
    }
    await rm(folder, { recursive: true });
  });

  test("take about 300 bytes each, and 10 000 of each world are stored", async () => {
    await using bank = await aBank();
    const payer = await aPayer(bank);
    await payer.post(ndct, aPayment());
    const sample = last(await bank.requests.facts());
    const facts = await openRequestFacts(bank.storage, () => assert.fail());
    for (let count = 0; count < factsPerWorldMax + 3_000; count += 1) {
      facts.add("w", { ...sample, number: facts.nextNumber(), requestId: randomUUID() });
      if (count % 1_000 === 0) await facts.list("w");
    }
    const stored = await facts.list("w");
    assert.equal(stored.length, factsPerWorldMax);
    for (let count = 0; count < 20; count += 1) {
      await payer.status(await payer.create(ndct, aPayment()));
    }
    const own = await bank.requests.facts();
    const text = formatFacts(own);
    const each = text.length / own.length;
    assert.ok(each < 350, `${each} characters each`);
    assert.deepEqual(parseFacts(text), own);
    const counted = await bank.storage.read(() =>
      one<{ total: bigint }>(
        sql`select cast(sum(facts) as bigint) as total from sandbox_request_facts
          where world_id = ${"w"}`,
      ),
    );
    assert.ok(Number(counted?.total) < factsPerWorldMax + 2_000, "older rows are deleted");
  });

  test("are recorded whatever an amount looks like", async () => {
    await using bank = await aBank();
    const payer = await aPayer(bank);
    const amounts = [null, 7, [], "1.00", { amount: { toString: 1 }, currency: null }];
    for (const instructedAmount of amounts) {
      const body = { ...aPayment(), instructedAmount };
      const { status } = await payer.psu.send({ path: ndct, body });
      assert.equal(status, 400, JSON.stringify(instructedAmount));
      assert.equal(last(await bank.requests.facts()).status, 400);
    }
  });

  test("that cannot be recorded end no request", async () => {
    const { all, logTo } = requestLog();
    await using bank = await aBank({ logTo, expectsErrors: true });
    Object.assign(bank.bank.interventions, {
      onHandled: () => {
        throw new TypeError("not recorded");
      },
    });
    const { status } = await aTpp(bank).send({ path: "/v1/sandbox/customers" });
    assert.equal(status, 200);
    assert.ok(all.some(({ msg }) => msg === "request not recorded"));
  });
});
