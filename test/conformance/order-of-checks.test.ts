import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession, type PsuSession } from "@varde/testkit/psu";
import { aTpp, resign, selfSigned } from "@varde/testkit/tpp";
import { type Draft, faultsInOrder, type Sent, type Step } from "./faults-in-order.ts";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
let session: PsuSession;
let others: Draft["others"];

before(async () => {
  session = await aSession(bank, tpp);
  others = {
    aisp: await bank.authority.issueTppCertificate({
      name: "AISP",
      organisationNumber: "210000003",
      roles: ["PSP_AI"],
      kind: "working",
    }),
    expired: selfSigned({ notAfter: Date.now() - 1000 }),
  };
});

/** Sends a valid request with the faults of these steps. The earliest fault is applied last. */
const sendWith = async (faults: readonly Step[]) => {
  const draft: Draft = {
    method: "POST",
    path: ndct,
    headers: { ...session.headers },
    identity: bank.tpp,
    body: aPayment(),
    others,
    tampers: [],
  };
  for (const { spoil } of faults.toReversed()) spoil(draft);
  const caller = aTpp(bank, draft.identity);
  const signed = await caller.sign({
    method: draft.method,
    path: draft.path,
    headers: draft.headers,
    body: draft.body,
    tamper: (sent) => {
      for (const tamper of draft.tampers) tamper(sent);
    },
  });
  if (draft.sentBefore !== undefined) await caller.sendAgain({ ...signed, ...draft.sentBefore });
  return caller.sendAgain(signed);
};

describe("a request with every fault at once, fixed one by one", () => {
  for (const [index, step] of faultsInOrder.entries()) {
    test(`ERR-09: the next refusal is for ${step.fault}`, async () => {
      const response = await sendWith(faultsInOrder.slice(index));
      const messages: { code: string; path?: string }[] = response.json.tppMessages;
      assert.equal(response.status, step.status, response.text);
      assert.deepEqual(
        messages.map(({ code }) => code),
        (step.paths ?? [""]).map(() => step.code),
        response.text,
      );
      if (step.paths !== undefined) {
        assert.deepEqual(
          messages.map(({ path }) => path),
          step.paths,
        );
      }
    });

    test(`ERR-09: finds ${step.fault} if it is the only fault`, async () => {
      const response = await sendWith([step]);
      assert.equal(response.status, step.status, response.text);
      assert.equal(response.json.tppMessages[0].code, step.code);
    });
  }

  test("ERR-09: creates the payment when no fault is left", async () => {
    const response = await sendWith([]);
    assert.equal(response.status, 201, response.text);
  });
});

test("ERR-09: checks an existing payment in the same order, its state last", async () => {
  const { paymentId } = (await sendWith([])).json;
  const path = `${ndct}/${paymentId}`;
  const remove = (headers: Record<string, string | undefined>, tamper?: (sent: Sent) => void) =>
    tpp.send({
      method: "DELETE",
      path,
      headers: { ...session.headers, ...headers },
      ...(tamper === undefined ? {} : { tamper }),
    });
  assert.equal((await remove({})).status, 204);
  const firstCode = (response: { json: { tppMessages: { code: string; path?: string }[] } }) =>
    `${response.json.tppMessages[0]?.code} ${response.json.tppMessages[0]?.path ?? ""}`.trim();
  const unknown = { "PSU-ID": randomUUID() };
  const fresh = { ...unknown, "TPP-Session-ID": randomUUID() };
  const malformed = { ...fresh, "PSU-IP-Address": "x" };
  const unsigned = (sent: Sent) => resign(sent, { key: tpp.key, names: ["date"] });
  const late = { ...malformed, Date: "Sun, 06 Nov 1994 08:49:37 GMT" };
  assert.equal(
    firstCode(await remove({ ...late, "TPP-Redirect-URI": undefined })),
    "HTTP_HEADER_REQUIRED TPP-Redirect-URI",
  );
  assert.equal(firstCode(await remove(late, unsigned)), "BAD_REQUEST Date");
  assert.equal(firstCode(await remove(malformed, unsigned)), "BAD_REQUEST Signature");
  assert.equal(firstCode(await remove(malformed)), "FORMAT_ERROR PSU-IP-Address");
  assert.equal(firstCode(await remove(fresh)), "PSU_CREDENTIALS_INVALID PSU-ID");
  assert.equal(firstCode(await remove({ "TPP-Session-ID": randomUUID() })), "SCA_NOT_FOUND");
  assert.equal(firstCode(await remove({})), "CONFLICT");
});
