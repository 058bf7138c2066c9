import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { CheckReport } from "@varde/conformance";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { serveLocally } from "@varde/testkit/processes";
import { aBankWithTpp } from "./a-bank-with-tpp.ts";
import type { CommandLine } from "./a-command-line.ts";

const { kari, ola } = dataSet.people;

describe("varde check-bank", () => {
  const stack = new AsyncDisposableStack();
  let varde: CommandLine;
  let bank: TestBank;

  /** Writes the user's file; `more` adds or replaces lines. */
  const writeBank = (name: string, more: Readonly<Record<string, string>> = {}): string => {
    const fields = {
      bank: bank.addresses.http,
      certificate: ".varde-tpp/certificate.pem",
      key: ".varde-tpp/key.pem",
      sca: `{ varde: { customer: "${kari.customerNumber}" } }`,
      debtor: `{ bban: "${kari.current.bban}" }`,
      creditor: `{ bban: "${ola.current.bban}", name: ${ola.name} }`,
      ...more,
    };
    const lines = Object.entries(fields).map(([key, value]) => `${key}: ${value}`);
    writeFileSync(join(varde.folder, name), `${lines.join("\n")}\n`);
    return name;
  };
  const read = (name: string) => JSON.parse(readFileSync(join(varde.folder, name), "utf8"));

  before(async () => {
    ({ bank, varde } = await aBankWithTpp(stack));
    writeBank("bank.yaml");
  });
  after(() => stack.disposeAsync());

  test("checks the bank of a YAML file, prints each check, and exits with 0", async () => {
    const { code, stdout, stderr } = await varde.run(
      ...["check-bank", "bank.yaml", "--only", "HDR,sig-none", "--json-report", "report.json"],
      ...["--html", "report.html", "--junit", "report.xml", "--har", "report.har"],
    );
    assert.equal(code, 0, stderr);
    const text = (name: string) => readFileSync(join(varde.folder, name), "utf8");
    assert.match(text("report.html"), /<h1>The bank passes every check that was run<\/h1>/);
    assert.match(text("report.xml"), /<testcase classname="SIG" name="sig-none: refuses a request/);
    assert.equal(read("report.har").log.entries.length, read("report.json").exchanges.length);
    assert.match(
      stderr,
      /The PSU is asked for 1 approval and 0 refusals; no payment is approved\./,
    );
    assert.match(stdout, /^passed +gate-payment +creates a correct payment$/m);
    assert.match(stdout, /^passed +sig-none +refuses a request without Signature$/m);
    assert.match(stdout, /^\d+ checks: \d+ passed\.$/m);
    const report = read("report.json");
    assert.equal(report.suite, "2026.11");
    assert.equal(report.counts.failed, 0);
    assert.deepEqual(report.money.left, []);
    const none = report.checks.find(({ id }: { id: string }) => id === "sig-none");
    const fault = report.exchanges[none.exchanges[0] - 1];
    assert.equal(fault.check, "sig-none");
    assert.equal(fault.response.status, 400);
  });

  test("reads the same file as JSON, and prints JSON on request", async () => {
    writeFileSync(
      join(varde.folder, "bank.json"),
      JSON.stringify({
        bank: bank.addresses.http,
        certificate: ".varde-tpp/certificate.pem",
        key: ".varde-tpp/key.pem",
        sca: { varde: { customer: kari.customerNumber } },
        debtor: { bban: kari.current.bban },
        creditor: { bban: ola.current.bban, name: ola.name },
      }),
    );
    const report = await varde.json("check-bank", "bank.json", "--only", "bod-name-70");
    assert.deepEqual(
      report.checks.map(({ id }: { id: string }) => id),
      ["gate-reach", "gate-signature", "gate-sca", "gate-payment", "bod-name-70"],
    );
    assert.deepEqual(report.problems, []);
  });

  test("moves the clock of a Varde sandbox for an hour, and sets it back", async () => {
    const report = await varde.json("check-bank", "bank.yaml", "--only", "ses-hour");
    assert.deepEqual(
      report.checks.slice(4).map(({ id, result }: CheckReport) => `${id} ${result}`),
      ["ses-hour passed"],
    );
    const [world] = await bank.listWorlds();
    const { offsetMs, epoch } = await bank.clock.readClock(world?.worldId ?? "");
    assert.deepEqual({ offsetMs, epoch }, { offsetMs: 0, epoch: 1 });
  });

  test("exits with 3 if a gate fails, and says which and why", async () => {
    const file = writeBank("wrong-debtor.yaml", { debtor: '{ bban: "99909999908" }' });
    const { code, stdout, stderr } = await varde.run("check-bank", file, "--only", "BOD");
    assert.equal(code, 3);
    assert.match(stderr, /The bank cannot be checked: gate-payment 400 .*\/debtorAccount/);
    assert.match(stdout, /^blocked +bod-name-70/m);
    const gone = writeBank("gone.yaml", { bank: "http://127.0.0.1:9" });
    const unreachable = await varde.run("check-bank", gone, "--only", "BOD");
    assert.equal(unreachable.code, 3);
    assert.match(unreachable.stderr, /gate-reach http:\/\/127\.0\.0\.1:9\/ does not respond/);
  });

  test("exits with 1 if a check passes that is expected to fail", async () => {
    const expected = [{ check: "bod-name-70", reason: "known", until: "2099-01-01" }];
    writeFileSync(join(varde.folder, "expected.json"), JSON.stringify(expected));
    const { code, stderr } = await varde.run(
      ...["check-bank", "bank.yaml", "--only", "bod-name-70", "--expected", "expected.json"],
    );
    assert.equal(code, 1);
    assert.match(stderr, /bod-name-70 was expected to fail, but its result is passed: remove it/);
  });

  const misuses = [
    [[], /give the file that describes the bank/],
    [["none.yaml"], /none\.yaml/],
    [
      ["bank.yaml", "--only", "bod-name-7"],
      /unknown check "bod-name-7"; did you mean bod-name-70\?/,
    ],
    [["bank.yaml", "--money", "all"], /unknown --money "all"/],
  ] as const;
  for (const [words, message] of misuses) {
    test(`exits with 2 for check-bank ${words.join(" ")}`, async () => {
      const { code, stderr } = await varde.run("check-bank", ...words);
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
    });
  }

  const faultyFiles = [
    [{ creditr: "x" }, /line 7, column 1: unknown field creditr; did you mean creditor\?/],
    [
      { debtor: "{ bban: 99901010028 }" },
      /line 5, column 11: bban is a number; give an account number in quotes/,
    ],
    [{ sca: "{}" }, /give psu, or sca so that the PSU can identify/],
    [
      { sca: "manual", redirectUri: "https://tpp.example/back" },
      /must be an address on this machine/,
    ],
  ] as const;
  for (const [more, message] of faultyFiles) {
    test(`exits with 2 for a file with ${JSON.stringify(more)}`, async () => {
      const { code, stderr } = await varde.run("check-bank", writeBank("faulty.yaml", more));
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
    });
  }

  test("exits with 2 if the port of redirectUri is taken, and says what to change", async () => {
    await using taken = await serveLocally(() => {});
    const redirectUri = `${taken.url}/callback`;
    const file = writeBank("taken.yaml", { sca: "manual", redirectUri });
    const { code, stderr } = await varde.run("check-bank", file);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /cannot listen on 127\.0\.0\.1:\d+ .*; give another redirectUri/);
  });

  test("--list prints every check with its rules, without a bank", async () => {
    const { code, stdout } = await varde.run("check-bank", "--list");
    assert.equal(code, 0);
    assert.match(stdout, /^bod-name-70 +must +NDC-03 +accepts 70 characters in creditorName/m);
    const [first] = await varde.json("check-bank", "--list", "--only", "sig-wrong");
    assert.deepEqual(first.rules, ["SIG-04"]);
  });

  test("--imitate writes a file with which varde start behaves like the bank", async () => {
    const settings = {
      acceptFixRequired: false,
      hideUnsignedDomestic: true,
      bbanCheckDigit: "off",
    };
    await using other = await aBank({ bank: { ...settings, bbanCheckDigit: "off" } });
    const file = writeBank("other.yaml", { bank: other.addresses.http });
    const words = ["check-bank", file, "--only", "VAR", "--imitate", "like.json"];
    const page = ["--html", "other.html"];
    const { code, stdout, stderr } = await varde.run(...words, ...page);
    assert.equal(code, 0, stderr);
    const listed = readFileSync(join(varde.folder, "other.html"), "utf8").matchAll(
      /<li><strong>(var-[\w-]+)<\/strong> ([^<]+)<\/li>/g,
    );
    assert.deepEqual(
      [...listed].map(([, id, text]) => `${id} ${text}`),
      [
        "var-accept-fix payment or basket without x-accept-fix: accepts it; 201; 201",
        "var-bban-check account number of another bank with a wrong check digit: accepts it; 201",
        "var-unsigned-read reading a domestic payment that nobody has signed: returns 404; " +
          "404 RESOURCE_UNKNOWN",
      ],
    );
    assert.match(
      stdout,
      /^variant +var-accept-fix +payment or basket without x-accept-fix\n +accepts it/m,
    );
    assert.match(
      stdout,
      /This bank differs from Varde's defaults:\n {2}acceptFixRequired: false$/m,
    );
    assert.deepEqual(read("like.json"), settings);
    const loaded = await varde.json("config", "--config", "like.json");
    for (const [name, value] of Object.entries(settings)) {
      const row = loaded.settings.find((each: { readonly name: string }) => each.name === name);
      assert.deepEqual({ from: row.from, value: row.value }, { from: "like.json", value }, name);
    }
    const again = await varde.run(...words);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /like\.json exists already/);
  });
});
