import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { connect as connectTls } from "node:tls";
import { aPayment, ndct } from "@varde/testkit/payments";
import { freePort, type SandboxProcess, spawnSandbox } from "@varde/testkit/processes";
import { callHeaders } from "@varde/testkit/psu";
import { atScale } from "@varde/testkit/rounds";
import { RawTpp, selfSigned } from "@varde/testkit/tpp";

const honestCalls = atScale({ slice: 30, long: 300 });
const callers = 8;
/** Fewer than wait in the queue of a listening socket, where the honest calls wait behind them. */
const perWave = 100;

const post = (number: number): string =>
  `POST ${ndct} HTTP/1.1\r\nHost: bank\r\nContent-Type: application/json\r\n` +
  `TPP-Signature-Certificate: ${number} ${randomUUID()}\r\nX-Request-ID: ${randomUUID()}\r\n`;
const halfBody = (number: number): string => `${post(number)}Content-Length: 1000\r\n\r\n{`;

const oneAddress = (): string => "127.0.0.1";
const manyAddresses = (number: number): string => `127.1.${number >> 8}.${number & 255}`;

type Flood = readonly [
  share: number,
  name: string,
  from: (number: number) => string,
  begin: (number: number) => string,
  isTls: boolean,
];
const bodiesOne: Flood = [1, "bodies from one address", oneAddress, halfBody, false];
const bodiesMany: Flood = [1, "bodies from many addresses", manyAddresses, halfBody, false];
const headsOne: Flood = [1, "heads from one address", oneAddress, post, false];
const headsMany: Flood = [1, "heads from many addresses", manyAddresses, post, false];
// Handshakes cost the test more than the bank.
const bodiesTls: Flood = [0.2, "bodies over TLS", manyAddresses, halfBody, true];
type FloodsOf = readonly [halfSent: number, cases: readonly Flood[]];
const everyFlood = [bodiesOne, bodiesMany, headsOne, headsMany, bodiesTls];

const describeBank = (filesMax: number, halfSent: number, cases: readonly Flood[]) =>
  describe(`a bank that may open ${filesMax} files`, () => {
    const folder = mkdtempSync(join(tmpdir(), "varde-half-sent-"));
    let sandbox: SandboxProcess;
    let url: URL;
    let httpsPort: number;
    let tpp: RawTpp;
    let open: Socket[] = [];
    /** How long honest calls take while nobody attacks. */
    let without: readonly number[] = [];
    before(async () => {
      httpsPort = await freePort();
      sandbox = spawnSandbox({ VARDE_DATA: folder, HTTPS_PORT: String(httpsPort) }, { filesMax });
      url = new URL(await sandbox.ready);
      tpp = new RawTpp(url.href, selfSigned());
      await callHonestly();
      without = await callHonestly();
    });
    after(async () => {
      await sandbox.kill();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Opens connections, each from an address, that send the beginning of a request. */
    const flood = async (
      count: number,
      from: (number: number) => string,
      begin: (number: number) => string,
      isTls = false,
    ): Promise<void> => {
      for (let number = 0; number < count; number += perWave) {
        const wave = Array.from({ length: perWave }, async (_, index) => {
          const socket = connect({
            host: url.hostname,
            port: isTls ? httpsPort : Number(url.port),
            localAddress: from(number + index),
          });
          const client = isTls ? connectTls({ socket, rejectUnauthorized: false }) : socket;
          client.on("error", () => undefined).resume();
          open.push(socket);
          await once(client, isTls ? "secureConnect" : "connect");
          client.write(begin(number + index));
        });
        await Promise.all(wave);
      }
    };

    /** Sends correct requests, half of them on new connections. Returns how long each took. */
    const callHonestly = async (): Promise<readonly number[]> => {
      const times: number[] = [];
      const call = async (): Promise<void> => {
        while (times.length < honestCalls) {
          const isCreation = times.length % 10 === 0;
          const startedAt = performance.now();
          const index = times.push(Number.NaN) - 1;
          const { status, text } = await tpp.send({
            ...(isCreation ? { path: ndct, body: aPayment() } : { path: "/v1/sandbox/customers" }),
            headers: {
              ...(isCreation ? { ...callHeaders(randomUUID()), "PSU-Context": "PRIVATE" } : {}),
              ...(index % 2 === 0 ? { Connection: "close" } : {}),
            },
          });
          times[index] = performance.now() - startedAt;
          assert.equal(status, isCreation ? 201 : 200, text);
        }
      };
      await Promise.all(Array.from({ length: callers }, call));
      return times.toSorted((one, other) => one - other);
    };

    const p99 = (times: readonly number[]): string =>
      `${times[Math.floor(times.length * 0.99)]?.toFixed(0)} ms`;

    for (const [share, name, from, begin, isTls] of cases) {
      const count = halfSent * share;
      test(`A30: ${count} half-sent ${name} do not affect honest calls`, async (t) => {
        const flooding = flood(count, from, begin, isTls);
        const during = await callHonestly();
        await flooding;
        const after = await callHonestly();
        t.diagnostic(
          `p99 of honest calls: ${p99(without)} without, ${p99(during)} while ${count} arrive, ` +
            `${p99(after)} while ${open.filter(({ closed }) => !closed).length} wait`,
        );
        for (const socket of open) socket.destroy();
        open = [];
      });
    }
  });

describe("A30: half-sent requests", () => {
  const some = [bodiesMany, headsOne, bodiesTls];
  describeBank(20_000, ...atScale<FloodsOf>({ slice: [200, some], long: [5_000, everyFlood] }));
  // So few connections that most half-sent requests are closed.
  const others = [bodiesOne, headsMany];
  describeBank(1_024, ...atScale<FloodsOf>({ slice: [1_100, others], long: [5_000, everyFlood] }));
});
