import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { aTpp } from "@varde/testkit/tpp";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const session = await aSession(bank, tpp);
const markup = "<script>alert(1)</script><img src=x onerror=alert(2)>";

/** Sends a payment with a wrong signature, and returns the address of its explanation. */
const refuse = async (changes: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const response = await tpp.send({
    path: ndct,
    body: aPayment(changes),
    headers: session.headers,
    tamper: (sent) => {
      sent.Digest = `SHA-256=${Buffer.alloc(32).toString("base64")}`;
    },
  });
  assert.equal(response.status, 400, response.text);
  return String(response.headers["varde-explain"]);
};

const open = async (address: string, accept = "application/json") => {
  const response = await fetch(address, { headers: { accept } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe("A36: explanations of refused requests", () => {
  test("have addresses that nobody can guess", async () => {
    const ids = new Set<string>();
    for (let at = 0; at < 20; at += 1) {
      const id = new URL(await refuse()).pathname.split("/").at(-1) ?? "";
      assert.ok(id.length >= 22, `${id} has less than 128 bits`);
      ids.add(id);
    }
    assert.equal(ids.size, 20);
    const [known = ""] = ids;
    const guesses = [
      "",
      "1",
      known.slice(0, -1),
      `${known}0`,
      known.toUpperCase() === known ? known.toLowerCase() : known.toUpperCase(),
      `${known}/../${known}x`,
      "..%2f..%2fetc%2fpasswd",
      "__proto__",
      "constructor",
      "%00",
    ];
    for (const guess of guesses) {
      const { status } = await open(`${bank.addresses.http}/explain/${guess}`);
      assert.ok(status === 404 || status === 400, `${guess}: ${status}`);
    }
  });

  test("show what was sent as text, and neither PSU nor certificate of others", async () => {
    const address = await refuse({ remittanceInformationUnstructured: markup });
    const page = await open(address, "text/html");
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text, /<script>alert|<img src=x/);
    assert.match(page.headers.get("content-security-policy") ?? "", /default-src 'none'/);
    const { text, headers } = await open(address);
    assert.equal(headers.get("cache-control"), "no-store");
    assert.doesNotMatch(text, /PRIVATE KEY/);
    const other = await open(await refuse({ remittanceInformationUnstructured: "of another" }));
    assert.doesNotMatch(other.text, /alert\(1\)/);
  });
});
