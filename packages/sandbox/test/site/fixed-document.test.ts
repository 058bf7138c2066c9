import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { fixedDocument } from "../../src/site/fixed-document.ts";

test("makes and compresses a document once, and again only after a failure", async () => {
  let made = 0;
  const app = Fastify();
  app.get(
    "/document",
    fixedDocument("text/plain", async () => {
      made += 1;
      if (made === 1) throw new Error("not yet");
      return `number ${made}`;
    }),
  );
  const ask = (encoding: string) =>
    app.inject({ url: "/document", headers: { "accept-encoding": encoding } });
  assert.equal((await ask("identity")).statusCode, 500);
  const responses = await Promise.all(["gzip", "", "gzip;q=0", "br, GZIP"].map(ask));
  const bodies = responses.map(({ headers, rawPayload }) =>
    headers["content-encoding"] === "gzip" ? `${gunzipSync(rawPayload)} gzip` : String(rawPayload),
  );
  assert.deepEqual(bodies, ["number 2 gzip", "number 2", "number 2", "number 2 gzip"]);
  assert.equal(made, 2);
});
