import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { openCommandSca, openManualSca, ScaNotCompleted } from "@varde/conformance";
import { freePort } from "@varde/testkit/processes";

const approve = { decision: "approve", context: "PRIVATE" } as const;

test("manual SCA prints the link and resolves when the browser comes back", async () => {
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  const said: string[] = [];
  const sca = await openManualSca({ redirectUri, say: (text) => said.push(text) });
  try {
    const wish = { decision: "refuse", context: "CORPORATE", accounts: ["a1"] } as const;
    const back = sca.complete("https://bank.example/sca/1", wish);
    const page = await fetch(`${redirectUri}?psu-id=p1`);
    assert.match(await page.text(), /Back from the bank/);
    assert.equal((await back).searchParams.get("psu-id"), "p1");
    assert.deepEqual(said, [
      "Refuse (cancel) this time at the bank, for the company, and select only a1:\n" +
        "  https://bank.example/sca/1",
    ]);
    assert.equal((await fetch(new URL("/favicon.ico", redirectUri))).status, 404);
  } finally {
    await sca.close();
  }
});

test("manual SCA gives up after its time", async () => {
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  const sca = await openManualSca({ redirectUri, say: () => {}, timeoutMs: 20 });
  await assert.rejects(sca.complete("https://bank.example/sca/1", approve), ScaNotCompleted);
  await sca.close();
});

test("a command gets link and decision, and prints where the PSU came back to", async () => {
  const folder = mkdtempSync(join(tmpdir(), "varde-sca-"));
  const script = join(folder, "approve.mjs");
  writeFileSync(
    script,
    `const { SCA_LINK, SCA_DECISION, SCA_CONTEXT } = process.env;
     console.log("opening the page");
     console.log(\`https://tpp.example/?link=\${SCA_LINK}&d=\${SCA_DECISION}&c=\${SCA_CONTEXT}\`);`,
  );
  try {
    const sca = openCommandSca(`"${process.execPath}" "${script}"`);
    const back = await sca.complete("L1", approve);
    assert.equal(back.href, "https://tpp.example/?link=L1&d=approve&c=PRIVATE");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a command that fails, or prints no address, leaves the SCA not completed", async () => {
  const node = `"${process.execPath}" -e`;
  const silent = openCommandSca(`${node} "0"`).complete("L1", approve);
  await assert.rejects(silent, /printed nothing; its last line must be the address/);
  const failing = openCommandSca(`${node} "process.exit(4)"`).complete("L1", approve);
  await assert.rejects(failing, /ended with 4/);
});
