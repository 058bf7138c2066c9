import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConfigurationRefused, environmentName } from "@varde/bank";
import { BanksFolder } from "@varde/testkit/server";
import { installationSettings } from "../../src/configuration/installation-settings.ts";
import { checkInstallation, loadInstallation, serverSettings } from "../../src/index.ts";

type Environment = Readonly<Record<string, string>>;

/** Returns the faults of a folder, without the path of the folder. */
const findFaults = async (
  folder: BanksFolder,
  environment: Environment = {},
): Promise<readonly string[]> => {
  try {
    await checkInstallation(loadInstallation(folder.banks, environment));
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationRefused)) throw error;
    return error.message.replaceAll(`${folder.banks}/`, "").split("\n");
  }
};

const assertFaults = (faults: readonly string[], expected: readonly RegExp[]): void => {
  for (const sentence of expected) {
    assert(
      faults.some((fault) => sentence.test(fault)),
      `${sentence} is not in\n${faults.join("\n")}`,
    );
  }
  assert.equal(faults.length, expected.length, faults.join("\n"));
};

describe("a folder of banks", () => {
  test("gives each bank its own settings, the defaults and those of the process", async () => {
    using folder = new BanksFolder();
    folder.configureInstallation({ drainMs: 7 });
    folder.configureDefaults({ country: "NO", strictness: "strict" });
    folder.configureBank("heiane", { strictness: "lenient", moreHosts: ["PSD2.heiane.example"] });
    assert.deepEqual(await findFaults(folder), []);
    const { members } = loadInstallation(folder.banks, {});
    assert.deepEqual(
      members.map(({ name, hosts, loaded }) => [name, hosts, loaded?.values.strictness]),
      [
        ["fjordvik", ["fjordvik.example"], "strict"],
        ["heiane", ["heiane.example", "psd2.heiane.example"], "lenient"],
      ],
    );
    const values = members[0]?.loaded?.values;
    assert.equal(values?.drainMs, 7);
    assert.equal(values?.databaseConnectionsMax, 3);
    assert.equal(values?.dataFolder, `${folder.banks}/fjordvik/data`);
    assert.equal(values?.tppRegister, `${folder.path}/register.json`);
  });

  test("refuses settings of the process in a bank's file and in defaults.yaml", async () => {
    using folder = new BanksFolder();
    const process = "it is a setting of the process: give it in installation\\.yaml\\.$";
    folder.write("banks/extra.yaml", "port: 1\nbankId: x\nbankName: X\n");
    folder.configureBank("heiane", { telemetry: { endpoint: "http://otel:4318" } });
    folder.configureDefaults({ workers: 2 });
    assertFaults(await findFaults(folder), [
      new RegExp(
        `^heiane.yaml line 5, column 13: telemetry.endpoint must be left out, .*${process}`,
      ),
      new RegExp(`^extra.yaml line 1, column 1: port must be left out, because ${process}`),
      new RegExp(`^defaults.yaml line 4, column 1: workers must be left out, because ${process}`),
      /^extra\.yaml: publicUrl is missing/,
    ]);
  });

  test("refuses identities and secrets in defaults.yaml", async () => {
    using folder = new BanksFolder();
    folder.write("banks/secret", "postgres://db/varde");
    const own = {
      bankId: "everybody",
      publicUrl: "https://everybody.example",
      databaseUrl: { file: "secret" },
      ownChannels: [],
      sca: { oidc: { key: { file: "secret" }, levelMin: "high" } },
    };
    folder.configureDefaults(own);
    const ofDefaults = (await findFaults(folder)).filter((fault) => fault.startsWith("defaults"));
    assertFaults(
      ofDefaults,
      ["bankId", "publicUrl", "databaseUrl", "ownChannels", "sca\\.oidc\\.key"].map(
        (name) =>
          new RegExp(
            `^defaults.yaml line \\d+, column \\d+: ${name} must be left out, because every`,
          ),
      ),
    );
  });

  test("refuses settings of a bank in installation.yaml", async () => {
    using folder = new BanksFolder(["fjordvik"], { country: "NO", bankId: "x", workers: 4 });
    assertFaults(await findFaults(folder), [
      /^installation\.yaml line 4, .*give it in the bank's file, or in defaults\.yaml\.$/,
      /^installation\.yaml line 5, .*bankId is a setting of a bank: give it in the bank's file\.$/,
      /^installation\.yaml line 6, column 1: workers must be 1 \(each process opens every bank /,
    ]);
  });

  const variables = Object.entries(serverSettings)
    .filter(([name]) => !Object.hasOwn(installationSettings, name))
    .map(([name, declared]) => [name, environmentName(name, declared)] as const);

  test("refuses every variable that would set a setting of all banks, by its name", async () => {
    using folder = new BanksFolder();
    const { faults, members } = loadInstallation(
      folder.banks,
      Object.fromEntries(variables.map(([, variable]) => [variable, "x"])),
    );
    for (const [name, variable] of variables) {
      const start = `${variable} must be left out, because ${name} is a setting of a bank`;
      assert(
        faults.some((fault) => fault.startsWith(start)),
        start,
      );
    }
    assert(members.every(({ loaded }) => loaded?.values.country === "NO"));
  });

  test("reads a variable that a bank's file names", () => {
    using folder = new BanksFolder();
    const databaseUrl = { env: "FJORDVIK_DATABASE" };
    folder.configureBank("fjordvik", { dataFolder: undefined, databaseUrl });
    const environment = { FJORDVIK_DATABASE: "postgres://db/fjordvik", HOST: "127.0.0.2" };
    const { faults, members, values } = loadInstallation(folder.banks, environment);
    assert.deepEqual(faults, []);
    assert.equal(values.host, "127.0.0.2");
    assert.deepEqual(
      members.map(({ loaded }) => loaded?.values.databaseUrl),
      ["postgres://db/fjordvik", undefined],
    );
  });

  test("refuses both banks that claim the same host, id or database", async () => {
    using folder = new BanksFolder(["fjordvik", "heiane", "lyngen", "alone"]);
    const url = (password: string, name: string) => `postgres://varde:${password}@db/${name}`;
    folder.write("banks/one", url("secret-1", "shared"));
    folder.write("banks/two", url("secret-2", "shared").replace("@db/", "@DB:5432/"));
    folder.configureBank("fjordvik", { moreHosts: ["HEIANE.example"], bankId: "lyngen" });
    folder.configureBank("heiane", { dataFolder: undefined, databaseUrl: { file: "one" } });
    folder.configureBank("lyngen", { dataFolder: undefined, databaseUrl: { file: "two" } });
    const faults = await findFaults(folder);
    assertFaults(faults, [
      /^fjordvik\.yaml line 5, .*: moreHosts has the host heiane\.example that heiane\.yaml/,
      /^fjordvik\.yaml line 1, .*: bankId has the id lyngen that lyngen\.yaml has too/,
      /^heiane\.yaml line 3, .*: publicUrl has the host heiane\.example that fjordvik/,
      /^heiane\.yaml line 4, .*: databaseUrl names a database that lyngen\.yaml has too/,
      /^lyngen\.yaml line 1, .*: bankId has the id lyngen that fjordvik\.yaml has too/,
      /^lyngen\.yaml line 4, .*: databaseUrl names a database that heiane\.yaml has too/,
    ]);
    assert.doesNotMatch(faults.join(), /secret/);
  });

  test("allows roles with a schema each in one database", async () => {
    using folder = new BanksFolder();
    for (const name of ["fjordvik", "heiane"]) {
      folder.write(`banks/${name}-database`, `postgres://${name}:x@db/banks`);
      const databaseUrl = { file: `${name}-database` };
      folder.configureBank(name, { dataFolder: undefined, databaseUrl });
    }
    assert.deepEqual(await findFaults(folder), []);
  });

  test("reports the faults of all files at once, each once", async () => {
    using folder = new BanksFolder(["fjordvik", "heiane", "lyngen"], { prot: 1 });
    folder.configureDefaults({ strictness: "very", tppRegister: "missing.json" });
    folder.configureBank("heiane", { country: "Norway" });
    folder.write("banks/lyngen.yaml", 'bankId: "lyngen\n');
    folder.write("banks/ålesund.yaml", "");
    folder.write("banks/other.yml", "");
    assertFaults(await findFaults(folder), [
      /^installation\.yaml line 4, .*"prot" is not a setting; did you mean "port"\?$/,
      /^defaults\.yaml line 4, .*strictness must be one of lenient, strict, not "very"\.$/,
      /^heiane\.yaml line 5, .*country must be a country code/,
      /^lyngen\.yaml line \d, .*quote/,
      /^ålesund\.yaml must be named like fjordbanken\.yaml/,
      /^other\.yml must be named like fjordbanken\.yaml/,
    ]);
    folder.configureInstallation();
    folder.configureDefaults({ tppRegister: "missing.json" });
    const named = (await findFaults(folder)).filter((fault) => fault.includes("missing.json"));
    assert.match(
      named.join("\n"),
      /^defaults\.yaml line 2, .*missing\.json cannot be read \(ENOENT/,
    );
  });

  test("refuses pools that are larger together than the process may have", async () => {
    using folder = new BanksFolder(["fjordvik", "heiane"], { databaseConnectionsMax: 5 });
    for (const name of ["fjordvik", "heiane"]) {
      folder.write(`banks/${name}-database`, `postgres://db/${name}`);
      const databaseUrl = { file: `${name}-database` };
      folder.configureBank(name, { dataFolder: undefined, databaseUrl });
    }
    assertFaults(await findFaults(folder), [/^installation\.yaml: .* is 5, but .* 6 connections/]);
  });

  test("refuses a bank that needs client certificates if no port asks for them", async () => {
    using folder = new BanksFolder();
    folder.configureBank("heiane", { clientCertificate: "required" });
    assertFaults(await findFaults(folder), [
      /^heiane\.yaml line 5, .*clientCertificate needs .*tls\.certificatePort in installation/,
    ]);
    folder.configureInstallation({ trustedProxies: ["10.0.0.0/8"] });
    assert.deepEqual(await findFaults(folder), []);
  });

  test("refuses a folder without installation.yaml or without a bank", async () => {
    using folder = new BanksFolder([]);
    assertFaults(await findFaults(folder), [/has no bank; write a file for each/]);
    using other = new BanksFolder();
    const { faults } = loadInstallation(`${other.banks}/..`, {});
    assert.match(faults.join("\n"), /installation\.yaml cannot be read \(ENOENT\)/);
  });
});
