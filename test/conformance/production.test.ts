import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { operationList } from "@varde/protocol";
import { readSettings, SettingsRefused, startBank, type TestBank } from "@varde/sandbox";
import { RawTpp } from "../support/raw-tpp.ts";

describe("a bank in production", () => {
  let bank: TestBank;
  let tpp: RawTpp;
  before(async () => {
    bank = await startBank({ bank: { mode: "production" } });
    tpp = new RawTpp(bank.addresses.http, bank.tpp);
  });
  after(() => bank.close());

  test("GEN-12: no path of the sandbox is there, whatever the method", async () => {
    const paths = operationList.filter(({ kind }) => kind === "loadData");
    assert.ok(paths.length >= 20);
    for (const { path } of paths) {
      for (const method of ["GET", "POST", "PUT", "DELETE"]) {
        const answer = await tpp.send({ method, path: path.replace(/\{\w+\}/g, "kari-current") });
        assert.equal(answer.status, 404, `${method} ${path}`);
        assert.equal(answer.json.tppMessages[0].code, "NOT_FOUND");
      }
    }
  });

  test("GEN-12: the control API and the explanations are not there", async () => {
    for (const path of [
      "/control/v1/worlds",
      "/control/v1/clock",
      "/control/v1/sca",
      "/explain/x",
    ]) {
      for (const method of ["GET", "POST"]) {
        const answer = await fetch(`${bank.addresses.http}${path}`, { method });
        assert.equal(answer.status, 404, `${method} ${path}`);
      }
    }
  });

  test("GEN-12: a scenario changes nothing", async () => {
    await bank.scenarios.add({ times: 0, effect: { unavailable: true } });
    assert.equal((await tpp.send({ path: "/v1/accounts" })).status, 400);
  });

  test("GEN-12: a start with a switch of the sandbox is refused, and the switch named", () => {
    const switches = {
      VARDE_TRUST: "any",
      VARDE_ISOLATION: "shared",
      VARDE_SYNTHETIC: "preferred",
      VARDE_SCENARIOS: "scenarios.json",
      VARDE_CONTROL_TOKEN: "token",
    };
    for (const [name, value] of Object.entries(switches)) {
      assert.throws(
        () => readSettings({ VARDE_MODE: "production", [name]: value }),
        (error) => error instanceof SettingsRefused && error.message.startsWith(`${name} is`),
      );
    }
  });
});
