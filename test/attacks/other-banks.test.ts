import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { transactionsResponse } from "@varde/protocol";
import { aBank, countRows } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aPsu, aSession, callHeaders, kari } from "@varde/testkit/psu";
import { assertRefused, expectBody, expectRefusal } from "@varde/testkit/responses";
import { aTpp, resign, type SignedRawRequest } from "@varde/testkit/tpp";

const refused = { status: 400, code: "BAD_REQUEST", path: "Signature" } as const;

/** Opens a bank on a file, because banks in memory start as copies of one another, id included. */
const openBank = async (bankId: string, stack: AsyncDisposableStack) => {
  const folder = mkdtempSync(join(tmpdir(), "varde-other-banks-"));
  stack.defer(() => rmSync(folder, { recursive: true }));
  return stack.use(await aBank({ bank: { bankId }, location: { engine: "sqlite", folder } }));
};

/** Starts two banks of this process, which one TPP calls with the same identity. */
const twoBanks = async (ids: readonly [string, string]) => {
  await using stack = new AsyncDisposableStack();
  const [one, other] = [await openBank(ids[0], stack), await openBank(ids[1], stack)];
  const tpps = [aTpp(one), aTpp(other, one.tpp)] as const;
  const opened = stack.move();
  return { one, other, tpps, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

describe("what belongs to one bank of a process", () => {
  test("SIG-47: a signature that one bank has accepted is refused by another", async () => {
    await using banks = await twoBanks(["fjordvik", "heiane"]);
    const { other } = banks;
    const [tpp, elsewhere] = banks.tpps;
    const headers = { ...callHeaders("s1"), "PSU-Context": "PRIVATE" };
    const requests: readonly SignedRawRequest[] = [
      await tpp.sign({ path: ndct, body: aPayment(), headers }),
      await tpp.sign({ path: "/v1/user", headers }),
    ];
    for (const signed of requests) {
      const first = await tpp.sendAgain(signed);
      assert.ok(first.status < 402, first.text);
      const before = await countRows(other);
      const response = await elsewhere.sendAgain(signed);
      assertRefused(response, refused);
      assert.match(response.text, /already used at another bank/);
      assert.deepEqual(await countRows(other), before);
      assert.equal((await tpp.sendAgain(signed)).status, first.status, "a retry at its bank");
    }
  });

  test("SIG-47: a signature of method and path is refused by another bank too", async () => {
    await using banks = await twoBanks(["fjordvik", "heiane"]);
    const [tpp, elsewhere] = banks.tpps;
    const signed = await tpp.sign({ path: "/v1/user", headers: callHeaders("s1") });
    const names = ["(request-target)", "date", "x-request-id", "tpp-redirect-uri"];
    resign(signed.headers, { key: tpp.key, names, method: "GET", target: signed.path });
    assert.equal((await tpp.sendAgain(signed)).status, 401);
    assertRefused(await elsewhere.sendAgain(signed), refused);
  });

  test("SIG-47: test data may be loaded into several banks with one signature", async () => {
    await using banks = await twoBanks(["fjordvik", "heiane"]);
    const [tpp, elsewhere] = banks.tpps;
    const signed = await tpp.sign({ path: "/v1/sandbox/customers", headers: callHeaders("s1") });
    const first = await tpp.sendAgain(signed);
    assert.equal((await elsewhere.sendAgain(signed)).status, first.status);
  });

  test("SIG-47: the same request at another process of the same bank is a retry", async () => {
    await using banks = await twoBanks(["fjordvik", "fjordvik"]);
    const [tpp, elsewhere] = banks.tpps;
    const headers = { ...callHeaders("s1"), "PSU-Context": "PRIVATE" };
    const signed = await tpp.sign({ path: ndct, body: aPayment(), headers });
    assert.equal((await tpp.sendAgain(signed)).status, 201);
    assert.equal((await elsewhere.sendAgain(signed)).status, 201);
  });

  test("END-17: a page token of one bank is refused by another, as one of no bank is", async () => {
    await using banks = await twoBanks(["fjordvik", "heiane"]);
    const { one, other } = banks;
    const path = "/v1/accounts/kari-current/transactions";
    const [here, there] = [await aPsu(one, kari), await aPsu(other, kari, one.tpp)];
    const listed = await here.get(`${path}?limit=2`);
    const { next } = expectBody(listed, 200, transactionsResponse).transactions._links;
    assert.equal((await here.get(next.href)).status, 200);
    const own = await there.get(`${path}?limit=2`);
    const ownNext = expectBody(own, 200, transactionsResponse).transactions._links.next;
    assert.equal(ownNext.href.split("page=")[0], next.href.split("page=")[0]);
    const foreign = expectRefusal(await there.get(next.href), 400, "FORMAT_ERROR");
    assert.equal(foreign.path, "page");
    const unknown = expectRefusal(await there.get(`${path}?page=WzFd`), 400, "FORMAT_ERROR");
    assert.deepEqual(foreign, unknown);
  });

  test("links and sessions are unknown at another bank", async () => {
    await using banks = await twoBanks(["fjordvik", "heiane"]);
    const { one, other } = banks;
    const [tpp, elsewhere] = banks.tpps;
    const { headers } = await aSession(one, tpp);
    const asked = await tpp.send({ path: "/v1/user", headers: callHeaders("s2") });
    const link = new URL(asked.json._links.scaRedirect.href).pathname;
    assert.equal((await fetch(`${one.addresses.http}${link}`)).status, 200);
    const before = await countRows(other);
    for (const path of [link, `${link}/begin?token=x`, `${link}?poll=1`]) {
      assert.equal((await fetch(`${other.addresses.http}${path}`)).status, 410, path);
    }
    const body = new URLSearchParams({ step: "identify", customerNumber: kari.customerNumber });
    const posted = await fetch(`${other.addresses.http}${link}`, { method: "POST", body });
    assert.equal(posted.status, 410);
    assert.deepEqual(await countRows(other), before);
    const payment = await elsewhere.send({ path: ndct, body: aPayment(), headers });
    assert.ok(payment.status >= 400, payment.text);
    assert.equal((await countRows(other)).payments, before.payments);
  });
});
