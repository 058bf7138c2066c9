import { after, before, test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { pooledRsaKeys } from "@varde/testkit/keys";
import { aPayment, ndct } from "@varde/testkit/payments";
import { callHeaders } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, TestAuthority } from "@varde/testkit/tpp";

let sandbox: TestBank;

before(async () => {
  sandbox = await aBank();
});
after(() => sandbox.close());

const asTpp = (...roles: readonly ("PSP_PI" | "PSP_AI" | "PSP_IC")[]) =>
  aTpp(sandbox, new TestAuthority("Trusted CA").issue({ roles, keys: pooledRsaKeys() }));

test("GEN-02: A07, an AISP cannot create, read, delete or authorise a payment", async () => {
  const aisp = asTpp("PSP_AI");
  const headers = callHeaders("s1");
  const path = `${ndct}/0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10`;
  const psu = { ...headers, "PSU-ID": "0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10" };
  const responses = [
    await aisp.send({ path: ndct, body: aPayment(), headers: psu }),
    await aisp.send({ path }),
    await aisp.send({ path: `${path}/status` }),
    await aisp.send({ method: "DELETE", path, headers: psu }),
    await aisp.send({ method: "POST", path: `${path}/authorisations`, headers: psu }),
  ];
  for (const response of responses) assertRefused(response, { status: 403, code: "FORBIDDEN" });
});

test("GEN-03: A07, a PISP cannot read accounts or ask for consent", async () => {
  const pisp = asTpp("PSP_PI");
  const headers = callHeaders("s1");
  const responses = [
    await pisp.send({ path: "/v1/accounts", headers }),
    await pisp.send({ path: "/v1/accounts/kari-current/balances", headers }),
    await pisp.send({ method: "POST", path: "/v1/bank-offered-consents", headers }),
  ];
  for (const response of responses) assertRefused(response, { status: 403, code: "FORBIDDEN" });
});
