import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { readSettings, startSandbox } from "../../src/index.ts";
import { controlToken } from "../../src/start/control-token.ts";

/** Calls the control API as a caller behind the port of a container or a tunnel does. */
const callFromElsewhere = (http: string, token?: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const headers = { host: "varde.example", ...authorization };
    const { port } = new URL(http);
    const sent = request({ host: "127.0.0.1", port, path: "/control/v1/worlds", headers });
    sent.on("error", reject).on("response", (response) => resolve(response.resume().statusCode));
    sent.end();
  });

describe("the control token", () => {
  const folder = mkdtempSync(join(tmpdir(), "varde-token-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const start = (name: string, environment: Readonly<Record<string, string>>) => {
    const VARDE_DATA = join(folder, name);
    const fixed = { PORT: "0", HTTPS_PORT: "off", VARDE_LOG: "none", VARDE_DATA };
    return startSandbox(readSettings({ ...fixed, ...environment }));
  };

  test("is made once when the sandbox listens beyond loopback, for its owner only", async () => {
    const file = join(folder, "everywhere/control-token");
    const first = await start("everywhere", { HOST: "0.0.0.0" });
    const { controlToken, addresses } = first;
    assert.match(controlToken ?? "", /^[\w-]{43}$/);
    assert.equal(readFileSync(file, "utf8"), `${controlToken}\n`);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(await callFromElsewhere(addresses.http), 403);
    assert.equal(await callFromElsewhere(addresses.http, "another"), 403);
    assert.equal(await callFromElsewhere(addresses.http, controlToken), 200);
    await first.close();
    const second = await start("everywhere", { HOST: "0.0.0.0" });
    assert.equal(second.controlToken, controlToken);
    await second.close();
  });

  test("is replaced when its file is deleted", () => {
    const data = join(folder, "replaced");
    const first = controlToken(data);
    assert.equal(controlToken(data), first);
    rmSync(join(data, "control-token"));
    assert.notEqual(controlToken(data), first);
  });

  test("is not made on loopback, or when one is set", async () => {
    for (const [name, environment, token] of [
      ["loopback", {}, undefined],
      ["set", { HOST: "0.0.0.0", VARDE_CONTROL_TOKEN: "chosen" }, "chosen"],
    ] as const) {
      const sandbox = await start(name, environment);
      assert.equal(sandbox.controlToken, token);
      assert(!existsSync(join(folder, name, "control-token")));
      await sandbox.close();
    }
  });

  test("links name this machine when the sandbox listens on every address", async () => {
    const sandbox = await start("links", { HOST: "0.0.0.0" });
    assert.match(sandbox.addresses.http, /^http:\/\/localhost:\d+$/);
    await sandbox.close();
  });
});
