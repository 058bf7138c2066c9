import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { dataSet, type TestBank } from "@varde/sandbox";
import { freePort, serveLocally } from "@varde/testkit/processes";
import { aBankWithTpp } from "./a-bank-with-tpp.ts";
import type { CommandLine } from "./a-command-line.ts";

const { kari, ola } = dataSet.people;

describe("varde check-bank that gets a signal", () => {
  let stack: AsyncDisposableStack;
  let varde: CommandLine;
  let bank: TestBank;
  beforeEach(async () => {
    stack = new AsyncDisposableStack();
    ({ bank, varde } = await aBankWithTpp(stack));
  });
  afterEach(() => stack.disposeAsync());

  /** Writes the user's file; the kit reaches the bank at an address. */
  const writeBank = (address: string, more: object = {}): void => {
    const file = {
      bank: address,
      certificate: ".varde-tpp/certificate.pem",
      key: ".varde-tpp/key.pem",
      sca: { varde: { customer: kari.customerNumber } },
      debtor: { bban: kari.current.bban },
      creditor: { bban: ola.current.bban, name: ola.name },
      ...more,
    };
    writeFileSync(join(varde.folder, "bank.json"), JSON.stringify(file));
  };
  const read = (name: string) => readFileSync(join(varde.folder, name), "utf8");

  /** Passes requests on to the bank. A response is sent when `hold` resolves for its request. */
  const aProxy = async (hold: (call: string) => Promise<void>): Promise<string> => {
    const proxy = await serveLocally((incoming, outgoing) => {
      const { method = "", url = "", rawHeaders: headers } = incoming;
      const target = new URL(url, bank.addresses.http);
      const forwarded = request(target, { method, headers }, async (response) => {
        await hold(`${method} ${url}`);
        outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
        response.pipe(outgoing);
      });
      // The command that ends at once does not wait for responses.
      for (const stream of [incoming, forwarded, outgoing]) stream.on("error", () => {});
      incoming.pipe(forwarded);
    });
    return stack.use(proxy).url;
  };

  /** Returns the statuses of the payments at the bank and the states of the baskets, each once. */
  const readStates = async (): Promise<readonly string[]> => {
    const payments: readonly { status: string }[] = await varde.json("payments");
    const baskets: readonly { state: string }[] = await varde.json("payments", "--baskets");
    const states = [...payments.map(({ status }) => status), ...baskets.map(({ state }) => state)];
    return [...new Set(states)].sort();
  };

  test("deletes what it made, also what is under way, and exits with 130", async () => {
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let payments = 0;
    const address = await aProxy(async (call) => {
      if (!/^POST .*transfers$/.test(call)) return;
      payments += 1;
      if (payments !== 40) return;
      held.resolve();
      await released.promise;
    });
    writeBank(address);
    const reports = ["--json-report", "r.json", "--html", "r.html", "--junit", "r.xml"];
    const words = ["check-bank", "bank.json", "--only", "BSK,HDR,VAR", "--har", "r.har"];
    const running = varde.start([...words, ...reports, "--imitate", "like.json"]);
    await held.promise;
    running.stop("SIGINT");
    const [, made] = await running.written(/^Interrupted\. Deleting (\d+) payments and baskets/m);
    released.resolve();
    const { code, stdout, stderr } = await running.ended;
    assert.equal(code, 130, stderr);
    const report = JSON.parse(read("r.json"));
    assert.ok(report.money.made > Number(made), "the payment under way was noticed");
    assert.deepEqual(report.money.left, []);
    assert.deepEqual(await readStates(), ["CANC", "deleted"]);

    assert.equal(report.interrupted, true);
    assert.ok(report.counts.passed > 4, "the checks that ended are reported");
    const { blocked, "not proven": unproven } = report.counts;
    assert.ok(blocked > 10);
    assert.match(stdout, /^The run was interrupted: checks that had not ended are blocked\.$/m);
    assert.doesNotMatch(stdout, /^blocked/m);
    assert.match(read("r.html"), /<h1>The run was interrupted; the bank fails no check so far</);
    assert.match(read("r.xml"), new RegExp(`<testsuites [^>]* errors="${blocked + unproven}"`));
    assert.match(JSON.parse(read("r.har")).log.comment, /interrupted/);
    assert.throws(() => read("like.json"), { code: "ENOENT" });
    assert.match(stderr, /like\.json was not written, because the run was interrupted\./);
  });

  test("at the second signal exits at once, and names what is left", async () => {
    const deleting = Promise.withResolvers<void>();
    const address = await aProxy(async (call) => {
      if (!call.startsWith("DELETE")) return;
      deleting.resolve();
      await new Promise(() => {});
    });
    writeBank(address);
    const running = varde.start(["check-bank", "bank.json", "--only", "hdr-redirect-uri,bod-json"]);
    await running.written(/^passed +bod-json/m);
    await deleting.promise;
    let code: number | null | undefined;
    const ended = running.ended.then((end) => {
      code = end.code;
      return end;
    });
    // A signal right after the first one is the same one, which npm has forwarded.
    for (; code === undefined; await pause(50)) running.stop("SIGINT");
    const { stderr } = await ended;
    assert.equal(code, 130, stderr);
    const [, count, list = ""] =
      /^(\d+) payments and baskets left at the bank:\n([\s\S]*)$/m.exec(stderr) ?? [];
    const paths = list.trim().split("\n");
    assert.equal(paths.length, Number(count));
    for (const path of paths) assert.match(path, /^ *\/v1\/payments\/norwegian-domestic-\S+$/);
  });

  test("does not wait for a PSU any longer, and exits with 143 for SIGTERM", async () => {
    const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
    writeBank(bank.addresses.http, { sca: { manual: true }, redirectUri });
    const running = varde.start(["check-bank", "bank.json", "--json-report", "r.json"]);
    await running.written(/^SCA 1: Approve/m);
    running.stop("SIGTERM");
    const { code, stderr } = await running.ended;
    assert.equal(code, 143, stderr);
    const { counts, checks, interrupted } = JSON.parse(read("r.json"));
    assert.equal(interrupted, true);
    assert.equal(counts.passed, 2, "the two gates before the SCA");
    assert.equal(checks[2].seen, "the run was interrupted");
  });
});
