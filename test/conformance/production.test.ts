import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { operationList } from "@varde/protocol";
import {
  ConfigurationRefused,
  describeControl,
  environmentName,
  isHostSetting,
  readSettings,
  sandboxSettings,
  type TestBank,
} from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aTpp, type RawTpp } from "@varde/testkit/tpp";

describe("a bank in production mode", () => {
  let bank: TestBank;
  let tpp: RawTpp;
  before(async () => {
    bank = await aBank({ bank: { mode: "production" } });
    tpp = aTpp(bank);
  });
  after(() => bank.close());

  test("GEN-12: serves no sandbox path, with any method", async () => {
    const paths = operationList.filter(({ kind }) => kind === "loadData");
    assert.ok(paths.length >= 20);
    for (const { path } of paths) {
      for (const method of ["GET", "POST", "PUT", "DELETE"]) {
        const response = await tpp.send({ method, path: path.replace(/\{\w+\}/g, "kari-current") });
        assert.equal(response.status, 404, `${method} ${path}`);
        assert.equal(response.json.tppMessages[0].code, "NOT_FOUND");
      }
    }
  });

  test("GEN-12: serves no control API and no explanations", async () => {
    const { paths } = describeControl() as { paths: Record<string, Record<string, object>> };
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), `/control/v1${path}`] as const),
    );
    assert.ok(calls.length >= 20);
    const others = ["/", "/explain/x", "/app", "/control/v1", "/control/v1/openapi.json"].map(
      (path) => ["GET", path] as const,
    );
    for (const [method, path] of [...calls, ...others]) {
      const response = await fetch(`${bank.addresses.http}${path.replace(/\{\w+\}/g, "x")}`, {
        method,
      });
      assert.equal(response.status, 404, `${method} ${path}`);
      assert.doesNotMatch(await response.text(), /docs/);
    }
  });

  test("GEN-12: ignores scenarios", async () => {
    await bank.scenarios.add({ times: 0, effect: { unavailable: true } });
    assert.equal((await tpp.send({ path: "/v1/accounts" })).status, 400);
  });

  test("GEN-12: refuses to start with any sandbox setting, and names it", () => {
    const ofAnyBank = new Set<string>([
      "host",
      "port",
      "httpsPort",
      "databaseUrl",
      "migrationDatabaseUrl",
      "dataFolder",
      "logTo",
    ]);
    const names = Object.keys(sandboxSettings).filter((name) => isHostSetting(name));
    const switches = [...names.filter((name) => !ofAnyBank.has(name)), "trust"].map((name) =>
      environmentName(name, sandboxSettings[name as keyof typeof sandboxSettings]),
    );
    assert.ok(switches.length >= 6, String(switches));
    for (const name of switches) {
      assert.throws(
        () => readSettings({ VARDE_MODE: "production", [name]: "any" }),
        (error) =>
          error instanceof ConfigurationRefused && error.message.startsWith(`${name} cannot`),
      );
    }
  });
});
