import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { aTpp } from "@varde/testkit/tpp";
import { ConfigurationRefused, readSettings, startSandbox } from "../../src/index.ts";

describe("a sandbox started with a scenario file", () => {
  const folder = mkdtempSync(join(tmpdir(), "varde-scenarios-"));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const start = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return startSandbox(
      readSettings({
        PORT: "0",
        HTTPS_PORT: "off",
        VARDE_DATA: join(folder, "data"),
        VARDE_LOG: "none",
        VARDE_SCENARIOS: file,
      }),
    );
  };

  test("applies its scenarios in every world", async () => {
    const scenario = { match: { operation: "listCustomers" }, effect: { unavailable: true } };
    const sandbox = await start("right.json", JSON.stringify([scenario]));
    try {
      for (const organisationNumber of ["310000001", "310000002"]) {
        const identity = await sandbox.authority.issueTppCertificate({
          name: `TPP ${organisationNumber}`,
          organisationNumber,
          roles: ["PSP_AI"],
          kind: "working",
        });
        const tpp = aTpp(sandbox, identity);
        const list = async () => (await tpp.send({ path: "/v1/sandbox/customers" })).status;
        assert.deepEqual([await list(), await list()], [503, 200]);
      }
    } finally {
      await sandbox.close();
    }
  });

  test("does not start if the file is invalid, and reports the line and the reason", async () => {
    await assert.rejects(
      start("wrong.json", '[\n  { "effect": { "drop": true } },\n  { "effect": {} }\n]'),
      (error) =>
        error instanceof ConfigurationRefused &&
        /wrong\.json line 3: \/effect has no effect/.test(error.message),
    );
  });
});
