import assert from "node:assert/strict";
import { sign } from "node:crypto";
import { describe, test } from "node:test";
import {
  acceptFixNames,
  attributeOids,
  isInvalid,
  operationList,
  parseSignatureHeader,
} from "@varde/protocol";
import { ScaRequiredError } from "../src/index.ts";
import { aBulk, aPayment, aPeriodicPayment, aScene, corporateId, psuId, tpp } from "./a-client.ts";
import { aSeal } from "./a-seal.ts";
import { everyCall } from "./every-call.ts";

const payment = { product: "NDCT", paymentId: "p-1" } as const;
const page = { transactions: { booked: [], _links: {} }, cardTransactions: { _links: {} } };

describe("every operation", () => {
  for (const { id, status } of operationList) {
    test(`${id} is called with a signature and headers that a bank accepts`, async (context) => {
      const body = status === 204 ? undefined : { ...page, basketId: "b-1" };
      const scene = await aScene(context, () => ({
        status: status,
        ...(body !== undefined && { body }),
        signed: true,
      }));
      await everyCall(scene)[id]();
      assert.deepEqual(
        scene.bank.requests.map(({ operation }) => operation.id),
        [id],
      );
    });
  }

  test("sends bulk and periodic payments to their own services", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({
      status: 201,
      body: { paymentId: "p-9", transactionStatus: "RCVD" },
    }));
    const bulk = await client.bulkPayments.create("NDCT", aBulk(), psu);
    await client.bulkPayments.authorise(bulk, psu);
    await client.periodicPayments.create("NDCT", aPeriodicPayment(), psu);
    const product = "norwegian-domestic-credit-transfers";
    assert.deepEqual(
      bank.requests.map(({ target }) => target),
      [
        `/v1/bulk-payments/${product}`,
        `/v1/bulk-payments/${product}/p-9/authorisations`,
        `/v1/periodic-payments/${product}`,
      ],
    );
  });

  test("refuses to use a bulk as a single payment", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({
      status: 201,
      body: { paymentId: "p-9", transactionStatus: "RCVD" },
    }));
    const bulk = await client.bulkPayments.create("NDCT", aBulk(), psu);
    // @ts-expect-error: the types refuse it too
    await assert.rejects(client.payments.authorise(bulk, psu), TypeError);
    assert.equal(bank.requests.length, 1);
  });
});

describe("a request", () => {
  test("SIG-24: signs every candidate header that is sent, in order", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({ status: 201, body: {} }));
    psu.actUnder(corporateId);
    await client.payments.create("NDCT", aPayment(), psu);
    const signature = parseSignatureHeader(bank.requests[0]?.headers.get("signature") ?? "");
    assert.ok(!isInvalid(signature));
    assert.deepEqual(signature.headers, [
      "date",
      "digest",
      "x-request-id",
      "psu-id",
      "psu-corporate-id",
      "tpp-redirect-uri",
    ]);
  });

  test("has a Digest only if it has a body", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({ status: 201, body: {} }));
    await client.payments.create("NDCT", aPayment(), psu);
    await client.payments.authorise(payment, psu);
    const [created, started] = bank.requests;
    assert.match(created?.headers.get("digest") ?? "", /^SHA-256=/);
    assert.equal(started?.headers.has("digest"), false);
    assert.deepEqual(JSON.parse(String(created?.body)), aPayment());
  });

  test("SIG-28: has an encoded, valid Signature if the issuer is not ASCII", async (context) => {
    const seal = aSeal("Blåbær", {
      issuer: [
        [attributeOids.country, "NO"],
        [attributeOids.organizationName, "Sjø & Fjord Tillit, Čáhcesuolu"],
        [attributeOids.commonName, "Øvre CA"],
      ],
    });
    const { client, bank } = await aScene(context, () => ({ body: {} }), {
      client: { identity: { certificate: seal.certificatePem, key: seal.privateKey } },
    });
    await client.payments.status(payment);
    assert.match(bank.requests[0]?.headers.get("signature") ?? "", /^=\?utf-8\?B\?/i);
  });

  test("is signed by an external signer without a key", async (context) => {
    const signed: string[] = [];
    const { client, bank } = await aScene(context, () => ({ body: {} }), {
      client: {
        identity: {
          certificate: tpp.certificatePem,
          key: async (text, algorithm) => {
            signed.push(algorithm);
            return sign("sha256", text, tpp.privateKey);
          },
        },
      },
    });
    await client.payments.status(payment);
    assert.deepEqual(signed, ["rsa-sha256"]);
    assert.equal(bank.requests.length, 1);
  });

  test("sends the brand unchanged, even with letters outside Latin-1", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({ status: 201, body: {} }), {
      client: { brand: "Sámi Bánku Č" },
    });
    await client.payments.create("NDCT", aPayment(), psu);
    await client.payments.status(payment, psu);
    const brands = bank.requests.map(({ headers }) => headers.get("tpp-brand-logging-information"));
    assert.equal(Buffer.from(brands[0] ?? "", "latin1").toString(), "Sámi Bánku Č");
    assert.equal(brands[1], undefined);
  });

  test("names every known fix in x-accept-fix, or those requested", async (context) => {
    const all = await aScene(context, () => ({ body: {} }));
    await all.client.payments.status(payment);
    const one = await aScene(context, () => ({ body: {} }), {
      client: { acceptFix: ["longer-names"] },
    });
    await one.client.payments.status(payment);
    assert.equal(all.bank.requests[0]?.headers.get("x-accept-fix"), acceptFixNames.join(", "));
    assert.equal(one.bank.requests[0]?.headers.get("x-accept-fix"), "longer-names");
  });

  test("uses the prefix and path variants of the bank", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({ body: {} }), {
      prefix: "/api-sandbox",
      bank: { userPath: "users", consentsPath: "consents" },
    });
    await client.user.read(psu);
    await client.consents.create(psu);
    assert.deepEqual(
      bank.requests.map(({ target }) => target),
      ["/api-sandbox/v1/users", "/api-sandbox/v1/consents"],
    );
  });

  test("is not sent if an id would lead to another path", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({ body: {} }));
    for (const id of ["", ".", ".."]) {
      await assert.rejects(async () => client.accounts.balances(id, psu), TypeError);
    }
    await client.accounts.balances("a/b?c", psu);
    assert.deepEqual(
      bank.requests.map(({ target }) => target),
      ["/v1/accounts/a%2Fb%3Fc/balances"],
    );
  });

  test("uses the TPP id of the certificate for the contact address", async (context) => {
    const { client, bank } = await aScene(context, () => ({ body: { email: "a@b.example" } }));
    await client.contact.read();
    await client.contact.read({ tppId: "NO-FSA-987654321" });
    assert.deepEqual(
      bank.requests.map(({ target }) => target.split("/")[3]),
      ["NO-FSA-310000000", "NO-FSA-987654321"],
    );
  });
});

