import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { AppScaMethod, createBank, type RunningBank, sandboxConfiguration } from "@varde/bank";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aPayer, idOf, ndct, type Payer } from "@varde/testkit/payments";
import { Phone, sunniva } from "@varde/testkit/psu";
import { daily, from } from "../conformance/company-payments.ts";

const second = "person-trym";
const firstSigner = "person-sunniva";
const strangers = ["person-kari", "person-ola", "nobody"];
const scopes = ["challenges:read", "challenges:decide", "signings:read", "signings:start"] as const;
const tokenSha256 = createHash("sha256").update("app-token").digest("hex");

type Challenge = Parameters<Phone["confirm"]>[0];
type Confirmation = ReturnType<Phone["confirm"]>;

describe("A36: the second signer of a company, in the bank's app", () => {
  let bank: TestBank;
  let first: Payer;
  let own: RunningBank;
  let address = "";
  const phones = new Map([second, firstSigner].map((id) => [id, new Phone(`phone of ${id}`)]));
  const phone = (personId: string) => phones.get(personId) ?? assert.fail(personId);
  before(async () => {
    bank = await aBank({ hasBackgroundJobs: false });
    first = await aPayer(bank, sunniva);
    const { clock, psuDirectory, storage } = bank.bank;
    const method = new AppScaMethod({
      ...{ storage, clock, psuDirectory },
      findDevice: async ({ personId }, deviceId) => {
        const found = phones.get(personId);
        return found?.deviceId === deviceId ? found.device : undefined;
      },
      onFault: assert.ifError,
    });
    own = createBank({
      configuration: {
        ...sandboxConfiguration,
        ownChannels: [{ name: "app", scopes, tokenSha256 }],
      },
      storage,
      logTo: { write: () => {} },
      ports: { ...bank.bank, scaMethod: method },
      hasBackgroundJobs: false,
    });
    own.serveChallenges(method);
    address = await own.app.listen({ host: "127.0.0.1", port: 0 });
  });
  after(async () => {
    await own.close();
    await bank.close();
  });

  const post = async (path: string, body?: object) => {
    const response = await fetch(`${address}/own-channel/v1${path}`, {
      method: "POST",
      headers: { authorization: "Bearer app-token", "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text };
  };
  /** Creates a payment that one person has signed and that waits for the second. */
  const createWaiting = async () => {
    const payment = await first.create(ndct, from(daily, 40_000));
    await first.sign(payment);
    assert.equal(await first.status(payment), "RCVD");
    return payment;
  };
  const tryToStart = (payment: string, personId: string) =>
    post(`/signings/${idOf(payment)}/challenge?person=${personId}`);
  const start = async (payment: string): Promise<Challenge> => {
    const { status, text } = await tryToStart(payment, second);
    assert.equal(status, 200, text);
    return JSON.parse(text);
  };
  const confirm = async ({ challengeId, deviceId, signature }: Confirmation) =>
    (
      await post(`/challenges/${challengeId}/confirmation`, {
        deviceId,
        signature: Buffer.from(signature).toString("base64"),
      })
    ).status;

  test("confirms with their own phone, for one challenge, once", async () => {
    const [one, two] = [await createWaiting(), await createWaiting()];
    const [challenge, other] = [await start(one), await start(two)];
    const confirmation = phone(second).confirm(challenge);
    const forged = [
      // The signature for one payment, sent for the other.
      { ...confirmation, challengeId: other.challengeId },
      { ...phone(second).confirm(other), challengeId: challenge.challengeId },
      // The phone of the first signer, by its own id and by that of the second's.
      phone(firstSigner).confirm(challenge),
      { ...phone(firstSigner).confirm(challenge), deviceId: confirmation.deviceId },
      { ...confirmation, deviceId: phone(firstSigner).deviceId },
      // The text, or the message of the other challenge, in place of the message.
      phone(second).confirm(challenge, challenge.message.split("\n").slice(1).join("\n")),
      phone(second).confirm(challenge, other.message),
    ];
    for (const [at, each] of forged.entries()) {
      assert.equal(await confirm(each), 422, `forgery ${at + 1}`);
    }
    assert.equal(await first.status(one), "RCVD");
    assert.equal(await first.status(two), "RCVD");
    assert.equal(await confirm(confirmation), 204);
    assert.equal(await first.status(one), "ACTC");
    assert.equal(await confirm(confirmation), 409, "a confirmation counts once");
    assert.equal(await first.status(two), "RCVD");
    await first.delete(two);
  });

  test("is one of the company's people, and not the one who has signed", async () => {
    const payment = await createWaiting();
    for (const personId of [...strangers, firstSigner]) {
      const { status, text } = await tryToStart(payment, personId);
      assert.ok(status === 404 || status === 409, `${personId}: ${status} ${text}`);
    }
    assert.equal(await first.status(payment), "RCVD");
    await first.delete(payment);
  });

  test("cannot refuse the challenge of another person", async () => {
    const payment = await createWaiting();
    const { challengeId } = await start(payment);
    for (const personId of [...strangers, firstSigner]) {
      const { status } = await post(`/challenges/${challengeId}/refusal?person=${personId}`);
      assert.equal(status, 409, personId);
    }
    const refused = await post(`/challenges/${challengeId}/refusal?person=${second}`);
    assert.equal(refused.status, 204);
    await first.delete(payment);
  });

  test("cannot sign a payment that was cancelled after the challenge", async () => {
    const payment = await createWaiting();
    const challenge = await start(payment);
    await first.delete(payment);
    await confirm(phone(second).confirm(challenge));
    assert.equal(await first.status(payment), "CANC");
  });
});
