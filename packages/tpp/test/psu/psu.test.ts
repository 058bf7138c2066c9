import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CallbackError, type PsuOptions, ScaFailedError } from "../../src/index.ts";
import { Psu } from "../../src/psu/psu.ts";
import { corporateId, psuId } from "../a-client.ts";

const aPsu = (changes: Partial<PsuOptions> = {}) => {
  let made = 0;
  const options = { redirectUri: "https://tpp.example/cb", ipAddress: "192.0.2.7", ...changes };
  return new Psu(options, () => `made-${++made}`);
};
const otherId = "1f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10";
const end = (session: string, more = "context=PRIVATE", id = psuId) =>
  `/cb?psu-id=${id}&tpp-session-id=${session}&${more}`;
const corporate = `context=CORPORATE&psu-corporate-id=${corporateId}`;

describe("a PSU's memory", () => {
  test("starts with a new session or with the stored state", () => {
    assert.deepEqual(aPsu().memory, { sessionId: "made-1" });
    const stored = { psuId, psuCorporateId: corporateId, sessionId: "s-1" };
    assert.deepEqual(aPsu(stored).memory, stored);
  });

  test("contains the psu-id of the callback, also for the absent PSU", () => {
    const psu = aPsu();
    const absent = psu.absent();
    psu.remember(end("made-1"));
    assert.deepEqual(psu.memory, { psuId, sessionId: "made-1" });
    assert.deepEqual(absent.memory, psu.memory);
    assert.equal(absent.options.ipAddress, undefined);
  });

  test("contains the agreement of a corporate SCA until a private one", () => {
    const psu = aPsu();
    psu.remember(end("made-1", corporate));
    assert.equal(psu.memory.psuCorporateId, corporateId);
    psu.remember(end("made-1", "context=CORPORATE"));
    assert.equal(psu.memory.psuCorporateId, corporateId);
    psu.remember(end("made-1"));
    assert.equal(psu.memory.psuCorporateId, undefined);
  });

  test("changes when an agreement is selected and when it is left", () => {
    const psu = aPsu({ psuId });
    psu.actUnder(corporateId);
    assert.equal(psu.memory.psuCorporateId, corporateId);
    psu.actUnder(undefined);
    assert.deepEqual(psu.memory, { psuId, sessionId: "made-1" });
  });

  test("still has the psu-id in a new session", () => {
    const psu = aPsu({ psuId });
    assert.equal(psu.beginSession(), "made-2");
    assert.deepEqual(psu.memory, { psuId, sessionId: "made-2" });
  });
});

describe("a callback for someone else", () => {
  test("changes nothing if the session is different", () => {
    const psu = aPsu();
    assert.throws(() => psu.remember(end("made-9")), CallbackError);
    assert.deepEqual(psu.memory, { sessionId: "made-1" });
  });

  test("changes nothing if the psu-id differs in more than letter case", () => {
    const psu = aPsu({ psuId, sessionId: "s-1" });
    assert.throws(() => psu.remember(end("s-1", corporate, otherId)), CallbackError);
    assert.deepEqual(psu.memory, { psuId, sessionId: "s-1" });
    psu.remember(end("s-1", undefined, psuId.toUpperCase()));
  });
});

test("throws a failed SCA with its code and changes nothing", () => {
  const psu = aPsu({ psuId, sessionId: "s-1" });
  assert.throws(
    () => psu.remember("/cb?system=sca&status=401&code=SCA_EXPIRED&message=Too%20late"),
    (error) => {
      assert.ok(error instanceof ScaFailedError);
      assert.equal(error.message, "Too late");
      assert.equal(error.code, "SCA_EXPIRED");
      assert.equal(error.status, 401);
      assert.equal(error.system, "sca");
      return true;
    },
  );
  assert.deepEqual(psu.memory, { psuId, sessionId: "s-1" });
});