describe("headers about the PSU", () => {
  test("sends the id but no IP address of an absent PSU", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({ body: {} }));
    await client.accounts.balances("acc-1", psu.absent());
    const headers = bank.requests[0]?.headers;
    assert.equal(headers?.get("psu-id"), psuId);
    assert.equal(headers?.has("psu-ip-address"), false);
  });

  test("sends the identity number only while no psu-id is known", async (context) => {
    const { client, bank } = await aScene(context, () => ({ status: 201, body: {} }));
    const psu = client.psu({
      redirectUri: "https://tpp.example/cb",
      ipAddress: "192.0.2.7",
      identity: "15819000066",
      context: "PRIVATE",
    });
    await client.payments.create("NDCT", aPayment(), psu);
    psu.remember(`/cb?psu-id=${psuId}&tpp-session-id=${psu.memory.sessionId}&context=PRIVATE`);
    await client.payments.create("NDCT", aPayment(), psu);
    const sent = bank.requests.map(({ headers }) => [
      headers.get("x-psu-identity"),
      headers.get("psu-id"),
      headers.get("psu-context"),
    ]);
    assert.deepEqual(sent, [
      ["15819000066", undefined, "PRIVATE"],
      [undefined, psuId, "PRIVATE"],
    ]);
  });

  test("forwards headers of the PSU's browser, except for sandbox operations", async (context) => {
    const { client, bank } = await aScene(context, () => ({ body: {} }));
    const psu = client.psu({
      redirectUri: "https://tpp.example/cb",
      ipAddress: "192.0.2.7",
      redirectPreferred: false,
      forwarded: { userAgent: "Firefox", ipPort: "443", httpMethod: "POST" },
    });
    await client.accounts.list(psu);
    await client.call("listCustomers", { psu });
    const [sent, sandbox] = bank.requests.map(({ headers }) => headers);
    assert.equal(sent?.get("psu-user-agent"), "Firefox");
    assert.equal(sent?.get("psu-ip-port"), "443");
    assert.equal(sent?.get("psu-http-method"), "POST");
    assert.equal(sent?.get("tpp-redirect-preferred"), "false");
    const names = [...(sandbox?.keys() ?? [])].filter((name) => /^(psu|tpp-redirect)/.test(name));
    assert.deepEqual(names, []);
  });

  test("repeats a call with the psu-id after the callback", async (context) => {
    const { client } = await aScene(context, ({ headers }) =>
      headers.has("psu-id")
        ? { body: { accounts: [] } }
        : {
            status: 401,
            body: {
              tppMessages: [{ category: "ERROR", code: "SCA_NOT_FOUND" }],
              _links: { scaRedirect: { href: "https://bank.example/sca/1", verbs: ["GET"] } },
            },
          },
    );
    const psu = client.psu({ redirectUri: "https://tpp.example/cb", ipAddress: "192.0.2.7" });
    await assert.rejects(client.accounts.list(psu), (error) => {
      assert.ok(error instanceof ScaRequiredError);
      assert.equal(error.scaRedirect, "https://bank.example/sca/1");
      return true;
    });
    psu.remember(`/cb?psu-id=${psuId}&tpp-session-id=${psu.memory.sessionId}&context=PRIVATE`);
    assert.deepEqual(await client.accounts.list(psu), { accounts: [] });
  });
});
