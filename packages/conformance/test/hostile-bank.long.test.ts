import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, before, describe, test } from "node:test";
import { deflateSync, gzipSync } from "node:zlib";
import { type BankReport, bankChecks, buildHar, runChecks } from "@varde/conformance";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aBankToCheck } from "@varde/testkit/conformance";
import { aFaultyProxy } from "./a-faulty-proxy.ts";

/** A check that sends a few requests, and all that look at every response. */
const only = ["sig-wrong", "err-shape", "err-messages", "err-leak", "rsp-links", "rsp-dates"];
only.push("rsp-schema", "rsp-media", "rsp-request-id");

const json = { "content-type": "application/json" };
const megabyte = Buffer.alloc(1024 * 1024, " ");
const bomb = Buffer.alloc(50 * 1024 * 1024);
const [gzipBomb, deflateBomb] = [gzipSync(bomb), deflateSync(bomb)];
const nested = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;

const writeJson =
  (text: string, headers: Readonly<Record<string, string>> = json, status = 400) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers);
    response.end(text);
  };

/** Writes a body that never ends, as fast as the other side reads it. */
const writeWithoutEnd = (response: ServerResponse): void => {
  response.writeHead(200, json);
  const more = (): void => {
    while (!response.destroyed && response.write(megabyte));
  };
  response.on("drain", more);
  more();
};

/** Headers by a raw socket, because Node refuses to write so many. */
const writeManyHeaders = ({ socket }: ServerResponse): void => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `X-${at}: ${at}\r\n`).join("");
  socket?.end(`HTTP/1.1 200 OK\r\n${lines}Content-Length: 0\r\n\r\n`);
};

const redirects = [
  "file:///etc/passwd",
  "http://169.254.169.254/latest/meta-data",
  "//127.0.0.1:1",
];

const attacks: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "a body without end": writeWithoutEnd,
  "10 000 headers": writeManyHeaders,
  "a header of 20 kB": ({ socket }) =>
    socket?.end(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(20_000)}\r\n\r\n`),
  "a wrong length": ({ socket }) =>
    socket?.end("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{}"),
  "two lengths": ({ socket }) =>
    socket?.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 4\r\n\r\n{}"),
  "no HTTP": ({ socket }) => socket?.end("SSH-2.0-OpenSSH_9.6\r\n"),
  "200 000 levels of lists": writeJson(nested),
  "200 000 levels in a field": writeJson(`{"tppMessages":${nested},"_links":${nested}}`),
  "a list of 400 000 numbers": writeJson(`[${"1,".repeat(400_000)}1]`),
  "names of JavaScript": writeJson('{"__proto__":{"tppMessages":1},"constructor":1,"toString":2}'),
  "links that are not links": writeJson('{"_links":[1,null,{"self":7}],"tppMessages":{}}'),
  "a code of 1 MB": writeJson(
    JSON.stringify({ tppMessages: [{ category: "ERROR", code: "x".repeat(1_000_000) }] }),
  ),
  "lone surrogates": writeJson('{"_links":{"scaRedirect":{"href":"\\ud800\\udfff\\ud800"}}}'),
  "an impossible time": writeJson("{}", { ...json, date: "Fri, 31 Dec 9999 23:59:60 GMT" }),
  "a compressed bomb": (response) => {
    response.writeHead(200, { ...json, "content-encoding": "gzip" });
    response.end(gzipBomb);
  },
  "a bomb in deflate that is not announced": (response) => {
    response.writeHead(200, json);
    response.end(deflateBomb);
  },
  ...Object.fromEntries(
    redirects.map((location) => [`a redirect to ${location}`, writeJson("", { location }, 302)]),
  ),
};

describe("A36: a hostile bank", () => {
  let bank: TestBank;
  /** How many requests it takes to pass the gates. */
  let honest: number;
  const stack = new AsyncDisposableStack();
  before(async () => {
    bank = stack.use(await aBank());
    honest = (await runChecks(bankChecks, aBankToCheck(bank), { only: ["GATE"] })).requests;
  });
  after(() => stack.disposeAsync());

  /** Checks a bank that is honest until the gates are passed. */
  const check = async (
    attack: (response: ServerResponse) => void,
    chosen = only,
  ): Promise<BankReport> => {
    let requests = 0;
    await using proxy = await aFaultyProxy(bank.addresses.http, () => {
      requests += 1;
      return requests > honest - 1 ? attack : undefined;
    });
    const checked = { ...aBankToCheck(bank), address: proxy.address };
    const report = await runChecks(bankChecks, checked, { only: chosen });
    const gates = report.checks.filter(({ group }) => group === "GATE");
    assert.ok(gates.every(({ result }) => result === "passed"));
    return report;
  };

  for (const [name, attack] of Object.entries(attacks)) {
    test(`is reported if it sends ${name}`, async () => {
      const report = await check(attack);
      assert.ok(report.counts.failed + report.counts["not proven"] + report.counts.warning > 0);
      for (const { seen } of report.checks) assert.ok(seen.length <= 2_001, `${seen.length}`);
      const har = JSON.stringify(buildHar(report));
      assert.ok(har.length < 100 * 1024 * 1024, `${har.length}`);
      assert.doesNotMatch(har, /root:x:0/);
    });
  }

  test("fills no memory: all responses of a run have a limit", async () => {
    const large = " ".repeat(15 * 1024 * 1024);
    const report = await check(writeJson(large), ["SIG"]);
    const faults = report.exchanges.flatMap(({ fault }) => fault ?? []);
    assert.ok(faults.some((fault) => /larger than 67108864 bytes together/.test(fault)));
  });

  test("cannot let a program open a file or another application as its SCA link", async () => {
    const links = ["file:///etc/passwd", "javascript:alert(1)", "smb://host/share", "-x", ""];
    for (const href of [...links, "https://bank.example/\n::error::forged"]) {
      const body = { tppMessages: [], _links: { scaRedirect: { href } } };
      await using proxy = await aFaultyProxy(bank.addresses.http, ({ target }) =>
        /accounts|user/.test(target) ? { status: 401, body } : undefined,
      );
      const opened: string[] = [];
      const complete = async (link: string) => {
        opened.push(link);
        return new URL("https://tpp.example");
      };
      const sca = { complete, close: async () => {} };
      const { psu: _, ...checked } = aBankToCheck(bank);
      const whole = { ...checked, sca, address: proxy.address };
      const report = await runChecks(bankChecks, whole, { only: ["GATE"] });
      assert.deepEqual(opened, []);
      const gate = report.checks.find(({ id }) => id === "gate-sca");
      assert.notEqual(gate?.result, "passed", href);
    }
  });
});
