import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { after, before, describe, test } from "node:test";
import { type ControlOperation, controlOperations, validateBody } from "@varde/protocol";
import { aPayer, aPayment, idOf, ndct } from "@varde/testkit/payments";
import { aTpp, pemBody } from "@varde/testkit/tpp";
import { dataSet, describeControl, startBank, type TestBank } from "../../src/index.ts";

const day = 86_400_000;

/** Asserts that a success has the status and the body that the operation declares. */
const assertDeclared = (method: string, path: string, status: number, json: unknown): void => {
  const [pathname = ""] = path.split("?");
  const operation = Object.values<ControlOperation>(controlOperations).find(
    (one) =>
      one.method === method &&
      new RegExp(`^${one.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
  );
  if (operation === undefined) return;
  assert.equal(status, operation.status);
  if (operation.response === undefined) {
    assert.equal(json, undefined);
    return;
  }
  const { violations, unknownFields } = validateBody(operation.response, json);
  const undeclared = operation.sendsFile ? [] : unknownFields;
  assert.deepEqual({ violations, undeclared }, { violations: [], undeclared: [] }, path);
};

describe("the control API", () => {
  let bank: TestBank;
  before(async () => {
    bank = await startBank({ controlToken: "open sesame" });
    await bank.clock.read();
  });
  after(() => bank.close());

  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${bank.addresses.http}/control/v1${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    const json = isJson ? JSON.parse(text) : undefined;
    if (response.ok) assertDeclared(method, path, response.status, json);
    return { status: response.status, text, json };
  };

  /** Sends any Host and Origin, which Node's fetch does not allow. */
  const callFrom = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(bank.addresses.http);
      const sent = request({ port, host: "127.0.0.1", path: "/control/v1/worlds", headers });
      sent.on("response", (response) => resolve(response.resume().statusCode ?? 0));
      sent.on("error", reject);
      sent.end();
    });

  describe("A22: callers without the token", () => {
    const own = () => new URL(bank.addresses.http).host;
    const refused: readonly (readonly [string, Record<string, string>])[] = [
      ["a page of another site", { origin: "https://evil.example" }],
      ["a page without an origin", { origin: "null" }],
      ["a page on another port", { origin: "http://localhost:3000" }],
      ["a cross-site request", { "sec-fetch-site": "cross-site" }],
      ["a same-site request", { "sec-fetch-site": "same-site" }],
      ["another name for this machine", { host: "evil.example" }],
      ["a name that starts like this machine's", { host: "localhost.evil.example" }],
      ["a proxy (Forwarded)", { forwarded: "for=192.0.2.1" }],
      ["a proxy (X-Forwarded-For)", { "x-forwarded-for": "127.0.0.1" }],
      ["a proxy (X-Forwarded-Host)", { "x-forwarded-host": "127.0.0.1" }],
      ["a proxy (Via)", { via: "1.1 tunnel" }],
    ];
    for (const [caller, headers] of refused) {
      test("sets the profiles of a world, and lists them", async () => {
        const [{ worldId }] = (await call("GET", "/worlds")).json.worlds;
        const path = `/worlds/${worldId}/profiles`;
        const set = await call("PUT", path, { profiles: ["names-cut", "pending-ids"] });
        assert.deepEqual(set.json, { worldId, profiles: ["pending-ids", "names-cut"] });
        const [world] = (await call("GET", "/worlds")).json.worlds;
        assert.deepEqual(world.profiles, ["pending-ids", "names-cut"]);
        const generated = await call("PUT", path, { profiles: ["reversals"] });
        assert.equal(generated.status, 400);
        assert.match(generated.json.text, /start the sandbox with VARDE_HISTORY=continues/);
        assert.equal((await call("PUT", path, { profiles: ["all"] })).status, 400);
        const unknown = await call("PUT", "/worlds/nowhere/profiles", { profiles: [] });
        assert.match(unknown.json.text, /There is no world nowhere|there is no world nowhere/);
        assert.deepEqual((await call("PUT", path, { profiles: [] })).json.profiles, []);
      });

      test(`are refused: ${caller}`, async () => assert.equal(await callFrom(headers), 403));
    }

    test("are served: programs on this machine, and the sandbox's own pages", async () => {
      assert.equal(await callFrom({}), 200);
      assert.equal(await callFrom({ "sec-fetch-site": "none" }), 200);
      const page = { origin: `http://${own()}`, "sec-fetch-site": "same-origin", host: own() };
      assert.equal(await callFrom(page), 200);
    });
  });

  test("A22: the token admits other hosts and proxies, and no page of another site", async () => {
    const authorization = "Bearer open sesame";
    const proxied = { host: "sandbox.example", "x-forwarded-for": "192.0.2.1" };
    assert.equal(await callFrom({ ...proxied, authorization }), 200);
    assert.equal(await callFrom({ ...proxied, authorization: "Bearer open" }), 403);
    const page = { ...proxied, origin: "https://sandbox.example" };
    assert.equal(await callFrom({ ...page, authorization }), 200);
    assert.equal(await callFrom({ origin: "https://evil.example", authorization }), 403);
  });

  test("A22: behind a public address, a program on this machine needs the token too", async () => {
    const publicUrl = "https://sandbox.example";
    const served = await startBank({ controlToken: "open sesame", bank: { publicUrl } });
    const call = async (headers: Record<string, string>) =>
      (await fetch(`${served.addresses.http}/control/v1/worlds`, { headers })).status;
    assert.equal(await call({}), 403);
    assert.equal(await call({ authorization: "Bearer open sesame" }), 200);
    await served.close();
  });

  test("a form of a web page is refused, because it is not JSON", async () => {
    const response = await fetch(`${bank.addresses.http}/control/v1/batches`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: "{}",
    });
    assert.equal(response.status, 415);
  });

  test("the reference page matches the operations", () => {
    const page = new URL("../../../../docs/reference/control-openapi.json", import.meta.url);
    assert.deepEqual(
      JSON.parse(readFileSync(page, "utf8")),
      JSON.parse(JSON.stringify(describeControl())),
    );
  });

  test("its root redirects to its description", async () => {
    for (const path of ["", "/"]) {
      assert.deepEqual(
        (await call("GET", path)).json,
        JSON.parse(JSON.stringify(describeControl())),
      );
    }
  });

  test("the clock is read, set, advanced and released", async () => {
    const set = await call("PUT", "/clock", { now: "2026-12-01T10:00:00Z" });
    assert.equal(set.json.now, "2026-12-01T10:00:00.000Z");
    assert.equal(set.json.motion, "fixed");
    const later = await call("POST", "/clock/advance", { by: "P1DT2H" });
    assert.equal(later.json.now, "2026-12-02T12:00:00.000Z");
    assert.ok(later.json.batches >= 6, `${later.json.batches} batches`);
    const back = await call("DELETE", "/clock");
    assert.equal(back.json.motion, "running");
    assert.ok(Math.abs(Date.parse(back.json.now) - Date.now()) < day);
    for (const by of ["yesterday", -1, "P9Y"]) {
      assert.equal((await call("POST", "/clock/advance", { by })).status, 400);
    }
    assert.equal((await call("PUT", "/clock", { now: "noon" })).status, 400);
  });

  test("past and future batches are listed, and one can be run now", async () => {
    await call("PUT", "/clock", { now: "2026-12-07T10:00:00Z" });
    const payer = await aPayer(bank);
    const payment = await payer.pay(ndct, aPayment());
    assert.deepEqual((await call("POST", "/batches")).json, { taken: 1 });
    assert.equal(await payer.status(payment), "ACSC");
    const { batches } = (await call("GET", "/batches?limit=3")).json;
    const planned = batches.filter(({ state }: { state: string }) => state === "planned");
    assert.equal(planned.length, 3);
    assert.equal((await call("GET", "/batches?limit=x")).status, 400);
  });

  test("VER-11: a payment changed in the online bank keeps its paymentId", async () => {
    const payer = await aPayer(bank);
    const payment = await payer.pay(ndct, aPayment());
    const path = `/payments/${idOf(payment)}`;
    assert.equal((await call("PATCH", path, { amount: "77.70" })).status, 204);
    assert.equal((await payer.get(payment)).json.instructedAmount.amount, "77.70");
    assert.match((await call("PATCH", path, { amount: "77.7" })).text, /fraction digits/);
    assert.match(
      (await call("PATCH", path, { requestedExecutionDate: "2020-01-01" })).text,
      /past/,
    );
    assert.equal((await call("POST", `${path}/cancel`)).status, 204);
    assert.equal(await payer.status(payment), "CANC");
    assert.match((await call("POST", `${path}/cancel`)).text, /CANC cannot be cancelled/);
    assert.match((await call("POST", "/payments/x/cancel")).text, /no such payment/);
  });

  test("a request to an unknown path is recorded, without its query", async () => {
    const { http } = bank.addresses;
    const headers = { "TPP-Signature-Certificate": pemBody(bank.tpp.certificatePem) };
    await fetch(`${http}/v1/nothing/15819000066?secret=1`, { headers });
    await fetch(`${http}/v1/accounts`, { method: "PATCH", headers });
    await fetch(`${http}/v1/nobody`);
    const [latest] = bank.requestLog.list(undefined, 1);
    assert.equal(
      latest?.request.target,
      "/v1/nobody",
      "it is in no world, as it has no certificate",
    );
    const { requests } = (await call("GET", "/requests?limit=2")).json;
    const [method, path] = requests;
    assert.equal(method.operation, "PATCH /v1/accounts");
    assert.equal(method.response.status, 405);
    assert.equal(path.request.target, "/v1/nothing/…");
    assert.match(path.why.faults[0].text, /no such path/);
  });

  test("requests are recorded with the reason of each refusal and without secrets", async () => {
    const payer = await aPayer(bank);
    await payer.post(ndct, aPayment({ creditorName: "" }));
    await payer.psu.tpp.send({
      path: "/v1/sandbox/customers",
      body: { customerNumber: "15819000066", name: "Siri", type: "PRIVATE" },
    });
    const tampered = await payer.psu.tpp.send({
      path: "/v1/accounts",
      tamper: (headers) => {
        headers.Signature = String(headers.Signature).replace(/signature="..../, 'signature="AAAA');
      },
    });
    assert.equal(tampered.status, 400);
    const { requests } = (await call("GET", "/requests?limit=10")).json;
    const [signature, customer, body] = requests;
    assert.equal(signature.why.check, "Signature");
    assert.equal((await fetch(signature.why.explanation)).status, 200);
    assert.equal(customer.response.status, 201);
    assert.equal(body.why.faults[0].path, "/creditorName");
    assert.equal(body.request.method, "POST");
    const text = JSON.stringify(requests);
    assert.doesNotMatch(text, /15819000066/);
    assert.doesNotMatch(text, /signature=|tpp-signature-certificate/i);
    assert.doesNotMatch(text, /\/sca\/[\w-]{5}/);
  });

  test("a world is selected by its id or name if there are several", async () => {
    const other = await startBank();
    try {
      const identity = await other.authority.issueTppCertificate({
        name: "Other TPP",
        organisationNumber: "310000001",
        roles: ["PSP_AI"],
        kind: "working",
      });
      await other.clock.read();
      await aTpp(other, identity).send({ path: "/v1/sandbox/customers" });
      const clock = (query: string) =>
        fetch(`${other.addresses.http}/control/v1/clock${query}`).then(({ status }) => status);
      assert.equal(await clock(""), 400);
      assert.equal(await clock("?world=Other%20TPP"), 200);
      assert.equal(await clock("?world=Nobody"), 400);
    } finally {
      await other.close();
    }
  });

  test("a reset restores the initial data set of one world", async () => {
    assert.equal((await call("POST", "/worlds/reset")).status, 204);
    const payer = await aPayer(bank);
    const balances = await payer.get(
      `/v1/accounts/${dataSet.people.kari.current.accountId}/balances`,
    );
    assert.equal(balances.json.balances[0].balanceAmount.amount, "48211.50");
  });
});
