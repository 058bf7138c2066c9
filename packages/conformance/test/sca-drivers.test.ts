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
    const back = sca.complete("https://bank.example/sca/1", approve);
    const page = await fetch(`${redirectUri}?psu-id=p1`);
    assert.match(await page.text(), /Back from the bank/);
    assert.equal((await back).searchParams.get("psu-id"), "p1");
    assert.deepEqual(said, [
      "Open each link in a browser on this machine, and identify as the owner of the debtor " +
        "account. Each can wait for 10 minutes.",
      "SCA 1: Approve, acting for yourself; if the bank asks for accounts, select all\n" +
        "  https://bank.example/sca/1",
    ]);
    assert.equal((await fetch(new URL("/favicon.ico", redirectUri))).status, 404);
    // Any page in the browser can send this, which is not an address.
    assert.equal((await fetch(`${new URL(redirectUri).origin}//`)).status, 404);
  } finally {
    await sca.close();
  }
});

const wishes = [
  [{ ...approve, context: "CORPORATE" }, /^SCA 1: Approve, acting for the company; if the bank/],
  [{ ...approve, accounts: [] }, /^SCA 1: Approve, acting for yourself; select no account\n/],
  [
    { ...approve, accounts: [{ id: "a1", number: "99901010028" }, { id: "a2" }] },
    /: 99901010028, a2\n/,
  ],
  [{ ...approve, decision: "refuse" }, /^SCA 1: Refuse this time, by Cancel or Refuse/],
] as const;

for (const [wish, text] of wishes) {
  test(`manual SCA says what to do: ${text.source}`, async () => {
    const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
    const said: string[] = [];
    const sca = await openManualSca({ redirectUri, say: (each) => said.push(each) });
    const back = sca.complete("https://bank.example/sca/1", wish);
    await fetch(`${redirectUri}?code=SCA_INVALID`);
    await back;
    await sca.close();
    assert.match(said[1] ?? "", text);
  });
}

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
     console.log(\`https://tpp.example/?link=\${SCA_LINK}&d=\${SCA_DECISION}&c=\${SCA_CONTEXT}\` +
       \`&a=\${process.env.SCA_ACCOUNTS}\`);`,
  );
  try {
    const sca = openCommandSca(`"${process.execPath}" "${script}"`);
    const back = await sca.complete("L1", approve);
    assert.equal(back.href, "https://tpp.example/?link=L1&d=approve&c=PRIVATE&a=all");
    const none = await sca.complete("L1", { ...approve, accounts: [] });
    assert.equal(none.searchParams.get("a"), "none");
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
