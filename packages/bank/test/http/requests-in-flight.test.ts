import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { beforeEach, describe, test } from "node:test";
import { RequestsInFlight } from "../../src/http/connections/requests-in-flight.ts";

const aResponse = () => new EventEmitter() as EventEmitter & ServerResponse;

describe("RequestsInFlight", () => {
  let inFlight: RequestsInFlight;
  beforeEach(() => {
    inFlight = new RequestsInFlight(8);
  });

  const take = (address: string, claimed?: string, response = aResponse()) =>
    inFlight.take(address, claimed, response);

  test("one address has half of the places until its requests are verified", () => {
    const places = Array.from({ length: 4 }, () => take("192.0.2.1"));
    assert.equal(take("192.0.2.1"), undefined);
    assert.notEqual(take("192.0.2.2"), undefined);
    assert.equal(places[0]?.moveTo("tpp-1"), true);
    assert.notEqual(take("192.0.2.1"), undefined);
    assert.equal(inFlight.count, 6);
  });

  test("a verified TPP has half of the places, from any address", () => {
    const places = Array.from({ length: 5 }, (_, index) => take(`192.0.2.${index}`));
    assert.deepEqual(
      places.map((place) => place?.moveTo("tpp-1")),
      [true, true, true, true, false],
    );
    assert.equal(take("192.0.2.9", "tpp-1"), undefined, "refused before it is verified");
    assert.notEqual(take("192.0.2.9", "tpp-2"), undefined);
  });

  test("a claim to be another TPP takes nothing from its share", () => {
    for (let index = 0; index < 4; index += 1) take("192.0.2.1", "tpp-1");
    assert.equal(take("192.0.2.1", "tpp-1"), undefined);
    const place = take("192.0.2.2", "tpp-1");
    assert.equal(place?.moveTo("tpp-1"), true);
  });

  test("a burst of one TPP from one address is refused before it is verified", () => {
    const places = Array.from({ length: 3 }, () => take("192.0.2.1", "tpp-1"));
    for (const place of places) assert.equal(place?.moveTo("tpp-1"), true);
    assert.notEqual(take("192.0.2.1", "tpp-1"), undefined);
    assert.equal(take("192.0.2.1", "tpp-1"), undefined);
  });

  test("a place is free again when its connection closes, before or after it moved", () => {
    const [first, second] = [aResponse(), aResponse()];
    const early = take("192.0.2.1", undefined, first);
    take("192.0.2.1", undefined, second)?.moveTo("tpp-1");
    first.emit("close");
    second.emit("close");
    assert.equal(early?.moveTo("tpp-1"), true);
    assert.equal(inFlight.count, 0);
    for (let index = 0; index < 4; index += 1) assert.notEqual(take("tpp-1"), undefined);
  });

  test("says when there may be room again: when a request ends, and when it is verified", () => {
    let freed = 0;
    inFlight = new RequestsInFlight(2, () => {
      freed += 1;
    });
    const first = aResponse();
    const place = take("192.0.2.1", undefined, first);
    assert.equal(inFlight.hasRoom("192.0.2.1", undefined), false);
    assert.equal(inFlight.hasRoom("192.0.2.2", undefined), true);
    assert.equal(place?.moveTo("tpp-1"), true);
    assert.equal(freed, 1);
    assert.equal(inFlight.hasRoom("192.0.2.1", undefined), true);
    assert.equal(inFlight.hasRoom("192.0.2.1", "tpp-1"), false);
    first.emit("close");
    assert.equal(freed, 2);
  });

  test("refuses every caller when all places are taken", () => {
    for (let index = 0; index < 8; index += 1) assert.notEqual(take(`192.0.2.${index}`), undefined);
    assert.equal(take("192.0.2.9"), undefined);
  });
});
