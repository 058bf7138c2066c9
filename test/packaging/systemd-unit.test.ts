import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { missingPrograms } from "@varde/testkit/processes";
import { checkVardeLine } from "./check-varde-line.ts";

const unit = readFileSync(
  new URL("../../packaging/systemd/varde.service", import.meta.url),
  "utf8",
);

/** The highest exposure that systemd may compute, from 0 (none) to 10, times ten. */
const exposureMax = 20;

test("the systemd unit runs commands that exist", () => {
  const commands = [...unit.matchAll(/^Exec\w+=\S+ \S+\/(varde)\.js (.*)$/gm)];
  assert.equal(commands.length, 2);
  for (const [, program, words] of commands) checkVardeLine(`${program} ${words}`);
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
