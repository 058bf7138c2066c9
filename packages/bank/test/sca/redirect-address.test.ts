import assert from "node:assert/strict";
import { test } from "node:test";
import { failureAddress } from "../../src/sca/redirect-address.ts";

test("RED-09: URL-encodes the message", () => {
  const message = "A & B";
  assert.equal(
    failureAddress("https://tpp.example/", { system: "sca", code: "SCA_INVALID", message }),
    "https://tpp.example/?system=sca&status=401&code=SCA_INVALID&message=A%20%26%20B",
  );
});
