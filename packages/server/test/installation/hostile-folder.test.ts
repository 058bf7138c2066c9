import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { BanksFolder } from "@varde/testkit/server";
import { loadInstallation } from "../../src/index.ts";
import { anInstallation } from "./an-installation.ts";

/** Reading a folder stops all banks of the process, so it must cost little. */
const cpuMsMax = 1_500;

const bomb = Array.from({ length: 9 }, (_, at) => {
  const [name, before] = ["abcdefghi"[at], "abcdefghi"[at - 1]];
  const items = before === undefined ? '"lol"' : `*${before}`;
  return `${name}: &${name} [${Array(9).fill(items).join(", ")}]`;
}).join("\n");

/** Files of a bank that must not be read, and what the fault says. */
const refused: Readonly<Record<string, readonly [make: (path: string) => void, fault: RegExp]>> = {
  "a pipe": [(path) => execFileSync("mkfifo", [path]), /is not a file/],
  "a folder": [(path) => mkdirSync(path), /is not a file/],
  "a link to a device": [(path) => symlinkSync("/dev/zero", path), /is not a file/],
  "a link to a folder": [(path) => symlinkSync("/etc", path), /is not a file/],
  "a link that leads nowhere": [(path) => symlinkSync("/no/such/file", path), /ENOENT/],
  "a link to itself": [(path) => symlinkSync(path, path), /ELOOP/],
};

/** Texts of a file that would take long or exhaust the memory, and what the fault says. */
const texts: Readonly<Record<string, readonly [text: string, fault: RegExp]>> = {
  "of 10 MB": [`bankId: x # ${"x".repeat(10_000_000)}`, /more than 65536 bytes/],
  "with aliases of aliases": [bomb, /alias/],
  "with deep nesting": [`bankId: ${"[".repeat(60_000)}`, /nested/],
  "with deep mappings": [`bankId: ${"{a: ".repeat(15_000)}`, /nested/],
  "with lists in one another": ["- ".repeat(30_000), /nested/],
  "with deep indentation": [
    Array.from({ length: 500 }, (_, at) => `${" ".repeat(at)}a:`).join("\n"),
    /./,
  ],
  "with 6 000 settings": [
    Array.from({ length: 6_000 }, (_, at) => `a${at}: 1`).join("\n"),
    /is not a setting/,
  ],
  "with names of JavaScript": ["__proto__: { bankId: x }\nconstructor: 1", /is not a setting/],
  "that is not text": ["\u0000\u0001\u0002", /./],
};

const find = (folder: BanksFolder, name: string) =>
  loadInstallation(folder.banks, {}).members.find((member) => member.name === name);

const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

