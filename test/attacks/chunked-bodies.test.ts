import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { aTpp } from "@varde/testkit/tpp";
import { connectTo, listRoutes, type Route } from "./pipelines.ts";

const bank = await aBank();
after(() => bank.close());
const { http } = bank.addresses;

const cpuMsMax = 100;
const mebibyte = 1024 * 1024;
const chunk = (bytes: number, extension = "") =>
  `${bytes.toString(16)}${extension}\r\n${"a".repeat(bytes)}\r\n`;
const last = "0\r\n\r\n";

/** Bodies whose parts cost more than their bytes. */
const bodies = {
  "chunks of one byte": (bytes: number) => chunk(1).repeat(bytes) + last,
  "chunks of 64 bytes": (bytes: number) => chunk(64).repeat(bytes / 64) + last,
  "large extensions": (bytes: number) =>
    chunk(1, `;name=${"e".repeat(8_000)}`).repeat(bytes / 8_000) + last,
  "chunks of 512 bytes with extensions": (bytes: number) =>
    chunk(512, `;name=${"e".repeat(500)}`).repeat(bytes / 512) + last,
  trailers: (bytes: number) => `${chunk(1)}0\r\n${"A: b\r\n".repeat(bytes / 6)}\r\n`,
};

/** Sends a body in chunks, and returns everything that was received until the bank closes. */
const send = async ({ method, path }: Route, body: string, headers = ""): Promise<string> => {
  const socket = await connectTo(http);
  const head = `${method} ${path} HTTP/1.1\r\nHost: bank\r\nTransfer-Encoding: chunked\r\n`;
  socket.write(`${head}${headers}\r\n${body}`);
  let received = "";
  for await (const piece of socket.setEncoding("latin1")) received += piece;
  return received;
};

describe("bodies in chunks", () => {
  const paths = [ndct, "/sca/x", "/control/v1/world", "/unknown"];
  for (const [title, body] of Object.entries(bodies)) {
    test(`LIM-32: refuses 1 MB of ${title} with 413 in ${cpuMsMax} ms of CPU`, async (context) => {
      const sent = body(mebibyte);
      for (const path of paths) {
        let cpuMs = Number.POSITIVE_INFINITY;
        for (let round = 0; round < 3; round += 1) {
          const before = process.threadCpuUsage();
          const received = await send({ method: "POST", path }, sent);
          const { user, system } = process.threadCpuUsage(before);
          cpuMs = Math.min(cpuMs, (user + system) / 1_000);
          assert.match(received, /HTTP\/1.1 413 [\s\S]*The body is in too many chunks/, path);
        }
        context.diagnostic(`${path}: ${cpuMs.toFixed(1)} ms`);
        assert.ok(cpuMs <= cpuMsMax, `${path}: ${cpuMs} ms`);
      }
    });
  }

  test("LIM-32: refuses chunks of one byte on every path", async () => {
    for (const route of listRoutes(bank)) {
      const received = await send(route, bodies["chunks of one byte"](2_000));
      assert.match(received, /HTTP\/1.1 413 /, `${route.method} ${route.path}`);
    }
  });

  test("LIM-32: accepts a payment in chunks", async () => {
    const tpp = aTpp(bank);
    const { headers } = await aSession(bank, tpp);
    const signed = await tpp.sign({ path: ndct, body: aPayment(), headers });
    const lines = Object.entries({ ...signed.headers, Connection: "close" })
      .filter(([name]) => !/^(content-length|host)$/i.test(name))
      .map(([name, value]) => `${name}: ${value}\r\n`);
    const body = Buffer.from(signed.body ?? "").toString("latin1");
    const pieces = body.match(/[\s\S]{1,3}/g) ?? [];
    const chunked = pieces.map((piece) => `${piece.length.toString(16)};a=b\r\n${piece}\r\n`);
    const received = await send(
      { method: "POST", path: ndct },
      `${chunked.join("")}0\r\nTrailer: 1\r\n\r\n`,
      lines.join(""),
    );
    assert.match(received, /^HTTP\/1.1 201 /);
  });
});
