import assert from "node:assert/strict";
import { after, test } from "node:test";
import { headerNames, headerTitle, requiredHeaders } from "@varde/protocol";
import { aBank } from "@varde/testkit/bank";
import { aSession } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, servedOperations } from "@varde/testkit/tpp";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const { headers } = await aSession(bank, tpp);

for (const { operation, path } of servedOperations) {
  const { method, id } = operation;
  const required = requiredHeaders(operation);

  test(`B01: ${id} names each of its ${required.length} headers when missing`, async () => {
    assert.ok(required.length >= 4);
    for (const name of required) {
      const signed = await tpp.sign({ method, path, headers, body: "{}" });
      const remaining = Object.entries(signed.headers).filter(
        ([one]) => one.toLowerCase() !== name,
      );
      for (const sent of [remaining, [...remaining, [headerTitle(name), ""] as const]]) {
        const response = await tpp.exchange(method, path, Object.fromEntries(sent), "{}");
        const title = headerTitle(name);
        assertRefused(response, { status: 400, code: "HTTP_HEADER_REQUIRED", path: title });
        assert.equal(response.json.tppMessages.length, 1, response.text);
      }
    }
  });
}

test("B01: the table lists every header by its name in the interface", () => {
  for (const name of headerNames) assert.equal(headerTitle(name).toLowerCase(), name);
});

test("B01: ignores the format of a header that the operation does not use", async () => {
  const response = await tpp.send({
    path: "/v1/user",
    headers: { ...headers, "PSU-Context": "neither", "X-PSU-IDENTITY": "x" },
  });
  assert.equal(response.status, 200, response.text);
});
