import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { CallbackError, readCallback } from "../../src/index.ts";
import { corporateId, psuId } from "../a-client.ts";

const success = `psu-id=${psuId}&tpp-session-id=s-1&context=PRIVATE`;

test("the last parameters, which the bank added, decide between success and failure", () => {
  const failure = "system=sca&status=401&code=SCA_INVALID&message=no";
  assert.equal(readCallback(`/cb?${success}&${failure}`).outcome, "failure");
  assert.equal(readCallback(`/cb?${failure}&${success}`).outcome, "success");
});

describe("a successful SCA", () => {
  test("reads psu-id, session and context from a full address or its path", () => {
    const read = {
      outcome: "success",
      psuId,
      sessionId: "s-1",
      context: "PRIVATE",
    };
    assert.deepEqual(readCallback(`https://tpp.example/cb?state=x&${success}`), read);
    assert.deepEqual(readCallback(new URL(`https://tpp.example/cb?${success}`)), read);
    assert.deepEqual(readCallback(`/cb?${success}`), read);
  });

  test("reads the corporate agreement", () => {
    const callback = readCallback(
      `/cb?psu-id=${psuId}&psu-corporate-id=${corporateId}&tpp-session-id=s-1&context=CORPORATE`,
    );
    assert.ok(callback.outcome === "success");
    assert.equal(callback.psuCorporateId, corporateId);
    assert.equal(callback.context, "CORPORATE");
  });

  test("is not hidden by parameters of the TPP's own address", () => {
    const callback = readCallback(`/cb?code=mine&context=mine&tpp-session-id=mine&${success}`);
    assert.ok(callback.outcome === "success");
    assert.equal(callback.sessionId, "s-1");
    assert.equal(callback.context, "PRIVATE");
  });

  for (const query of [
    `psu-id=${psuId}&context=PRIVATE`,
    `psu-id=ola&tpp-session-id=s-1&context=PRIVATE`,
    `psu-id=${psuId}&tpp-session-id=s-1&context=BOTH`,
    `psu-id=${psuId}&psu-corporate-id=7&tpp-session-id=s-1&context=CORPORATE`,
  ]) {
    test(`refuses the query ${query}`, () => {
      assert.throws(() => readCallback(`/cb?${query}`), CallbackError);
    });
  }
});

describe("a failed SCA", () => {
  test("reads system, status, code and message", () => {
    assert.deepEqual(
      readCallback(
        "/cb?system=sca&status=401&code=SCA_INVALID&message=Avvist%20av%20kunden%20%C3%B8",
      ),
      {
        outcome: "failure",
        system: "sca",
        status: 401,
        code: "SCA_INVALID",
        message: "Avvist av kunden ø",
      },
    );
  });

  test("maps an unknown code or status to a known code", () => {
    assert.deepEqual(readCallback("/cb?status=abc&code=WHATEVER"), {
      outcome: "failure",
      status: 500,
      code: "SYSTEM_ERROR",
      message: "",
    });
  });
});

test("returns a callback or throws a CallbackError for any address", () => {
  const names = fc.constantFrom("psu-id", "tpp-session-id", "context", "code", "status", "x");
  const query = fc.array(fc.tuple(names, fc.string()));
  fc.assert(
    fc.property(query, fc.string(), (pairs, path) => {
      try {
        readCallback(`/${path}?${new URLSearchParams(pairs)}`);
        readCallback(path);
      } catch (error) {
        assert.ok(error instanceof CallbackError, String(error));
      }
    }),
  );
});
