import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { Certificate } from "@varde/protocol";
import { openStorage } from "@varde/storage";
import { productionDefaults } from "../src/configuration/bank-configuration.ts";
import { outcomePollMs } from "../src/constants.ts";
import { createBank } from "../src/create-bank.ts";
import { bankMigrations } from "../src/migrations/index.ts";
import type { BankPorts } from "../src/ports/bank-ports.ts";
import { portResults } from "../src/ports/guard/port-results.ts";
import { oneWorld } from "../src/ports/one-world.ts";
import { randomIds } from "../src/ports/random-ids.ts";
import { systemClock } from "../src/ports/system-clock.ts";
import { registerTpp } from "../src/tpps/tpp-store.ts";

test("reads outcomes between batches from a core bank that clears on its own", async () => {
  const storage = await openStorage({
    location: { engine: "sqlite", memory: true },
    migrations: bankMigrations,
  });
  const tpp = { tppId: "t", identifier: "PSDNO-FSA-1", name: "TPP", worldId: "bank", seenAt: 0 };
  await storage.write(() => registerTpp(tpp));
  const polled = Promise.withResolvers<string>();
  const coreBank = {
    ...unused("coreBank"),
    runClearing: undefined,
    listOutcomes: async (worldId: string) => {
      polled.resolve(worldId);
      return [];
    },
  };
  mock.timers.enable({ apis: ["setInterval"] });
  const anchor = { publicKey: {}, isCertificateAuthority: true } as unknown as Certificate;
  const bank = createBank({
    configuration: {
      ...productionDefaults,
      bankId: "fjordbanken",
      bankName: "Fjordbanken",
      publicUrl: "https://fjordbanken.example",
      anchors: [anchor],
    },
    storage,
    logTo: { write: () => {} },
    ports: {
      coreBank,
      psuDirectory: unused("psuDirectory"),
      scaMethod: unused("scaMethod"),
      tppRegister: unused("tppRegister"),
      kidRegister: unused("kidRegister"),
      worlds: oneWorld("bank"),
      clock: systemClock,
      ids: randomIds,
      responseSigner: undefined,
    } as unknown as BankPorts,
  });
  mock.timers.tick(outcomePollMs);
  mock.timers.reset();
  assert.equal(await polled.promise, "bank");
  await bank.close();
  await storage.close();
});

const unused = (port: keyof typeof portResults) =>
  Object.fromEntries(Object.keys(portResults[port]).map((name) => [name, () => assert.fail(name)]));
