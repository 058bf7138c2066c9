import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type EndFault,
  freshDatabase,
  lockTable,
  refuseConnections,
} from "@varde/testkit/postgres";
import {
  BanksFolder,
  databaseVariable,
  type RecordedCoreBank,
  startRecordedCoreBank,
} from "@varde/testkit/server";
import { RawTpp } from "@varde/testkit/tpp";
import { anInstallation } from "./an-installation.ts";
import { PaymentLoad, pay } from "./payment-load.ts";

const faulty = "fjordvik";
const neighbours = ["heiane", "lyngen"];
const all = [faulty, ...neighbours];
/** Requests to each bank that wait at once; as many as the connections of its pool, and more. */
const atOnce = 5;
const served = 25;

/** Every payment asks the core bank about the debtor, and is stored in the database. */
describe("F23: the fault of one bank does not reach the others of its process", () => {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(new BanksFolder([]));
  const environment: Record<string, string> = {};
  let coreBank: RecordedCoreBank;

  before(async () => {
    folder.configureHttpDefaults({ migrate: true });
    for (const name of all) {
      environment[databaseVariable(name)] = stack.use(await freshDatabase()).url;
      const own = stack.use(await startRecordedCoreBank());
      if (name === faulty) coreBank = own;
      folder.configureHttpBank(name, { url: own.url });
    }
  });
  after(() => stack.disposeAsync());

  const open = async () => {
    const installation = await anInstallation(folder, environment);
    const tpp = new RawTpp(installation.addresses.http ?? "", folder.tpp);
    tpp.responsesAreDocumented = false;
    return { installation, tpp };
  };

  const faults: readonly (readonly [string, () => Promise<EndFault>])[] = [
    [
      "its core bank hangs",
      async () => {
        coreBank.hangs = true;
        return async () => {
          coreBank.hangs = false;
        };
      },
    ],
    [
      "its database refuses connections",
      () => refuseConnections(environment[databaseVariable(faulty)] ?? ""),
    ],
    ["its database hangs", () => lockTable(environment[databaseVariable(faulty)] ?? "", "payment")],
  ];
  for (const [title, cause] of faults) {
    test(`${title}: the others serve every request, and it serves again afterwards`, async () => {
      const { installation, tpp } = await open();
      await using _ = installation;
      for (const name of all) assert.equal((await pay(tpp, name)).status, 201, name);
      const end = await cause();
      const load = new PaymentLoad(tpp, all, atOnce);
      await load.untilServed(served, neighbours);
      const duringFault = [...load.list(faulty)];
      await end();
      while ((await pay(tpp, faulty)).status !== 201) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      await load.stop();
      assert.deepEqual(
        duringFault.filter((status) => status < 500),
        [],
        "the fault must be one",
      );
      for (const name of neighbours) {
        const failed = load.list(name).filter((status) => status !== 201);
        assert.deepEqual(failed, [], `${failed.length} of ${load.list(name).length} to ${name}`);
      }
      const states = installation.banks().map(({ bank, state }) => [bank, state]);
      assert.deepEqual(
        states,
        all.map((bank) => [bank, "ready"]),
      );
    });
  }

  test("its file is broken: the others serve every request, also during a reload", async () => {
    folder.configureHttpBank(faulty, { url: coreBank.url, timeoutMs: "soon" });
    const { installation, tpp } = await open();
    await using _ = installation;
    const load = new PaymentLoad(tpp, all, atOnce);
    await load.untilServed(served, neighbours);
    await installation.reload();
    await load.untilServed(served, neighbours);
    await load.stop();
    assert.deepEqual(new Set(load.list(faulty)), new Set([503]));
    for (const name of neighbours) assert.deepEqual(new Set(load.list(name)), new Set([201]), name);
  });
});
