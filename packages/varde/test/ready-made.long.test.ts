import assert from "node:assert/strict";
import { test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { spawnSandbox } from "@varde/testkit/processes";
import { atScale } from "@varde/testkit/rounds";
import { listReadyMade } from "../src/configuration/find-configuration.ts";
import { CommandLine } from "./a-command-line.ts";

const { kari, ola } = dataSet.people;
const names = atScale({ slice: ["every-difference"], long: listReadyMade() });

for (const name of names) {
  test(`varde start --config ${name} serves a payment under its prefix`, async (t) => {
    const varde = new CommandLine();
    t.after(() => varde.close());
    const words = ["start", "--config", name];
    await using bank = spawnSandbox({ VARDE_DATA: `${varde.folder}/data` }, { words });
    const address = await bank.ready;
    const { settings } = await varde.json("config", "--config", name);
    const { value: prefix } = settings.find((each: { name: string }) => each.name === "pathPrefix");
    assert.equal(new URL(address).pathname, prefix || "/");
    await varde.json("tpp", "new", "--bank", address);
    const from = ["--from", kari.current.bban, "--approve", kari.customerNumber];
    const to = ["--to", ola.current.bban, "--name", ola.name];
    const paid = await varde.json("pay", ...from, ...to, "--amount", "2.50");
    assert.equal(paid.transactionStatus, "ACSC");
    const { origin } = new URL(address);
    assert.equal((await fetch(`${origin}${prefix}/v1/user`)).status, 400);
    if (prefix !== "") assert.equal((await fetch(`${origin}/v1/user`)).status, 404);
    assert.equal(await bank.stop(), 0);
  });
}
