import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { CommandLine } from "./a-command-line.ts";

describe("varde register", () => {
  const varde = new CommandLine();
  after(() => varde.close());
  const tpp = "PSDSE-FINA-5560000001";
  const add = [
    "register",
    "add",
    tpp,
    "--name",
    "Sparbot AB",
    "--role",
    "PSP_AI",
    "--country",
    "NO",
  ];

  test("adds, blocks, unblocks and removes a TPP", async () => {
    await varde.run(...add);
    const blocked = await varde.json("register", "block", tpp, "--reason", "lost its key");
    assert.equal(blocked.blocked[0].reason, "lost its key");
    assert(Date.now() - Date.parse(blocked.blocked[0].at) < 60_000);
    const { stdout } = await varde.run("register");
    assert.match(stdout, /^PSDSE-FINA-5560000001 +Sparbot AB +PSP_AI NO +\S+Z lost its key$/m);
    assert.deepEqual((await varde.json("register", "unblock", tpp)).blocked, []);
    assert.deepEqual(await varde.json("register", "remove", tpp), { providers: [], blocked: [] });
  });

  test("import replaces the TPPs and leaves the blocks", async () => {
    await varde.run("register", "block", "PSDNO-FSA-1", "--reason", "fraud");
    const file = join(varde.folder, "eba.json");
    const properties = [{ ENT_NAT_REF_COD: "7" }, { ENT_NAM: "AISP" }, { ENT_AUT: ["2020-01-01"] }];
    const entity = { CA_OwnerID: "DK_DFSA", EntityType: "PSD_AISP", Properties: properties };
    writeFileSync(file, JSON.stringify([[], [{ ...entity, Services: [{ NO: ["PS_080"] }] }]]));
    const { providers, blocked } = await varde.json("register", "import", file);
    assert.equal(providers[0].identifier, "PSDDK-DFSA-7");
    assert.equal(blocked.length, 1);
  });

  const mistakes: readonly (readonly [string, number, RegExp])[] = [
    ["register ad x", 2, /did you mean add\?/],
    ["register block", 2, /needs an argument/],
    ["register block x", 2, /--reason/],
    ["register import none.json", 2, /cannot read none\.json \(ENOENT\)/],
    ["register add PSDNO-FSA-1 --role PSP_XX --name x --country NO", 2, /unknown role "PSP_XX"/],
    ["register unblock PSDNO-FSA-2", 1, /PSDNO-FSA-2 is not blocked/],
    ["register block nobody --reason x", 1, /invalid at \/blocked\/\d\/identifier/],
  ];
  for (const [line, exit, sentence] of mistakes) {
    test(`varde ${line} exits with ${exit}`, async () => {
      const { code, stderr } = await varde.run(...line.split(" "));
      assert.equal(code, exit, stderr);
      assert.match(stderr, sentence);
    });
  }
});
