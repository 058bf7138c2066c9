import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isDocumentationAddress, isPublicAddress } from "../../src/client/checks/public-address.ts";
import {
  type ClientFact,
  clientChecks,
  clientProfiles,
  clientTraps,
  gradeClient,
  type RequestFact,
  type ScaFact,
  startOver,
} from "../../src/index.ts";

const now = Date.parse("2026-11-17T10:00:00Z");
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const aRequest = (number: number, changes: Partial<RequestFact> = {}): RequestFact => ({
  kind: "request",
  number,
  at: now - 10 * minuteMs + number * 1_000,
  worldAt: now,
  ms: 5,
  operation: "listAccounts",
  target: "/v1/accounts",
  status: 200,
  isVerified: true,
  certificate: "0123456789abcdef",
  certificateUntil: now + 365 * dayMs,
  covers: "date x-request-id",
  asksSignature: true,
  requestId: `id-${number}`,
  dateSkewMs: -300,
  ...changes,
});

const aMark = (number: number, mark: string): ClientFact => ({
  kind: "mark",
  number,
  at: now - 10 * minuteMs + number * 1_000,
  worldAt: now,
  mark,
});

const resultOf = (id: string, facts: readonly ClientFact[], at = now) => {
  const check = gradeClient(facts, "both-company", at).checks.find((one) => one.id === id);
  assert(check !== undefined, id);
  return check.result;
};

describe("the grade of a client", () => {
  test("has 26 checks of recorded traffic and 11 traps, each with an id of its own", () => {
    const ids = clientChecks.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.filter((id) => id.startsWith("t-")).length, 26);
    assert.equal(clientTraps.length, 11);
    for (const { id, says, toSee, fix } of clientChecks) {
      for (const text of [says, toSee, fix]) assert.match(text, /^[A-Z].*\.$/, id);
    }
  });

  test("leaves out what a profile does not offer", () => {
    const idsOf = (profile: (typeof clientProfiles)[number]) =>
      gradeClient([], profile, now).checks.map(({ id }) => id);
    assert.ok(!idsOf("aisp").includes("t-poll-1s"));
    assert.ok(!idsOf("pisp").includes("t-next-links"));
    assert.ok(!idsOf("both").includes("t-company-header"));
    assert.equal(idsOf("both-company").length, clientChecks.length);
  });

  test("is not ready before anything was seen, whatever the profile", () => {
    for (const profile of clientProfiles) {
      const { isReady, verdict, requests } = gradeClient([], profile, now);
      assert.equal(isReady, false);
      assert.match(verdict, /^Not ready: \d+ required checks not seen$/);
      assert.equal(requests, 0);
    }
  });

  test("says how many checks failed, and how many were not seen", () => {
    const { verdict } = gradeClient([aRequest(1, { psuIp: "10.0.0.1" })], "aisp", now);
    assert.match(verdict, /^Not ready: 1 required check failed, \d+ required checks not seen$/);
  });

  test("does not count what was before the client started over", () => {
    const faulty = aRequest(1, { psuIp: "10.0.0.1" });
    assert.equal(resultOf("t-ip-public", [faulty]), "failed");
    assert.equal(resultOf("t-ip-public", [faulty, aMark(2, startOver)]), "not-seen");
  });

  test("warns of a certificate that expires soon", () => {
    const soon = aRequest(1, { certificateUntil: now + 20 * dayMs });
    assert.equal(resultOf("t-certificate-days", [soon]), "warning");
    assert.equal(resultOf("t-certificate-days", [aRequest(1)]), "passed");
  });

  test("accepts a read that is repeated with its id because the response was lost", () => {
    const lost = aRequest(1, { status: 0, requestId: "same" });
    assert.equal(
      resultOf("t-request-id-new", [lost, aRequest(2, { requestId: "same" })]),
      "passed",
    );
    const served = aRequest(1, { requestId: "same" });
    const again = aRequest(2, { requestId: "same" });
    assert.equal(resultOf("t-request-id-new", [served, again]), "failed");
  });

  test("does not take the repeat after an SCA for a resend", () => {
    const refused = aRequest(1, { status: 403 });
    const sca: ScaFact = {
      kind: "sca",
      number: 2,
      at: now,
      worldAt: now,
      outcome: "approved",
      subjectKind: "consent",
    };
    assert.equal(resultOf("t-no-resend-after-4xx", [refused, sca, aRequest(3)]), "passed");
    assert.equal(resultOf("t-no-resend-after-4xx", [refused, aRequest(3)]), "failed");
    const link = aRequest(1, { status: 401, hasScaLink: true });
    assert.equal(resultOf("t-no-resend-after-4xx", [link, aRequest(2)]), "passed");
  });
});

describe("a trap", () => {
  const lost = aRequest(2, {
    operation: "createPayment",
    status: 0,
    scenario: "trap-lost-response",
    amount: "7.00 NOK",
    digest: "SHA-256=a",
  });
  const armed = aMark(1, "trap-lost-response");

  test("waits until it takes effect, and then for the client, two minutes at most", () => {
    assert.equal(resultOf("trap-lost-response", []), "not-seen");
    assert.equal(resultOf("trap-lost-response", [armed]), "waiting");
    assert.equal(resultOf("trap-lost-response", [armed, lost], lost.at + minuteMs), "waiting");
    assert.equal(resultOf("trap-lost-response", [armed, lost], lost.at + 3 * minuteMs), "failed");
  });

  test("judges the repeat by its id, also if the body differs a little", () => {
    const repeat = { ...lost, number: 3, status: 201, scenario: undefined };
    assert.equal(resultOf("trap-lost-response", [armed, lost, repeat]), "passed");
    const other = { ...repeat, requestId: "other", digest: "SHA-256=b" };
    assert.equal(resultOf("trap-lost-response", [armed, lost, other]), "failed");
  });

  test("that was replaced before it took effect was not seen", () => {
    assert.equal(resultOf("trap-lost-response", [armed, aMark(2, "trap-503")]), "not-seen");
  });

  test("lets a client give up after a revoked consent", () => {
    const facts = [aMark(1, "trap-revoked"), aRequest(2, { status: 401, hasScaLink: true })];
    const at = facts[1]?.at ?? 0;
    assert.equal(resultOf("trap-revoked", facts, at + 10_000), "waiting");
    assert.equal(resultOf("trap-revoked", facts, at + minuteMs), "passed");
  });
});

describe("the address of a PSU", () => {
  test("is public, or one for documentation", () => {
    for (const address of [
      "10.1.2.3",
      "127.0.0.1",
      "192.168.1.1",
      "172.20.0.1",
      "fe80::1",
      "::1",
    ]) {
      assert.ok(!isPublicAddress(address), address);
    }
    for (const address of ["", "shop", "1.2.3"]) assert.ok(!isPublicAddress(address), address);
    for (const address of ["81.2.3.4", "172.32.0.1", "2a02:fe0::1"]) {
      assert.ok(isPublicAddress(address) && !isDocumentationAddress(address), address);
    }
    for (const address of ["192.0.2.7", "198.51.100.1", "203.0.113.9", "2001:db8::1"]) {
      assert.ok(isDocumentationAddress(address), address);
    }
  });
});
