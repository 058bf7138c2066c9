import assert from "node:assert/strict";
import { after, describe, mock, test } from "node:test";
import { aBank, aProductionBank, countRows } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, headerValue, resign, type SignedRawRequest } from "@varde/testkit/tpp";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const { headers } = await aSession(bank, tpp);

const createPayment = async (): Promise<string> => {
  const created = await tpp.send({ path: ndct, body: aPayment(), headers });
  assert.equal(created.status, 201, created.text);
  return `${ndct}/${created.json.paymentId}`;
};

/** Signs a read with the headers that writes need too, as a proxy or a log might show it. */
const captureRead = async (path: string): Promise<SignedRawRequest> => {
  const signed = await tpp.sign({ path, headers });
  assert.equal((await tpp.sendAgain(signed)).status, 200);
  return signed;
};

const readStatus = async (path: string): Promise<string> =>
  (await tpp.send({ path: `${path}/status` })).json.transactionStatus;

const refused = { status: 400, code: "BAD_REQUEST", path: "Signature" } as const;

const assertNamesBoth = (
  response: Parameters<typeof assertRefused>[0],
  ...requests: readonly [string, string]
): void => {
  assertRefused(response, refused);
  for (const request of requests) {
    assert.ok(response.text.includes(request), `${request} is not in ${response.text}`);
  }
};

describe("A31: a captured signature", () => {
  test("SIG-42: refuses a signed read that is sent as a deletion", async () => {
    for (const what of ["", "/status", "/authorisations"]) {
      const path = await createPayment();
      const read = await captureRead(`${path}${what}`);
      const before = await countRows(bank);
      const response = await tpp.sendAgain({ ...read, method: "DELETE", path });
      assertNamesBoth(response, `GET ${path}${what}`, `DELETE ${path}`);
      assert.deepEqual(await countRows(bank), before);
      assert.equal(await readStatus(path), "RCVD");
    }
  });

  test("SIG-42: refuses a signed read that is sent as the start of an authorisation", async () => {
    const path = await createPayment();
    const read = await captureRead(`${path}/authorisations`);
    const before = await countRows(bank);
    for (const resource of ["authorisations", "cancellation-authorisations"]) {
      const other = `${path}/${resource}`;
      const response = await tpp.sendAgain({ ...read, method: "POST", path: other });
      assertNamesBoth(response, `GET ${path}/authorisations`, `POST ${other}`);
    }
    assert.deepEqual(await countRows(bank), before);
  });

  test("SIG-42: refuses a signed read that is sent to create a basket", async () => {
    const path = await createPayment();
    const read = await captureRead(path);
    const before = await countRows(bank);
    const paymentIds = [path.split("/").at(-1)];
    const body = JSON.stringify({ paymentIds });
    const sent = { ...read, method: "POST", path: "/v1/signing-baskets", body };
    const withType = { ...sent, headers: { ...read.headers, "Content-Type": "application/json" } };
    const response = await tpp.sendAgain(withType);
    assertNamesBoth(response, `GET ${path}`, "POST /v1/signing-baskets");
    assert.deepEqual(await countRows(bank), before);
  });

  test("SIG-42: refuses a signed write that is sent for another resource", async () => {
    const [one, other] = [await createPayment(), await createPayment()];
    const removal = await tpp.sign({ method: "DELETE", path: one, headers });
    assert.equal((await tpp.sendAgain(removal)).status, 204);
    const response = await tpp.sendAgain({ ...removal, path: other });
    assertNamesBoth(response, `DELETE ${one}`, `DELETE ${other}`);
    assert.equal(await readStatus(other), "RCVD");
    const read = await tpp.sendAgain({ ...removal, method: "GET" });
    assertNamesBoth(read, `DELETE ${one}`, `GET ${one}`);
  });

  test("SIG-42: the Signature header in another form is the same signature", async () => {
    const path = await createPayment();
    const read = await captureRead(path);
    const parts = String(headerValue(read.headers, "signature")).split(",signature=");
    const Signature = `signature=${parts[1]},${parts[0]}`;
    const reordered = { ...read, headers: { ...read.headers, Signature } };
    assertNamesBoth(
      await tpp.sendAgain({ ...reordered, method: "DELETE" }),
      `GET ${path}`,
      `DELETE ${path}`,
    );
  });

  test("SIG-42: the same request again behaves as before", async () => {
    const path = await createPayment();
    const read = await captureRead(`${path}/status`);
    assert.equal((await tpp.sendAgain({ ...read, method: "DELETE", path })).status, 400);
    for (const target of [read.path, `${read.path}?again=1`]) {
      assert.equal((await tpp.sendAgain({ ...read, path: target })).status, 200);
    }
    const removal = await tpp.sign({ method: "DELETE", path, headers });
    const first = await tpp.sendAgain(removal);
    assert.equal(first.status, 204);
    assert.equal((await tpp.sendAgain(removal)).status, 204);
  });

  test("SIG-42: a signature that does not verify is not remembered", async () => {
    const path = await createPayment();
    const removal = await tpp.sign({ method: "DELETE", path, headers });
    const forged = { ...removal, headers: { ...removal.headers, "X-Request-ID": "another" } };
    assertRefused(await tpp.sendAgain({ ...forged, method: "GET" }), refused);
    assert.equal((await tpp.sendAgain(removal)).status, 204);
  });

  test("SIG-42: after two minutes the Date refuses what the memory has forgotten", async () => {
    const path = await createPayment();
    const read = await captureRead(path);
    mock.timers.enable({ apis: ["Date"], now: Date.now() + 121_000 });
    try {
      const response = await tpp.sendAgain({ ...read, method: "DELETE" });
      assertRefused(response, { status: 400, code: "BAD_REQUEST", path: "Date" });
    } finally {
      mock.timers.reset();
    }
  });

  test("SIG-42: a signature with (request-target) verifies for its request only", async () => {
    const path = await createPayment();
    const names = ["(request-target)", "date", "x-request-id", "psu-id", "tpp-redirect-uri"];
    const read = await tpp.sign({
      path,
      headers,
      tamper: (sent) => resign(sent, { key: tpp.key, names, target: path, method: "GET" }),
    });
    assert.equal((await tpp.sendAgain(read)).status, 200);
    assertRefused(await tpp.sendAgain({ ...read, method: "DELETE" }), refused);
    assert.equal(await readStatus(path), "RCVD");
  });
});

