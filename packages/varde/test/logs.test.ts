import assert from "node:assert/strict";
import { createWriteStream } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import type { LoggedExchange } from "@varde/protocol";
import { aBank } from "@varde/testkit/bank";
import { exchangeToLogLine } from "../src/logs/exchange-to-log-line.ts";
import { formatLogLine, type LogLine } from "../src/logs/format-log-line.ts";
import { parseLogLine } from "../src/logs/parse-log-line.ts";
import { openTerminal } from "../src/output/terminal.ts";
import { CommandLine } from "./a-command-line.ts";

const formatPlain = (line: LogLine): string =>
  formatLogLine(line, { ...openTerminal(false), paint: (_style, words) => words }, "varde").join(
    "\n",
  );

const formatExchange = (exchange: Omit<LoggedExchange, "exchangeId" | "at" | "ms">): string =>
  formatPlain(
    exchangeToLogLine({ exchangeId: "1", at: "2026-11-15T08:00:00.000Z", ms: 3, ...exchange }),
  );

test("a refusal is shown with its request and the path of each fault", () => {
  const text = "currency is missing";
  const lines = formatExchange({
    operation: "createPayment",
    request: { method: "POST", target: "/v1/payments/x", headers: {} },
    response: { status: 400 },
    why: {
      faults: [
        { code: "FORMAT_ERROR", path: "/debtorAccount", text },
        { code: "FORMAT_ERROR", path: "/creditorAccount", text },
        { code: "BAD_REQUEST", text: "and more" },
      ],
    },
  });
  assert.equal(
    lines,
    [
      "08:00:00  400  createPayment                   3 ms  POST /v1/payments/x  FORMAT_ERROR",
      "          /debtorAccount: currency is missing",
      "          /creditorAccount: currency is missing",
      "          BAD_REQUEST and more",
    ].join("\n"),
  );
});

test("a request that matches no operation is shown once", () => {
  const line = formatExchange({
    operation: "GET /v1/nope",
    request: { method: "GET", target: "/v1/nope", headers: {} },
    response: { status: 404 },
  });
  assert.equal(line.split("GET /v1/nope").length, 2);
});

test("the log file has the request and the path of each fault", async () => {
  const written: string[] = [];
  const bank = await aBank({ logTo: { write: (text) => void written.push(text) } });
  try {
    await fetch(`${bank.addresses.http}/v1/payments/norwegian-domestic-credit-transfers`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-request-id": "r-1" },
      body: "{}",
    });
    await fetch(`${bank.addresses.http}/v1/nope`);
  } finally {
    await bank.close();
  }
  const lines = written.map(parseLogLine).filter((line) => line?.status !== undefined);
  assert.equal(lines.length, 2);
  const [refused, unknown] = lines.map((line) => formatPlain(line as LogLine));
  assert.match(refused ?? "", /400 {2}createPayment .* POST \/v1\/\{service\}\/\{product\} /);
  assert.match(refused ?? "", /\n {10}HTTP_HEADER_REQUIRED TPP-Session-ID\n/);
  assert.match(unknown ?? "", /404 {2}GET \/v1\/nope/);
});

test("--json prints one object per line, from the sandbox and from its log", async (t) => {
  const varde = new CommandLine();
  t.after(() => varde.close());
  const file = createWriteStream(join(varde.folder, "varde.log"));
  await using bank = await aBank({ logTo: file });
  for (const path of ["/v1/one", "/v1/two"]) await fetch(bank.addresses.http + path);
  const readTargets = async (...words: readonly string[]) => {
    const { stdout } = await varde.run("logs", "--refused", "--json", ...words);
    const lines = stdout.trimEnd().split("\n");
    return lines.map((line) => /\/v1\/(one|two)/.exec(JSON.stringify(JSON.parse(line)))?.[1]);
  };
  assert.deepEqual(await readTargets("--bank", bank.addresses.http), ["one", "two"]);
  await bank.close();
  await new Promise((resolve) => file.end(resolve));
  assert.deepEqual(await readTargets("--data", "."), ["one", "two"]);
});

/** A sandbox that gets another request whenever a follower could miss it. */
const createBusySandbox = () => {
  const handled = (operation: string): LoggedExchange => ({
    exchangeId: "1",
    at: "2026-11-15T08:00:00.000Z",
    ms: 3,
    operation,
    request: { method: "GET", target: "/v1/x", headers: {} },
    response: { status: 200 },
  });
  const recorded = [handled("first")];
  return createServer(async (request, response) => {
    if (!request.url?.includes("/stream")) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ requests: recorded.toReversed() }));
      recorded.push(handled("betweenListAndStream"));
      return;
    }
    recorded.push(handled("inBoth"));
    response.writeHead(200, { "content-type": "text/event-stream" }).write(": following\n\n");
    for (const operation of ["inBoth", "later"]) {
      response.write(`event: request\ndata: ${JSON.stringify(handled(operation))}\n\n`);
    }
  });
};

test("requests that arrive while the log is being opened are shown exactly once", async (t) => {
  const sandbox = createBusySandbox();
  await new Promise<void>((resolve) => sandbox.listen(0, "127.0.0.1", resolve));
  const { port } = sandbox.address() as AddressInfo;
  const varde = new CommandLine(`http://127.0.0.1:${port}`);
  t.after(() => {
    varde.close();
    sandbox.closeAllConnections();
    sandbox.close();
  });
  const follow = varde.start(["logs", "--follow"]);
  await follow.written(/Following/);
  await follow.written(/later/);
  follow.stop();
  const { stdout } = await follow.ended;
  const shownInOrder = [...stdout.matchAll(/200 {2}(\w+)/g)].map(([, operation]) => operation);
  assert.deepEqual(shownInOrder, ["first", "betweenListAndStream", "inBoth", "later"]);
});

test("--tpp shows the requests of one TPP, whatever other TPPs are called", async (t) => {
  const bank = await aBank();
  const varde = new CommandLine(bank.addresses.http);
  t.after(async () => {
    varde.close();
    await bank.close();
  });
  for (const folder of [".one", ".two"]) await varde.json("tpp", "new", "--tpp", folder);
  await varde.json("customers", "--tpp", ".one");
  await varde.json("accounts", "--tpp", ".two", "--approve", "03848420491");
  await fetch(`${bank.addresses.http}/v1/user`);
  assert.match((await varde.run("logs")).stdout, /401.*\/v1\/user|40\d {2}readUser/);
  const [one, two] = [
    await varde.run("logs", "--tpp", ".one"),
    await varde.run("logs", "--tpp", ".two"),
  ];
  assert.match(one.stdout, /listCustomers/);
  assert.doesNotMatch(one.stdout, /listAccounts|40\d/, "nobody knows who sent that");
  assert.match(two.stdout, /401 {2}listAccounts.*200 {2}listAccounts/s);
  const follow = varde.start(["logs", "--follow", "--tpp", ".two"]);
  await follow.written(/Following/);
  await varde.json("customers", "--tpp", ".one");
  await varde.run("status", "unknown", "--tpp", ".two");
  await follow.written(/404 {2}readPaymentStatus/);
  follow.stop();
  const shown = (await follow.ended).stdout;
  assert.equal(shown.match(/listCustomers/g)?.length, two.stdout.match(/listCustomers/g)?.length);
  const nobody = await varde.run("logs", "--tpp", ".three");
  assert.equal(nobody.code, 1);
  assert.match(nobody.stderr, /There is no TPP in \.three/);
});
