import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { onBothEngines } from "@varde/testkit/storage";
import { dataSet, personNotes } from "../../src/data-set/index.ts";
import { sandboxPsuDirectory, sandboxScaMethod } from "../../src/directory/index.ts";
import { everyMigration } from "../../src/index.ts";
import { newWorldId, someWorlds } from "../some-worlds.ts";

const { maret } = dataSet.people;
const { henrik } = dataSet.representatives;

onBothEngines(everyMigration, (storage) =>
  describe("identification", () => {
    const worldId = newWorldId();
    const method = () => sandboxScaMethod(storage(), sandboxPsuDirectory(storage()), personNotes);

    before(() => someWorlds(storage()).openWorld(worldId, "a world"));

    test("CUS-02: the customer number alone identifies, with or without spaces", async () => {
      const number = maret.customerNumber;
      const identify = (customerNumber: string) => method().identify(worldId, { customerNumber });
      assert.equal(await identify(number), maret.personId);
      assert.equal(await identify(` ${number.slice(0, 6)} ${number.slice(6)}`), maret.personId);
      assert.equal(await identify(henrik.customerNumber), henrik.personId);
    });

    test("an unknown or malformed number does not identify", async () => {
      for (const customerNumber of [
        "",
        "15819000066",
        "0384842049x",
        "' or 1=1 --",
        "１２３４５６７８",
      ]) {
        assert.equal(await method().identify(worldId, { customerNumber }), undefined);
      }
      assert.equal(await method().identify(worldId, {}), undefined);
    });

    test("the test customers are the seeded people, each with a note", async () => {
      const listed = await method().listTestCustomers(worldId);
      const { people, representatives } = dataSet;
      const persons = [...Object.values(people), ...Object.values(representatives)];
      assert.deepEqual(
        listed.map(({ name }) => name).toSorted(),
        persons.map(({ name }) => name).toSorted(),
      );
      for (const { note } of listed) assert.notEqual(note?.nb, note?.en);
      assert.equal(listed.at(-1)?.customerNumber, henrik.customerNumber);
    });
  }),
);
