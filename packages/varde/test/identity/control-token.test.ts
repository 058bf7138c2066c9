import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { CommandLine } from "../a-command-line.ts";

const token = "token-of-the-test";

/** Both are this machine, but only the first is recognised as such. */
const [here, elsewhere] = ["127.0.0.1", "127.0.0.2"];

describe("the control token of the environment", () => {
  let port = 0;
  let seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(403, { "content-type": "application/json" }).end('{"text":"No."}');
  });
  const lines: CommandLine[] = [];
  /** Returns a command line with a TPP whose record names this host. */
  const aTppAt = async (host: string, bank?: string): Promise<CommandLine> => {
    const varde = new CommandLine(bank, { VARDE_CONTROL_TOKEN: token });
    lines.push(varde);
    await varde.json("tpp", "new", "--self-signed");
    const file = join(varde.folder, ".varde-tpp", "tpp.json");
    const record = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...record, bank: addressOf(host) }));
    seen = [];
    return varde;
  };
  const addressOf = (host: string) => `http://${host}:${port}`;

  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
    ({ port } = server.address() as AddressInfo);
  });
  after(() => {
    for (const varde of lines) varde.close();
    server.close();
  });

  const commands = [
    ["clock"],
    ["worlds"],
    ["logs"],
    ["tpp", "list"],
    ["check-tpp"],
    ["record", "bug.har"],
    ["snapshot", "save", "before"],
    ["payments", "--waiting"],
  ];

  test("is not sent to a bank that only the folder of the TPP names", async () => {
    const varde = await aTppAt(elsewhere);
    for (const words of commands) {
      const { code, stderr } = await varde.run(...words);
      assert.equal(code, 1, words.join(" "));
      assert(stderr.startsWith("varde: VARDE_CONTROL_TOKEN is not sent to "), stderr);
      assert(stderr.includes(`add --bank ${addressOf(elsewhere)} or set VARDE_BANK.`), stderr);
    }
    seen = [];
    const { stderr } = await varde.run("accounts", "--approve", "03848420491");
    assert(stderr.startsWith("varde: VARDE_CONTROL_TOKEN is not sent to "), stderr);
    assert.deepEqual(seen, [], "refused before anything is made");
    await varde.run("tpp", "show");
    await varde.run("status", "0198c0de-7a51-7c58-b7cb-fb1ed6a50dfa");
    assert.deepEqual(new Set(seen), new Set([undefined]), "status is a call of the interface");
  });

  test("is not sent to the bank of a link that the user did not name", async () => {
    const varde = await aTppAt(here);
    const link = `${addressOf(elsewhere)}/sca/dRL0`;
    const { stderr } = await varde.run("approve", link, "--as", "03848420491");
    assert.match(stderr, /VARDE_CONTROL_TOKEN is not sent to http:\/\/127\.0\.0\.2:/);
    assert.deepEqual(seen, []);
    await varde.run("approve", link, "--as", "03848420491", "--bank", addressOf(elsewhere));
    assert.deepEqual(seen, [`Bearer ${token}`]);
  });

  test("is sent to a bank that --bank or VARDE_BANK names, and to this machine", async () => {
    const named = [
      [await aTppAt(elsewhere), "--bank", `${addressOf(elsewhere)}/prefix`],
      [await aTppAt(elsewhere, addressOf(elsewhere))],
      [await aTppAt(here)],
    ] as const;
    for (const [varde, ...words] of named) {
      seen = [];
      const { stderr } = await varde.run("clock", ...words);
      assert.equal(stderr, "varde: No.\n");
      await varde.run("tpp", "show", ...words);
      assert.deepEqual(new Set(seen), new Set([`Bearer ${token}`]));
    }
  });
});
