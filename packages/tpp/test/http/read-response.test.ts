import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  findScaRedirect,
  InvalidResponseError,
  RefusedError,
  ScaRequiredError,
} from "../../src/index.ts";
import type { Reply } from "../a-bank.ts";
import { aPayment, aScene, type SceneOptions } from "../a-client.ts";
import { anAuthorityPem, aSeal } from "../a-seal.ts";

const payment = { product: "NDCT", paymentId: "p-1" } as const;
const body = { paymentId: "p-1", transactionStatus: "ACSC" };
const required: SceneOptions = { client: { verifyResponses: "required" } };

const isUntrusted = (error: unknown) =>
  error instanceof InvalidResponseError && error.fault === "signature" && error.status === 200;

describe("a signed response", () => {
  test("SIG-11: is accepted if intact, and the bank is asked to sign", async (context) => {
    const { client, bank } = await aScene(context, () => ({ body, signed: true }), {
      ...required,
      bank: { sealAuthorities: [anAuthorityPem()] },
    });
    assert.deepEqual(await client.payments.status(payment), body);
    assert.ok(bank.requests[0]?.headers.has("accept-signature"));
  });

  test("SIG-11: is refused with any bit of its body changed", async (context) => {
    let flip = (bytes: Buffer) => bytes;
    const { client } = await aScene(context, () => ({
      body,
      signed: true,
      tamper: (bytes) => flip(bytes),
    }));
    const length = JSON.stringify(body).length;
    const places = fc.tuple(fc.nat(length - 1), fc.nat(7));
    await fc.assert(
      fc.asyncProperty(places, async ([index, bit]) => {
        flip = (bytes) => {
          bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
          return bytes;
        };
        await assert.rejects(client.payments.status(payment), isUntrusted);
      }),
      { numRuns: 60 },
    );
  });

  const changes: Record<string, (headers: Record<string, string>) => void> = {
    "another Date": (headers) => {
      headers.Date = "Sun, 05 Jan 2014 21:31:40 GMT";
    },
    "another Digest": (headers) => {
      headers.Digest = "SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
    },
    "another X-Request-ID": (headers) => {
      headers["X-Request-ID"] = "of-another-response";
    },
    "no certificate": (headers) => {
      delete headers["ASPSP-Signature-Certificate"];
    },
    "a Signature that covers less": (headers) => {
      headers.Signature = (headers.Signature ?? "").replace("date digest", "date");
    },
  };
  for (const [change, apply] of Object.entries(changes)) {
    test(`SIG-11: is refused with ${change}`, async (context) => {
      const { client } = await aScene(context, () => ({
        body,
        signed: true,
        tamper: (bytes, headers) => {
          apply(headers);
          return bytes;
        },
      }));
      await assert.rejects(client.payments.status(payment), isUntrusted);
    });
  }

  test("SIG-11: is refused if another authority issued the seal", async (context) => {
    const stranger = aSeal("Someone else").certificatePem;
    const { client } = await aScene(context, () => ({ body, signed: true }), {
      bank: { sealAuthorities: [stranger] },
    });
    await assert.rejects(client.payments.status(payment), isUntrusted);
  });

  test("SIG-11: is refused if the seal of the authority is for someone else", async (context) => {
    const { client, bank } = await aScene(context, () => ({ body, signed: true }), {
      bank: { sealAuthorities: [anAuthorityPem()], sealHolder: "PSDNO-FSA-999999999" },
    });
    await assert.rejects(client.payments.status(payment), isUntrusted);
    const { organizationIdentifier, commonName } = bank.seal.certificate;
    const { client: knowing } = await aScene(context, () => ({ body, signed: true }), {
      bank: {
        // A bundle in which the right authority is the second.
        sealAuthorities: [`${aSeal("Another").certificatePem}\n${anAuthorityPem()}`],
        sealHolder: organizationIdentifier ?? commonName ?? "",
      },
    });
    assert.deepEqual(await knowing.payments.status(payment), body);
  });

  test("SIG-11: is refused if it is a refusal that was changed", async (context) => {
    const { client } = await aScene(context, () => ({
      status: 401,
      body: { _links: { scaRedirect: { href: "https://bank.example/sca", verbs: ["GET"] } } },
      signed: true,
      tamper: (bytes) => Buffer.from(bytes.toString().replace("bank.example", "evil.example")),
    }));
    await assert.rejects(client.payments.status(payment), { name: "InvalidResponseError" });
  });

  test("is verified without a body too", async (context) => {
    const reply: Reply = { status: 204, signed: true };
    const { client, psu } = await aScene(context, () => reply, required);
    assert.equal(await client.payments.delete(payment, psu), undefined);
  });
});

