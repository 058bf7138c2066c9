import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { aBank } from "@varde/testkit/bank";
import { readConsoleFile } from "../../src/site/read-console-file.ts";

test("the script of the console is smaller than 45 kB compressed", async () => {
  const script = await readConsoleFile("main.js");
  assert.ok(script.length > 10_000, "the script is built");
  assert.ok(gzipSync(script).length < 45_000, `${gzipSync(script).length} bytes`);
});

test("script and style are sent compressed to clients that accept it", async () => {
  await using bank = await aBank();
  const fetchFile = async (path: string, accepted?: string) => {
    const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
    const sent = get(bank.addresses.http + path, { headers });
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const body = Buffer.concat(await response.toArray());
    return { encoding: response.headers["content-encoding"], vary: response.headers.vary, body };
  };
  for (const path of ["/console/main.js", "/console/style.css"]) {
    const plain = await fetchFile(path);
    assert.deepEqual([plain.encoding, plain.vary], [undefined, "accept-encoding"]);
    for (const accepted of ["gzip", "br, GZIP;q=0.5"]) {
      const { encoding, body } = await fetchFile(path, accepted);
      assert.equal(encoding, "gzip", accepted);
      assert.deepEqual(gunzipSync(body), plain.body);
    }
    for (const accepted of ["identity", "gzip;q=0", "gzip; q=0.0, br"]) {
      assert.equal((await fetchFile(path, accepted)).encoding, undefined, accepted);
    }
  }
});
