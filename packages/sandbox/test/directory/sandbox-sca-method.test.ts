import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Identification } from "@varde/bank";
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
    const clock = { machineNow: () => 7, now: () => 7 };
    const method = () =>
      sandboxScaMethod(storage(), sandboxPsuDirectory(storage()), clock, personNotes);
    const attempt = { worldId, scaId: undefined, personId: undefined, locale: "nb" } as const;
    const identify = (fields: Identification) =>
      method().finish({ ...attempt, step: "identify" }, { kind: "form", fields });
    const identified = (personId: string) => ({
      kind: "proven",
      personId,
      evidence: { method: "sandbox-form", at: 7 },
    });

    before(() => someWorlds(storage()).copyDataSet(worldId));

    test("CUS-02: the customer number alone identifies, with or without spaces", async () => {
      const number = maret.customerNumber;
      const spaced = ` ${number.slice(0, 6)} ${number.slice(6)}`;
      for (const customerNumber of [number, spaced]) {
        assert.deepEqual(await identify({ customerNumber }), identified(maret.personId));
      }
      const { customerNumber, personId } = henrik;
      assert.deepEqual(await identify({ customerNumber }), identified(personId));
    });

    test("an unknown or malformed number does not identify", async () => {
      for (const customerNumber of [
        "",
        "15819000066",
        "0384842049x",
        "' or 1=1 --",
        "１２３４５６７８",
      ]) {
        assert.equal((await identify({ customerNumber })).kind, "failed");
      }
      assert.equal((await identify({})).kind, "failed");
    });

    test("the button on the page approves for the person who identified", async () => {
      const { personId } = henrik;
      const sca = { ...attempt, step: "approve", personId } as const;
      assert.deepEqual(
        await method().finish(sca, { kind: "form", fields: {} }),
        identified(personId),
      );
      const callback = { kind: "redirect", parameters: "", kept: "" } as const;
      const byRedirect = await method().finish({ ...attempt, step: "identify" }, callback);
      assert.equal(byRedirect.kind, "failed");
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
      const numbers = Object.values(people).map(({ customerNumber }) => customerNumber);
      const first = listed.slice(0, numbers.length).map(({ customerNumber }) => customerNumber);
      assert.deepEqual(first.toSorted(), numbers.toSorted(), "private customers come first");
    });
  }),
);
