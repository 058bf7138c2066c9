import assert from "node:assert/strict";
import { sign } from "node:crypto";
import { describe, test } from "node:test";
import {
  acceptFixNames,
  attributeOids,
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
    test(`${id} is reached with a signature and headers a bank accepts`, async (context) => {
      const body = status === 204 ? undefined : { ...page, basketId: "b-1" };
      const scene = await aScene(context, () => ({
        status: status,
        ...(body !== undefined && { body }),
        signed: true,
      }));
      await everyCall(scene)[id]();
      assert.deepEqual(
        scene.bank.seen.map(({ operation }) => operation.id),
        [id],
      );
    });
  }

  test("bulk and periodic payments go to their own services", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({
      status: 201,
      body: { paymentId: "p-9", transactionStatus: "RCVD" },
    }));
    const bulk = await client.bulkPayments.create("NDCT", aBulk(), psu);
    await client.bulkPayments.authorise(bulk, psu);
    await client.periodicPayments.create("NDCT", aPeriodicPayment(), psu);
    const product = "norwegian-domestic-credit-transfers";
    assert.deepEqual(
      bank.seen.map(({ target }) => target),
      [
        `/v1/bulk-payments/${product}`,
        `/v1/bulk-payments/${product}/p-9/authorisations`,
        `/v1/periodic-payments/${product}`,
      ],
    );
  });

  test("a bulk is not taken for a single payment", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({
      status: 201,
      body: { paymentId: "p-9", transactionStatus: "RCVD" },
    }));
    const bulk = await client.bulkPayments.create("NDCT", aBulk(), psu);
    // @ts-expect-error the types say so too
    await assert.rejects(client.payments.authorise(bulk, psu), TypeError);
    assert.equal(bank.seen.length, 1);
  });
});

describe("a request", () => {
  test("SIG-24: every candidate header that is sent is signed, in order", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({ status: 201, body: {} }));
    psu.actUnder(corporateId);
    await client.payments.create("NDCT", aPayment(), psu);
    const signature = parseSignatureHeader(bank.seen[0]?.headers.get("signature") ?? "");
    assert.ok(signature.ok);
    assert.deepEqual(signature.value.headers, [
      "date",
      "digest",
      "x-request-id",
      "psu-id",
      "psu-corporate-id",
      "tpp-redirect-uri",
    ]);
  });

  test("a body has a Digest and a call without a body has none", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({ status: 201, body: {} }));
    await client.payments.create("NDCT", aPayment(), psu);
    await client.payments.authorise(payment, psu);
    const [created, started] = bank.seen;
    assert.match(created?.headers.get("digest") ?? "", /^SHA-256=/);
    assert.equal(started?.headers.has("digest"), false);
    assert.deepEqual(JSON.parse(String(created?.body)), aPayment());
  });

  test("SIG-28: an issuer beyond ASCII makes an encoded, valid Signature", async (context) => {
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
    assert.match(bank.seen[0]?.headers.get("signature") ?? "", /^=\?utf-8\?B\?/i);
  });

  test("an external signer makes the signature without a key", async (context) => {
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
    assert.equal(bank.seen.length, 1);
  });

  test("the brand keeps its letters, even those beyond Latin-1", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({ status: 201, body: {} }), {
      client: { brand: "Sámi Bánku Č" },
    });
    await client.payments.create("NDCT", aPayment(), psu);
    await client.payments.status(payment, psu);
    const brands = bank.seen.map(({ headers }) => headers.get("tpp-brand-logging-information"));
    assert.equal(Buffer.from(brands[0] ?? "", "latin1").toString(), "Sámi Bánku Č");
    assert.equal(brands[1], undefined);
  });

  test("x-accept-fix names every known fix, or those asked for", async (context) => {
    const all = await aScene(context, () => ({ body: {} }));
    await all.client.payments.status(payment);
    const one = await aScene(context, () => ({ body: {} }), {
      client: { acceptFix: ["longer-names"] },
    });
    await one.client.payments.status(payment);
    assert.equal(all.bank.seen[0]?.headers.get("x-accept-fix"), acceptFixNames.join(", "));
    assert.equal(one.bank.seen[0]?.headers.get("x-accept-fix"), "longer-names");
  });

  test("a bank's prefix and spellings of paths are followed", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({ body: {} }), {
      prefix: "/api-sandbox",
      bank: { userPath: "users", consentsPath: "consents" },
    });
    await client.user.read(psu);
    await client.consents.create(psu);
    assert.deepEqual(
      bank.seen.map(({ target }) => target),
      ["/api-sandbox/v1/users", "/api-sandbox/v1/consents"],
    );
  });

  test("an id that would lead to another path is refused unsent", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({ body: {} }));
    for (const id of ["", ".", ".."]) {
      await assert.rejects(async () => client.accounts.balances(id, psu), TypeError);
    }
    await client.accounts.balances("a/b?c", psu);
    assert.deepEqual(
      bank.seen.map(({ target }) => target),
      ["/v1/accounts/a%2Fb%3Fc/balances"],
    );
  });

  test("the TPP's id for its contact address is the certificate's", async (context) => {
    const { client, bank } = await aScene(context, () => ({ body: { email: "a@b.example" } }));
    await client.contact.read();
    await client.contact.read({ tppId: "NO-FSA-987654321" });
    assert.deepEqual(
      bank.seen.map(({ target }) => target.split("/")[3]),
      ["NO-FSA-310000000", "NO-FSA-987654321"],
    );
  });
});

describe("what the bank is told of the PSU", () => {
  test("a call for an absent PSU carries their id and no address", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({ body: {} }));
    await client.accounts.balances("acc-1", psu.absent());
    const headers = bank.seen[0]?.headers;
    assert.equal(headers?.get("psu-id"), psuId);
    assert.equal(headers?.has("psu-ip-address"), false);
  });

  test("the identity number is sent only while no psu-id is known", async (context) => {
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
    const told = bank.seen.map(({ headers }) => [
      headers.get("x-psu-identity"),
      headers.get("psu-id"),
      headers.get("psu-context"),
    ]);
    assert.deepEqual(told, [
      ["15819000066", undefined, "PRIVATE"],
      [undefined, psuId, "PRIVATE"],
    ]);
  });

  test("what the PSU's browser sent is passed on, save for sandbox data", async (context) => {
    const { client, bank } = await aScene(context, () => ({ body: {} }));
    const psu = client.psu({
      redirectUri: "https://tpp.example/cb",
      ipAddress: "192.0.2.7",
      redirectPreferred: false,
      forwarded: { userAgent: "Firefox", ipPort: "443", httpMethod: "POST" },
    });
    await client.accounts.list(psu);
    await client.call("listCustomers", { psu });
    const [told, sandbox] = bank.seen.map(({ headers }) => headers);
    assert.equal(told?.get("psu-user-agent"), "Firefox");
    assert.equal(told?.get("psu-ip-port"), "443");
    assert.equal(told?.get("psu-http-method"), "POST");
    assert.equal(told?.get("tpp-redirect-preferred"), "false");
    const names = [...(sandbox?.keys() ?? [])].filter((name) => /^(psu|tpp-redirect)/.test(name));
    assert.deepEqual(names, []);
  });

  test("after the callback the same call succeeds with the psu-id", async (context) => {
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
