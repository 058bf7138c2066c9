import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { listReadyMade } from "../src/configuration/find-configuration.ts";
import { CommandLine } from "./a-command-line.ts";

describe("varde config", () => {
  const secret = "postgres://varde:hidden@localhost/varde";
  const varde = new CommandLine(undefined, { VARDE_TRUST: "sandbox-ca", DATABASE_URL: secret });
  after(() => varde.close());

  test("shows each value and where it comes from, and no secret", async () => {
    writeFileSync(join(varde.folder, "bank.json"), '{ "pathPrefix": "/api", "port": 9090 }');
    const { stdout } = await varde.run("config", "--config", "bank.json");
    assert.match(stdout, /^pathPrefix +bank\.json +\/api$/m);
    assert.match(stdout, /^trust +VARDE_TRUST +sandbox-ca$/m);
    assert.match(stdout, /^httpsPort +default \(HTTPS_PORT\) +9453$/m);
    assert.match(stdout, /^databaseUrl +DATABASE_URL +\(set\)$/m);
    assert.doesNotMatch(stdout, /hidden/);
    assert.deepEqual((await varde.json("config")).warnings, []);
  });

  for (const name of listReadyMade()) {
    test(`the ready-made file ${name} changes a setting`, async () => {
      const { settings } = await varde.json("config", "--config", name);
      const changed = settings.filter(({ from }: { from: string }) => from.endsWith(".json"));
      assert(changed.length > 0);
    });
  }

  test("a fault in the file ends the command with 1, an unknown name with 2", async () => {
    writeFileSync(join(varde.folder, "bad.json"), '{ "pathPrefx": "/api" }');
    const fault = await varde.run("start", "--config", "bad.json");
    assert.equal(fault.code, 1);
    assert.match(fault.stderr, /bad\.json line 1: "pathPrefx" .* did you mean "pathPrefix"\?/);
    const unknown = await varde.run("config", "--config", "path-prefx");
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /the nearest is path-prefix/);
  });

  test("--schema prints the published JSON Schema", async () => {
    const schema = JSON.parse((await varde.run("config", "--schema")).stdout);
    assert.equal(schema.additionalProperties, false);
    assert.deepEqual(schema.properties.nonBankDay.enum, ["move", "reject"]);
    assert.deepEqual(await varde.json("config", "--schema"), schema);
  });
});
