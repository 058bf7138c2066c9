import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { missingPrograms } from "@varde/testkit/processes";
import { fileOf, readBlocks } from "../guide.ts";
import { checkVardeLine } from "./check-varde-line.ts";

const unit = readFileSync(
  new URL("../../packaging/systemd/varde.service", import.meta.url),
  "utf8",
);

/** The addition for a folder of banks, which SIGHUP makes read it again. */
const forFolders = (): string =>
  readBlocks("many-banks.md").find((block) => fileOf(block) === "folder.conf")?.code ?? "";

/** The highest exposure that systemd may compute, from 0 (none) to 10, times ten. */
const exposureMax = 20;

test("the systemd unit runs commands that exist", () => {
  const commands = [...unit.matchAll(/^Exec\w+=\S+ \S+\/(varde)\.js (.*)$/gm)];
  assert.equal(commands.length, 2);
  for (const [, program, words] of commands) checkVardeLine(`${program} ${words}`);
});

test("only the process of a folder gets SIGHUP, which stops that of one bank", () => {
  assert.doesNotMatch(unit, /^ExecReload=/m);
  assert.match(forFolders(), /^ExecReload=\/bin\/kill -HUP \$MAINPID$/m);
  // The program and its first words are those of the unit; the folder is the name of the instance.
  const start = (text: string) => /^ExecStart=(\S.* serve) (\S+)$/m.exec(text)?.slice(1);
  assert.deepEqual(start(unit), [start(forFolders())?.[0], "/etc/varde/bank.yaml"]);
  assert.equal(start(forFolders())?.[1], "/etc/varde/%i");
  // A check of all files would keep every bank from starting if one has a fault.
  assert.match(unit, /^ExecStartPre=\S/m);
  assert.match(forFolders(), /^ExecStartPre=$/m);
});

describe("the systemd unit", { skip: missingPrograms(["systemd"]) }, () => {
  const folder = mkdtempSync(join(tmpdir(), "varde-systemd-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "varde.service");

  const analyze = (text: string, ...words: readonly string[]) => {
    // systemd also checks that the programs are installed.
    writeFileSync(path, text.replaceAll("/usr/bin/node", process.execPath));
    const { status, stderr } = spawnSync("systemd-analyze", [...words, path], { encoding: "utf8" });
    return { status, stderr };
  };

  test("is accepted by systemd without a remark", () => {
    assert.deepEqual(analyze(unit, "verify", "--man=no"), { status: 0, stderr: "" });
    const typo = analyze(unit.replace("NoNewPrivileges", "NoNewPrivilege"), "verify", "--man=no");
    assert.match(typo.stderr, /NoNewPrivilege/);
  });

  test("is accepted for a folder of banks, with the addition of the guide", () => {
    const verify = (addition: string) => {
      const units = join(folder, "folders");
      mkdirSync(join(units, "varde@.service.d"), { recursive: true });
      const ofHere = (text: string) => text.replaceAll("/usr/bin/node", process.execPath);
      writeFileSync(join(units, "varde@.service"), ofHere(unit));
      writeFileSync(join(units, "varde@.service.d", "folder.conf"), ofHere(addition));
      const { status, stderr } = spawnSync(
        "systemd-analyze",
        ["verify", "--man=no", "varde@banks.service"],
        { encoding: "utf8", env: { ...process.env, SYSTEMD_UNIT_PATH: `${units}:` } },
      );
      return { status, stderr };
    };
    assert.deepEqual(verify(forFolders()), { status: 0, stderr: "" });
    // Without the empty line, systemd would have two programs to start.
    const twice = forFolders().replace(/^ExecStart=\n/m, "");
    assert.match(verify(twice).stderr, /more than one ExecStart/);
  });

  test("gives the bank few rights", () => {
    const words = ["security", "--offline=true", "--no-pager", `--threshold=${exposureMax}`];
    assert.equal(analyze(unit, ...words).status, 0);
    const open = unit.replace("ProtectSystem=strict", "").replace("CapabilityBoundingSet=", "");
    assert.notEqual(analyze(open, ...words).status, 0);
  });

  test("waits longer for the bank to stop than the bank takes", () => {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    // The bank drains for at most 30 seconds here and gives requests in flight 15.
    assert(seconds >= 30 + 15);
  });
});