describe("A31: a captured signature in production", () => {
  test("SIG-42: refuses it without details, and logs both requests", async () => {
    const path = await createPayment();
    const configuration = { anchors: [bank.authority.certificate] };
    await using production = await aProductionBank(bank, configuration);
    const caller = aTpp(production, bank.tpp);
    const read = await caller.sign({ path, headers });
    assert.equal((await caller.sendAgain(read)).status, 200);
    assert.equal((await caller.sendAgain({ ...read, path: `${path}/status` })).status, 200);
    const response = await caller.sendAgain({ ...read, method: "DELETE" });
    assertRefused(response, refused);
    assert.match(response.text, /"The Signature check failed."/);
    const [, second, third] = production.log.lines;
    assert.equal(second?.warnings, undefined);
    assert.ok(String(third?.reason).startsWith(`This signature was already used for GET ${path},`));
    assert.match(String(third?.reason), /now used for DELETE /);
  });

  test("A17: logs no part of a path that does not look like an id", async () => {
    const read = await tpp.sign({ path: "/v1/accounts/03848420491/balances", headers });
    await tpp.sendAgain(read);
    const other = { ...read, method: "DELETE", path: `${ndct}/NO9386011117947` };
    const response = await tpp.sendAgain(other);
    assertNamesBoth(response, "GET /v1/accounts/.../balances", `DELETE ${ndct}/...`);
    assert.doesNotMatch(response.text, /03848420491|NO9386011117947/);
  });
});

describe("A31: a signature that several reads share", () => {
  test("SIG-43: serves both reads and warns about the second", async () => {
    const path = await createPayment();
    const read = await captureRead(path);
    const second = await tpp.sendAgain({ ...read, path: `${path}/status` });
    assert.equal(second.status, 200);
    const warning = String(second.headers["varde-warning"]);
    assert.ok(warning.includes(`GET ${path},`), warning);
    assert.ok(warning.includes(`GET ${path}/status`), warning);
    const again = await tpp.sendAgain(read);
    assert.equal(again.headers["varde-warning"], undefined);
  });

  test("SIG-43: scripts that reuse an id and a signature load test data", async () => {
    const customers = "/v1/sandbox/customers";
    const list = await tpp.sign({ path: customers });
    const [customer] = (await tpp.sendAgain(list)).json;
    for (const path of ["/v1/sandbox/accounts", `${customers}/${customer.customerId}`]) {
      const response = await tpp.sendAgain({ ...list, path });
      assert.equal(response.status, 200, response.text);
      assert.equal(response.headers["varde-warning"], undefined);
    }
    const reset = { ...list, method: "POST", path: "/v1/sandbox/initialize" };
    assert.equal((await tpp.sendAgain(reset)).status, 200);
  });
});
