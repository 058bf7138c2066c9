import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import { ConfigurationRefused } from "@varde/bank";
import { ServerFolder } from "@varde/testkit/server";
import { loadServerSettings } from "../src/index.ts";

const start = [
  "bankId: fjordbanken",
  "bankName: Fjordbanken",
  "publicUrl: https://openbanking.fjordbanken.example",
  "dataFolder: data",
];

describe("the settings of a bank in production", () => {
  const load = (
    lines: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    name = "bank.yaml",
  ) => {
    using folder = new ServerFolder();
    const file = folder.write(name, lines.join("\n"));
    folder.write("secret", "postgres://varde:hidden@db/varde\n");
    return { folder: folder.path, ...loadServerSettings(file, environment) };
  };

  /** Returns the lines of the refusal, without the folder. */
  const refusal = (
    lines: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ) => {
    let text = "";
    assert.throws(
      () => load(lines, environment),
      (error) => {
        text = error instanceof ConfigurationRefused ? error.message : String(error);
        return error instanceof ConfigurationRefused;
      },
    );
    return text.split("\n").map((line) => line.replace(/^\/\S+\/(?=bank\.yaml)/, ""));
  };

  test("are read from YAML, and from JSON as a part of it", () => {
    const { values, folder } = load([...start, "country: NO", "batchTimes:", ...batchTimes]);
    // YAML 1.1 would read the country as false and the times as numbers.
    assert.equal(values.country, "NO");
    assert.deepEqual(values.batchTimes.payments, [{ cutOff: "09:15", run: "09:30" }]);
    assert.equal(values.dataFolder, join(folder, "data"));
    assert.equal(values.appApproval, false);
    const json = '{ "bankId": "b", "bankName": "B", "publicUrl": "https://b.example",';
    const read = load([json, '\t"dataFolder": "data", "workers": 1 }'], {}, "bank.json");
    assert.equal(read.values.bankId, "b");
  });

  const batchTimes = ['  payments: [{ cutOff: 09:15, run: "09:30" }]', "  periodic: 05:00"];

  test("a secret is read from the file or the variable that the file names", () => {
    const lines = start.slice(0, 3);
    const named = load([...lines, "databaseUrl: { file: secret }"]);
    assert.equal(named.values.databaseUrl, "postgres://varde:hidden@db/varde");
    const environment = { BANK_DATABASE: "postgres://elsewhere" };
    const variable = load([...lines, "databaseUrl: { env: BANK_DATABASE }"], environment);
    assert.equal(variable.values.databaseUrl, "postgres://elsewhere");
    const direct = load(lines, { DATABASE_URL: "postgres://direct" });
    assert.equal(direct.values.databaseUrl, "postgres://direct");
  });

  test("a secret in the file itself is refused, and no secret is printed", () => {
    const plain = refusal([...start.slice(0, 3), "databaseUrl: postgres://u:hidden@db/varde"]);
    assert.deepEqual(plain, [
      "bank.yaml line 4, column 1: databaseUrl must be { file: PATH } or { env: VARIABLE }: " +
        "a configuration file contains no secrets.",
    ]);
    const wrong = refusal(start, { DATABASE_URL: "mysql://u:hidden@db/varde" }).join();
    assert.match(wrong, /^DATABASE_URL must be an address that starts with postgres:/);
    assert.doesNotMatch(wrong, /hidden/);
    const missing = refusal([...start, "databaseUrl: { env: NOT_THERE }"]).join();
    assert.match(missing, /databaseUrl names the variable NOT_THERE, which is not set\.$/);
  });

  test("every fault is reported with its line and column", () => {
    const faults = refusal([
      "bankId: fjord banken",
      "publicUrl: https://openbanking.fjordbanken.example",
      "sca:",
      "  oidc:",
      "    isuer: https://eid.example",
      "    levels: high",
      "    key: { file: eid.jwk }",
      "certificates: yes",
      "workers: 0",
      "isolation: tpp",
    ]);
    const expected = [
      /^line 5, column 5: "sca\.oidc\.isuer" is not a setting; did you mean "sca\.oidc\.issuer"\?$/,
      /^line 8, column 1: certificates must contain settings: authorities, /,
      /^line 9, column 1: workers must be a whole number from 1 to 256, or cores, not 0\.$/,
      /^line 7, column 5: sca\.oidc\.key names the file .*eid\.jwk, which cannot be read/,
      /^line 6, column 5: sca\.oidc\.levels must be an array of at least 1 item, not "high"\.$/,
      /^line 1, column 1: bankId must be 1 to 64 letters/,
      /^line 10, column 1: isolation must be left out, because only a sandbox has it\.$/,
      /^line 4, column 3: sca\.oidc\.issuer is missing: the OpenID Connect provider/,
      /^bank\.yaml: bankName is missing: the name that PSUs see\.$/,
    ];
    for (const fault of expected) {
      assert(
        faults.some((line) => fault.test(line.replace("bank.yaml line", "line"))),
        `${fault} is not in\n${faults.join("\n")}`,
      );
    }
  });

  const malformed: readonly (readonly [string, readonly string[], RegExp])[] = [
    [
      "a key twice",
      [...start, "port: 1", "port: 2"],
      /^bank\.yaml line 6, column 1: "port" is given twice/,
    ],
    ["an open quote", [...start, 'country: "x'], /^bank\.yaml line 5, column \d+: .*quote/],
    ["an unknown tag", [...start, "port: !secret x"], /line 5, column 7: .*[Tt]ag/],
    ["a list", ["- port: 1"], /bank\.yaml must contain settings/],
    [
      "a name with dots",
      [...start, "tls.port: 1"],
      /line 5, column 1: "tls\.port" is not a setting/,
    ],
    ["no database", start.slice(0, 3), /databaseUrl is missing; give it, or dataFolder/],
    [
      "several processes on SQLite",
      [...start, "workers: 2"],
      /line 5, .*workers must be 1 with SQL/,
    ],
    [
      "the mode of a sandbox",
      [...start, "mode: sandbox"],
      /mode must be "production", not "sandbox"/,
    ],
    ["trust in any issuer", [...start, "trust: any"], /trust must be left out, because only a/],
  ];
  for (const [title, lines, sentence] of malformed) {
    test(`refuses ${title}`, () => assert.match(refusal(lines).join("\n"), sentence));
  }

  test("refuses a variable that only a sandbox has", () => {
    const [fault] = refusal(start, { VARDE_TRUST: "any" });
    assert.equal(fault, "VARDE_TRUST must be left out, because only a sandbox has it.");
  });
});