describe("A37: a folder of banks from outside", () => {
  for (const [name, [make, fault]] of Object.entries(refused)) {
    test(`refuses ${name} in place of a file, and serves the other banks`, async () => {
      using folder = new BanksFolder();
      make(join(folder.banks, "hostile.yaml"));
      await using installation = await anInstallation(folder);
      const states = installation.banks().map(({ bank, state }) => `${bank} ${state}`);
      assert.deepEqual(states, ["fjordvik ready", "heiane ready", "hostile failed"]);
      assert.match(installation.banks()[2]?.faults.join() ?? "", fault);
    });
  }

  for (const [name, [text, fault]] of Object.entries(texts)) {
    test(`refuses a file ${name}, within ${cpuMsMax} ms of CPU time`, () => {
      using folder = new BanksFolder();
      folder.write("banks/hostile.yaml", text);
      let faults: readonly string[] = [];
      const read = () => {
        faults = find(folder, "hostile")?.faults ?? [];
      };
      const spent = Math.min(cpuMs(read), cpuMs(read), cpuMs(read));
      assert.match(faults.join("\n"), fault);
      assert(spent < cpuMsMax, `${spent} ms`);
      assert.deepEqual(find(folder, "heiane")?.faults, []);
    });
  }

  test("reads a link to a file elsewhere, as Kubernetes mounts them", () => {
    using folder = new BanksFolder();
    folder.write("linked.yaml", readFileSync(join(folder.banks, "heiane.yaml"), "utf8"));
    folder.removeBank("heiane");
    symlinkSync(join(folder.path, "linked.yaml"), join(folder.banks, "heiane.yaml"));
    assert.deepEqual(find(folder, "heiane")?.faults, []);
  });

  test("refuses names of files that would forge a line, and shows them without that", () => {
    using folder = new BanksFolder();
    const names = [
      "a\nvarde: forged.yaml",
      "a\u001b[2J.yaml",
      "\u202eknab.yaml",
      'a"b.yaml',
      "é.yaml",
    ];
    for (const name of names) folder.write(`banks/${name}`, "bankId: x");
    const { faults } = loadInstallation(folder.banks, {});
    assert.equal(faults.length, names.length);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal obeys them
    for (const fault of faults) assert.doesNotMatch(fault, /[\u0000-\u001f\u202e]/);
  });

  test("serves banks whose names are those of JavaScript", async () => {
    const names = ["__proto__", "constructor", "toString"];
    using folder = new BanksFolder(names);
    for (const name of names) {
      const id = name.replaceAll("_", "").toLowerCase();
      folder.configureBank(name, { bankId: id, publicUrl: `https://${id}.example` });
    }
    await using installation = await anInstallation(folder);
    const states = installation.banks().map(({ bank, state }) => `${bank} ${state}`);
    assert.deepEqual(states, ["__proto__ ready", "constructor ready", "toString ready"]);
    for (const name of names) {
      const page = await fetch(`${installation.addresses.admin}/metrics?bank=${name}`);
      assert.match(await page.text(), new RegExp(`varde_[a-z_]+\\{bank="${name}"`));
    }
    const unknown = await fetch(`${installation.addresses.admin}/metrics?bank=valueOf`);
    assert.equal(unknown.status, 404);
  });

  test("refuses the same host in another letter case, with a port, a dot or as IDN", () => {
    using folder = new BanksFolder(["fjordvik", "heiane"]);
    const hosts = [
      ["https://FJORDVIK.example", "https://fjordvik.example"],
      ["https://fjordvik.example:8443", "https://fjordvik.example"],
      ["https://fjordvik.example.", "https://fjordvik.example"],
      ["https://blåbær.example", "https://xn--blbr-roah.example"],
      ["https://BLÅBÆR.example", "https://blåbær.example"],
    ];
    for (const [one = "", other] of hosts) {
      folder.configureBank("fjordvik", { publicUrl: one });
      folder.configureBank("heiane", { publicUrl: other });
      for (const name of ["fjordvik", "heiane"]) {
        assert.match(find(folder, name)?.faults.join() ?? "", /has the host .* has too/, one);
      }
    }
  });

  test("opens a bank again if a file changed while it was opened", async () => {
    using folder = new BanksFolder(["fjordvik"]);
    const theme = join(folder.banks, "logo.svg");
    const logo = (size: number) =>
      `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${size} 10'/>`;
    folder.write("banks/logo.svg", logo(10));
    folder.write(
      "changing.mjs",
      `import { writeFileSync } from "node:fs";
import ports from "./ports.mjs";
export default async (...given) => {
  const opened = await ports(...given);
  writeFileSync(${JSON.stringify(theme)}, ${JSON.stringify(logo(20))});
  return opened;
};`,
    );
    folder.configureBank("fjordvik", { module: "../changing.mjs", theme: { logo: "logo.svg" } });
    await using installation = await anInstallation(folder);
    const opened = () =>
      installation.lines.filter(
        ({ msg, state }) => /its state/.test(String(msg)) && state === "ready",
      );
    assert.equal(opened().length, 1, JSON.stringify(installation.banks()));
    await installation.reload();
    assert.equal(opened().length, 2);
    await installation.reload();
    assert.equal(opened().length, 2);
  });
});
