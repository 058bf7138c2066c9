import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { commands } from "../src/commands/index.ts";
import { makeSelfSigned } from "../src/identity/make-self-signed.ts";
import { aBankWithTpp } from "./a-bank-with-tpp.ts";
import type { CommandLine } from "./a-command-line.ts";

const tppFiles = ["key.pem", "certificate.pem", "tpp.json", "sandbox-ca.pem", "memory.json"];

/** Files that a command would write, with the line that writes them. */
interface Writer {
  readonly line: string;
  readonly files: readonly string[];
}

/** The effect of each command on files of the user. A new command needs a row. */
const written: Readonly<Record<string, readonly Writer[] | string>> = {
  start: "opens its own data folder, and leaves other files in it as they are",
  "core-bank": "opens its own data folder",
  serve: "opens the data folder of its configuration",
  banks: "prints",
  migrate: "changes its own database",
  person: "prints; erases in the database",
  register: "changes the register that it is for, and none that it cannot read",
  audit: "prints",
  config: "prints",
  completion: "prints",
  customers: "prints",
  logs: "prints",
  sign: "prints",
  explain: "prints",
  tpp: [
    { line: "tpp new --tpp new", files: tppFiles.map((name) => join("new", name)) },
    { line: "tpp new --self-signed --tpp own", files: tppFiles.map((name) => join("own", name)) },
    {
      line: "tpp import seal.pem seal.key --tpp real",
      files: tppFiles.map((name) => join("real", name)),
    },
  ],
  kpi: [
    { line: "kpi report --quarter 2026-Q4 --html kpi.html", files: ["kpi.html"] },
    { line: "kpi report --quarter 2026-Q4 --csv kpi.csv", files: ["kpi.csv"] },
  ],
  "check-core-bank": [
    { line: "check-core-bank http://127.0.0.1:1/v1 --html check.html", files: ["check.html"] },
  ],
  "check-tpp": [
    { line: "check-tpp --html ready.html", files: ["ready.html"] },
    { line: "check-tpp --junit ready.xml", files: ["ready.xml"] },
  ],
  "check-bank": [
    { line: "check-bank bank.yaml --html check.html", files: ["check.html"] },
    { line: "check-bank bank.yaml --junit check.xml", files: ["check.xml"] },
    { line: "check-bank bank.yaml --har check.har", files: ["check.har"] },
    { line: "check-bank bank.yaml --json-report check.json", files: ["check.json"] },
    { line: "check-bank bank.yaml --imitate like-it.json", files: ["like-it.json"] },
  ],
  record: [{ line: "record bug.har", files: ["bug.har"] }],
  replay: "prints",
  snapshot: [{ line: "snapshot export world.json", files: ["world.json"] }],
};

/** Commands that act as a TPP write only what the TPP remembers, to its own folder. */
const rememberers = ["pay", "approve", "basket", "status", "cancel", "accounts", "transactions"];
/** Commands that only call the control API. */
const controllers = [
  ...["account", "consents", "figures", "payments", "batch", "clock", "scenario", "worlds"],
];

describe("files of the user", () => {
  let varde: CommandLine;
  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ varde } = await aBankWithTpp(opened));
    const input = { name: "Egen AS", organisationNumber: "310000026", roles: [] };
    const { certificate, key } = await makeSelfSigned(input);
    writeFileSync(join(varde.folder, "seal.pem"), certificate);
    writeFileSync(join(varde.folder, "seal.key"), key);
  });
  after(() => opened.disposeAsync());

  test("it is known of every command what it writes", () => {
    const known = [...Object.keys(written), ...rememberers, ...controllers];
    assert.deepEqual(known.sort(), commands.map(({ name }) => name).sort());
  });

  const writers = Object.values(written).flatMap((each) => (typeof each === "string" ? [] : each));
  for (const { line, files } of writers) {
    for (const file of files) {
      test(`varde ${line} does not overwrite ${file}`, async () => {
        const path = join(varde.folder, file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, "mine");
        const { code, stderr } = await varde.run(...line.split(" "));
        assert.equal(code, 1, stderr);
        assert(stderr.includes(file), stderr);
        assert.match(stderr, /exists? already/);
        assert.equal(readFileSync(path, "utf8"), "mine");
      });
    }
  }

  test("varde start leaves other files of its data folder as they are", async () => {
    const folder = join(varde.folder, "data");
    mkdirSync(folder);
    const names = [".gitignore", "address", "notes.txt", "key.pem", "certificate.pem"];
    for (const name of names) writeFileSync(join(folder, name), "mine");
    const bank = varde.start(["start", "--port", "0", "--https-port", "off", "--data", "data"]);
    await bank.written(/Ctrl-C stops/);
    bank.stop();
    assert.equal((await bank.ended).code, 0);
    for (const name of names) assert.equal(readFileSync(join(folder, name), "utf8"), "mine", name);
  });

  test("varde register changes no file that it cannot read", async () => {
    writeFileSync(join(varde.folder, "register.json"), "mine");
    const add = "register add PSDSE-FINA-55 --name Sparbot --role PSP_AI --country NO";
    assert.equal((await varde.run(...add.split(" "))).code, 1);
    assert.equal(readFileSync(join(varde.folder, "register.json"), "utf8"), "mine");
  });

  test("a device or a pipe can be written to", async () => {
    const { code, stderr } = await varde.run("snapshot", "export", "/dev/null");
    assert.equal(code, 0, stderr);
  });
});
