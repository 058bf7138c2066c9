import assert from "node:assert/strict";
import { test } from "node:test";
import { jointApproval } from "../../../src/pages/parts/joint-approval.ts";

const at = Date.parse("2026-11-16T10:02:00+01:00");
const signed = [{ name: "Kari Nordli", at }];
const plain = (html: unknown) => String(html).replaceAll(/<[^>]+>|[\u2066-\u2069\n]/g, "");

test("SCA-25: says how many people must approve, and who has", () => {
  assert.equal(
    plain(jointApproval({ needed: 2, signed: [] }, "nb")),
    "Må godkjennes av to. Du er den første.",
  );
  assert.equal(
    plain(jointApproval({ needed: 2, signed }, "nb")),
    "Må godkjennes av to. Kari Nordli godkjente 16. november 2026 kl. 10.02.",
  );
  assert.equal(
    plain(jointApproval({ needed: 2, signed }, "en")),
    "Must be approved by two people. Kari Nordli approved on 16 November 2026 at 10:02.",
  );
  assert.equal(jointApproval(undefined, "nb"), undefined);
});