describe("a response without a signature", () => {
  test("is refused if signatures are required and accepted otherwise", async (context) => {
    const strict = await aScene(context, () => ({ body }), required);
    await assert.rejects(strict.client.payments.status(payment), isUntrusted);
    const lenient = await aScene(context, () => ({ body }));
    assert.deepEqual(await lenient.client.payments.status(payment), body);
  });

  test("is neither requested nor verified with verifyResponses off", async (context) => {
    const { client, bank } = await aScene(
      context,
      () => ({ body, signed: true, tamper: (bytes) => Buffer.from(`${bytes} `) }),
      { client: { verifyResponses: "off" } },
    );
    assert.deepEqual(await client.payments.status(payment), body);
    assert.equal(bank.requests[0]?.headers.has("accept-signature"), false);
  });
});

describe("a refusal", () => {
  const catchRefusal = async (context: Parameters<typeof aScene>[0], reply: Reply) => {
    const { client, psu } = await aScene(context, () => reply, { client: { ids: () => "id-1" } });
    const error: unknown = await client.payments
      .create("NDCT", aPayment(), psu)
      .catch((caught: unknown) => caught);
    assert.ok(error instanceof RefusedError);
    return error;
  };

  test("has status, code, messages, request id and explanation", async (context) => {
    const tppMessages = [
      { category: "WARNING", code: "FORMAT_ERROR", text: "beside the point" },
      { category: "ERROR", code: "KID_INVALID", path: "/creditorName", text: "has no check digit" },
    ];
    const error = await catchRefusal(context, {
      status: 400,
      body: { tppMessages },
      headers: { "Varde-Explain": "https://bank.example/explain/1" },
    });
    assert.equal(error.name, "RefusedError");
    assert.equal(error.status, 400);
    assert.equal(error.code, "KID_INVALID");
    assert.deepEqual(error.messages, tppMessages);
    assert.equal(error.requestId, "id-1");
    assert.equal(error.explainUrl, "https://bank.example/explain/1");
    assert.match(error.message, /400 KID_INVALID.*has no check digit/);
  });

  test("has the address for the PSU if it is a 401 with scaRedirect", async (context) => {
    const error = await catchRefusal(context, {
      status: 401,
      body: {
        tppMessages: [{ category: "ERROR", code: "SCA_EXPIRED" }],
        _links: { scaRedirect: { href: "https://bank.example/sca/2", verbs: ["GET"] } },
      },
    });
    assert.ok(error instanceof ScaRequiredError);
    assert.equal(error.scaRedirect, "https://bank.example/sca/2");
    assert.equal(findScaRedirect(error), "https://bank.example/sca/2");
  });

  const foreign = [
    [400, "BAD_REQUEST"],
    [401, "SCA_INVALID"],
    [403, "FORBIDDEN"],
    [404, "NOT_FOUND"],
    [409, "CONFLICT"],
    [415, "BAD_REQUEST"],
    [429, "ACCESS_EXCEEDED"],
    [502, "SYSTEM_ERROR"],
  ] as const;
  for (const [status, code] of foreign) {
    test(`${status} with an unknown code has the code ${code}`, async (context) => {
      const tppMessages = [{ category: "ERROR", code: "SERVICE_BLOCKED" }];
      const error = await catchRefusal(context, { status, body: { tppMessages } });
      assert.equal(error.code, code);
      assert.equal(error.messages[0]?.code, "SERVICE_BLOCKED");
    });
  }

  test("has the code of the status if the body is malformed", async (context) => {
    for (const body of [undefined, "<html>", [], { tppMessages: "no" }, { tppMessages: [null] }]) {
      const error = await catchRefusal(context, {
        status: 502,
        ...(body !== undefined && { body }),
      });
      assert.equal(error.code, "SYSTEM_ERROR");
      assert.deepEqual(error.messages, []);
    }
  });
});

test("distinguishes a successful response that is not JSON from a refusal", async (context) => {
  const { client } = await aScene(context, () => ({
    body,
    tamper: (bytes) => bytes.subarray(0, -1),
  }));
  await assert.rejects(client.payments.status(payment), {
    name: "InvalidResponseError",
    fault: "form",
    status: 200,
  });
});

test("refuses an empty response where a body is required", async (context) => {
  const { client, psu } = await aScene(context, () => ({ status: 201 }));
  await assert.rejects(client.payments.create("NDCT", aPayment(), psu), {
    name: "InvalidResponseError",
    fault: "form",
  });
});
