import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { Socket } from "node:net";
import { test } from "node:test";
import { operations, Reader } from "@varde/protocol";
import type { Bank } from "../../../src/bank.ts";
import { Explanations } from "../../../src/operations/explanations/explanations.ts";
import { checkSignature } from "../../../src/pipeline/checks/check-signature.ts";
import type { Refusal } from "../../../src/request/refusal.ts";
import { RequestContext } from "../../../src/request/request-context.ts";
import { RequestHeaders } from "../../../src/request/request-headers.ts";

const date = "Sun, 05 Jan 2014 21:31:40 GMT";

/** Headers whose names cannot be listed, so that every explanation throws. */
class UnreadableHeaders extends RequestHeaders {
  override names(): never {
    throw new Error("not readable");
  }
}

const aRequest = (headers: RequestHeaders): RequestContext => {
  const context = new RequestContext({
    operation: operations.readUser,
    method: "GET",
    target: "/v1/user",
    headers,
    rawBody: Buffer.alloc(0),
    isTooLarge: false,
    parameters: {},
    receivedAt: Date.parse(date),
    clientCertificate: "",
    place: { moveTo: () => true },
    socket: new Socket(),
  });
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  context.certificate = { publicKey } as RequestContext["certificate"];
  context.signature = {
    algorithm: "rsa-sha256",
    headers: ["date"],
    signature: Buffer.from("x"),
  } as unknown as RequestContext["signature"];
  return context;
};

test("a signature whose explanation throws is refused without one, and logged", async () => {
  const logged: unknown[] = [];
  const bank = {
    configuration: { mode: "sandbox" },
    reader: Reader.ofSandbox("sandbox"),
    log: { error: (...words: readonly unknown[]) => logged.push(words) },
  } as unknown as Bank;
  const headers = new UnreadableHeaders({ headers: { date }, rawHeaders: ["Date", date] });
  const refusal = (await checkSignature(aRequest(headers), bank)) as Refusal;
  const [{ code, path, text }] = refusal.violations;
  assert.deepEqual([code, path], ["BAD_REQUEST", "Signature"]);
  assert.equal(text, "The signature does not match the request.");
  assert.match(String(Object(logged[0])[1]), /signature not explained/);
});

test("an explanation that fails on its thread leaves the plain refusal", async () => {
  const explanations = new Explanations();
  const reader = Reader.ofSandbox("sandbox");
  const refusal: Refusal = {
    violations: [{ code: "BAD_REQUEST", path: "Signature", text: "is not valid" }],
  };
  const broken = aRequest(new RequestHeaders({ headers: { date }, rawHeaders: ["Date", date] }));
  // A function cannot be sent to a thread.
  Object.assign(broken.received, { target: () => "/v1/user" });
  const sound = aRequest(new RequestHeaders({ headers: { date }, rawHeaders: ["Date", date] }));
  try {
    explanations.add(reader, "broken", refusal, "Signature", broken);
    const plain = await explanations.open("broken", "a reader");
    assert.ok(plain !== "busy");
    assert.equal(plain?.text, "is not valid");
    assert.deepEqual(plain?.checks, [
      { check: "Signature", verdict: "wrong", text: "is not valid" },
    ]);
    // The next one works. On a busy machine the thread may not start in time at first.
    for (let attempt = 0, isExplained = false; !isExplained; attempt += 1) {
      assert.ok(attempt < 10, "no explanation after a failed one");
      explanations.add(reader, `sound ${attempt}`, refusal, "Signature", sound);
      const found = await explanations.open(`sound ${attempt}`, "a reader");
      isExplained = found !== "busy" && (found?.checks?.length ?? 0) > 1;
    }
  } finally {
    await explanations.close();
  }
});
