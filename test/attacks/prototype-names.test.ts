import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { Chance } from "@varde/testkit/generated";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { assertErrorShape } from "@varde/testkit/responses";
import { aTpp, changePart, type RawRequest, type RawResponse } from "@varde/testkit/tpp";
import { coveredNames } from "./repelled-attacks.ts";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const { headers } = await aSession(bank, tpp);

const prototypeNames = [...Object.getOwnPropertyNames(Object.prototype), "prototype"];
const otherNames = ["set-cookie", "(request-target)", "(created)", "host", "cookie", "0", "-", "("];

const assertServed = ({ status, text }: RawResponse, what: string) =>
  assert.ok(status < 500, `${what}: ${status} ${text}`);

const assertRefused = (response: RawResponse, what: string) => {
  assert.equal(response.status, 400, `${what}: ${response.text}`);
  assertErrorShape(response);
};

/** Lists names in the signature; the headers with those names are sent or not. */
const list = (names: readonly string[], sent: Record<string, string | string[]> = {}) =>
  tpp.send({
    path: ndct,
    body: aPayment(),
    headers,
    tamper: (all) => {
      all.Signature = changePart(String(all.Signature), "headers", names.join(" "));
      Object.assign(all, sent);
    },
  });

describe("names that every object has", () => {
  test("B22: in the header list of a signature are refused", async () => {
    for (const name of [...prototypeNames, ...otherNames]) {
      for (const names of [
        [...coveredNames, name],
        [name.toLowerCase(), ...coveredNames],
      ]) {
        assertRefused(await list(names), names.join(" "));
      }
    }
  });

  test("B22: are refused as names of headers that were sent", async () => {
    for (const name of prototypeNames.map((one) => one.toLowerCase())) {
      assertRefused(await list([...coveredNames, name], { [name]: "x" }), name);
    }
  });

  test("B22: headers that Node gives as lists are refused too", async () => {
    for (const cookie of ["a=1", ["a=1", "b=2"]]) {
      const names = [...coveredNames, "set-cookie"];
      assertRefused(await list(names, { "set-cookie": cookie }), String(cookie));
    }
  });

  test("B22: 305 names in the list are refused", async () => {
    const names = Array.from({ length: 300 }, (_, at) => `h${at}`);
    assertRefused(await list([...coveredNames, ...names]), "305 names");
    const sent = Object.fromEntries(names.map((name) => [name, "x"]));
    assertRefused(await list([...coveredNames, ...names], sent), "305 headers");
  });

  test("B22: in a body, in a query and as ids are refused or ignored", async () => {
    const send = (request: RawRequest) =>
      tpp.send({ ...request, headers: { ...headers, ...request.headers } });
    for (const name of prototypeNames) {
      const bodies = [
        `{"${name}":{"${name}":1},${JSON.stringify(aPayment()).slice(1)}`,
        `{"${name}":"x"}`,
        `{"instructedAmount":{"${name}":"1"}}`,
        `["${name}"]`,
      ];
      for (const body of bodies) assertServed(await send({ path: ndct, body }), body);
      for (const path of [
        `/v1/accounts?${name}=1&${name}[${name}]=2`,
        `/v1/accounts/${name}`,
        `/v1/accounts/${name}/transactions/${name}`,
        `${ndct}/${name}`,
        `/v1/payments/${name}`,
        `/v1/${name}/${name}`,
        `/v1/sandbox/customers/${name}`,
      ]) {
        assertServed(await send({ path }), path);
      }
      for (const header of ["PSU-ID", "TPP-Session-ID", "X-Request-ID", "x-accept-fix"]) {
        assertServed(await send({ path: "/v1/accounts", headers: { [header]: name } }), header);
      }
    }
  });

  test("B22: random lists of names are refused", async () => {
    const chance = new Chance(22);
    const pool = [
      ...coveredNames,
      ...prototypeNames,
      ...otherNames,
      "digest,",
      "Date",
      "",
      "é",
      '"',
    ];
    for (let round = 0; round < 60; round += 1) {
      const names = Array.from({ length: 1 + chance.below(12) }, () => chance.pick(pool));
      const sent = Object.fromEntries(
        names.filter((name) => /^[a-z]+$/.test(name)).map((name) => [name, chance.pick(["", "1"])]),
      );
      const { status, text } = await list(names, chance.happens(0.5) ? sent : {});
      assert.equal(status, 400, `${JSON.stringify(names)}: ${text}`);
    }
  });
});
