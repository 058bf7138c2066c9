import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { callHeaders, finishSca } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, resign, servedOperations } from "@varde/testkit/tpp";
import { createTppClient, type RefusedError, ScaRequiredError, type TppClient } from "@varde/tpp";
import { signatureRefused } from "./tampered-payments.ts";

// The path prefix is part of the target that is signed.
const bank = await aBank({ bank: { requestTarget: "required", pathPrefix: "/api" } });
after(() => bank.close());
const tpp = aTpp(bank);

const aClient = (signRequestTarget: boolean): TppClient =>
  createTppClient({
    bank: { baseUrl: `${bank.addresses.http}/api` },
    identity: { certificate: bank.tpp.certificatePem, key: bank.tpp.privateKeyPem },
    signRequestTarget,
  });

describe("a bank that requires (request-target)", () => {
  test("SIG-44: refuses a signature that does not cover it, in every operation", async () => {
    tpp.responsesAreDocumented = false;
    for (const { operation, path } of servedOperations) {
      const response = await tpp.send({
        method: operation.method,
        path: `/api${path}`,
        headers: { ...callHeaders(), "PSU-ID": randomUUID(), "x-accept-fix": "amount-as-string" },
        ...(operation.method !== "GET" && { body: "{}" }),
      });
      assertRefused(response, signatureRefused);
      assert.match(response.text, /does not cover \(request-target\), which this bank requires/);
    }
  });

  test("SIG-44: refuses the target of another request, and accepts its own", async () => {
    const path = "/api/v1/sandbox/customers?withAccounts=true";
    const names = ["(request-target)", "date", "x-request-id"];
    const send = (target: string, method = "GET") =>
      tpp.send({ path, tamper: (sent) => resign(sent, { key: tpp.key, names, method, target }) });
    assert.equal((await send(path)).status, 200);
    for (const response of [
      await send(path, "POST"),
      await send(path.replace("/api", "")),
      await send(path.replace(/\?.*/, "")),
    ]) {
      assertRefused(response, signatureRefused);
    }
  });

  test("SIG-44: serves the SDK if it signs the target, with query and prefix", async () => {
    const client = aClient(true);
    const psu = client.psu({ redirectUri: "https://tpp.example/", ipAddress: "192.0.2.7" });
    const required = await client.accounts.list(psu).then(
      () => assert.fail("the PSU has not completed an SCA"),
      (error: unknown) => error,
    );
    assert.ok(required instanceof ScaRequiredError, String(required));
    psu.remember(String(await finishSca(bank, required.scaRedirect)));
    const { accounts } = await client.accounts.list(psu);
    const [account] = accounts;
    assert.ok(account?.resourceId !== undefined);
    const entries = client.accounts.transactions(account.resourceId, psu, { limit: 5 });
    // The following pages are links of the bank.
    let count = 0;
    for await (const _ of entries) if (++count === 12) break;
    assert.equal(count, 12);
    client.close();
  });

  test("SIG-44: the SDK throws the bank's refusal if it does not sign the target", async () => {
    const client = aClient(false);
    await assert.rejects(client.contact.read(), (error: RefusedError) => {
      assert.match(error.messages[0]?.text ?? "", /\(request-target\)/);
      return error.status === 400;
    });
    client.close();
  });

  test("SIG-44: the sandbox signs the target for developers", async () => {
    const response = await fetch(`${bank.addresses.http}/control/v1/signed-requests`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ method: "GET", target: "/v1/sandbox/customers?withAccounts=true" }),
    });
    const call = (await response.json()) as {
      readonly signingString: string;
      readonly response: { readonly status: number };
    };
    assert.match(
      call.signingString,
      /^\(request-target\): get \/api\/v1\/sandbox\/customers\?withAccounts=true\n/,
    );
    assert.equal(call.response.status, 200);
  });
});
