import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readSettings } from "@varde/sandbox";

describe("settings without HTTPS_PORT and VARDE_DATA", () => {
  const cases: readonly [Readonly<Record<string, string>>, number, string][] = [
    [{}, 8443, ".varde"],
    [{ PORT: "8080" }, 8443, ".varde"],
    [{ PORT: "9090" }, 9453, ".varde-9090"],
    [{ PORT: "0" }, 0, ".varde"],
    [{ PORT: "65535" }, 0, ".varde-65535"],
    [{ PORT: "9090", DATABASE_URL: "postgres://localhost/varde" }, 9453, ".varde"],
  ];
  for (const [environment, httpsPort, dataFolder] of cases) {
    test(`${JSON.stringify(environment)} means https on ${httpsPort} and ${dataFolder}`, () => {
      const settings = readSettings(environment);
      assert.deepEqual([settings.httpsPort, settings.dataFolder], [httpsPort, dataFolder]);
      assert.equal(settings.sources.httpsPort, "default");
    });
  }

  test("explicit values are used on any port", () => {
    const settings = readSettings({ PORT: "9090", HTTPS_PORT: "9443", VARDE_DATA: "data" });
    assert.deepEqual([settings.httpsPort, settings.dataFolder], [9443, "data"]);
    assert.equal(settings.sources.httpsPort, "HTTPS_PORT");
  });
});
