import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { ResponseSigner, SealIdentity } from "@varde/bank";
import { isInvalid, verifyResponse } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { aBank, aProductionBank, type ProductionBank } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { missingPrograms } from "@varde/testkit/processes";
import { callHeaders } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { SigningProcess } from "@varde/testkit/signers";
import { aTpp } from "@varde/testkit/tpp";
import { softHsmSigner } from "./soft-hsm-signer.ts";

describe("a bank whose seal is in another process", () => {
  let sandbox: TestBank;
  let identity: SealIdentity;
  let signing: SigningProcess;
  let bank: ProductionBank;

  const start = (responseSigner: ResponseSigner) =>
    aProductionBank(sandbox, { anchors: [sandbox.authority.certificate] }, { responseSigner });
  before(async () => {
    sandbox = await aBank();
    identity = await sandbox.authority.readResponseIdentity();
    signing = await SigningProcess.start(identity);
    bank = await start(signing.signer);
  });
  after(async () => {
    await bank.close();
    await signing[Symbol.asyncDispose]();
    await sandbox.close();
  });

  const send = async (
    { addresses }: Pick<ProductionBank, "addresses">,
    requestId: string,
    body = aPayment(),
  ) => {
    const response = await aTpp({ addresses }, sandbox.tpp).send({
      path: ndct,
      body,
      headers: {
        ...callHeaders("s1"),
        "PSU-Context": "PRIVATE",
        "X-Request-ID": requestId,
        "Accept-Signature": "sig",
      },
    });
    const verdict = verifyResponse({
      header: (name) => response.headers[name] as string | undefined,
      body: Buffer.from(response.text),
      requestId,
      anchors: [sandbox.authority.certificate],
      atMs: Date.now(),
    });
    return { response, verdict: isInvalid(verdict) ? verdict.reason : "signed" };
  };

  test("F19: responds with an unsigned 503 while the signer is away", async () => {
    const requestId = randomUUID();
    const body = aPayment();
    assert.equal((await send(bank, randomUUID())).verdict, "signed");
    await signing.end();
    const { response } = await send(bank, requestId, body);
    assertRefused(response, { status: 503, code: "SYSTEM_ERROR" });
    assert.equal(response.headers["retry-after"], "2");
    assert.equal(response.headers["x-request-id"], requestId);
    assert.equal(response.headers.signature, undefined);
    const metrics = await (await fetch(`${bank.addresses.http}/metrics`)).text();
    assert.match(metrics, /varde_port_failures_total\{method="responseSigner.sign"\} 1/);
    assert(bank.log.all.some(({ msg }) => /response not signed/.test(String(msg))));
    await signing.start();
    const again = await send(bank, requestId, body);
    assert.equal(again.response.status, 201, again.response.text);
    assert.equal(again.verdict, "signed");
    assert.equal(again.response.json.transactionStatus, "RCVD");
  });

  const skip = missingPrograms(["softhsm", "opensc"]);
  test("F19: signs with a key in a PKCS#11 token", { skip }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "varde-hsm-"));
    try {
      await using hsmBank = await start(softHsmSigner(identity, folder));
      assert.equal((await send(hsmBank, randomUUID())).verdict, "signed");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
