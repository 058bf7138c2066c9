import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { run, type Statement } from "@varde/storage";
import { onBothEngines } from "@varde/testkit/storage";
import { dataSet } from "../../src/data-set/index.ts";
import {
  agreementTable,
  customerTable,
  engagementTable,
  personTable,
  sandboxPsuDirectory,
} from "../../src/directory/index.ts";
import { everyMigration } from "../../src/index.ts";
import { newWorldId, someWorlds } from "../some-worlds.ts";

const { kari, ola, jonas } = dataSet.people;
const { henrik } = dataSet.representatives;
const { vardeberg, skarvoy, tindvik } = dataSet.companies;

onBothEngines(everyMigration, (storage) =>
  describe("the directory", () => {
    const worldId = newWorldId();
    const directory = () => sandboxPsuDirectory(storage());
    const write = (...statements: Statement[]) => storage().write(() => run(...statements));

    before(() => someWorlds(storage()).copyDataSet(worldId));

    test("a person is found by customer number, only in their own world", async () => {
      const person = { personId: kari.personId, name: kari.name };
      assert.deepEqual(await directory().findPerson(worldId, kari.customerNumber), person);
      assert.deepEqual(await directory().readPerson(worldId, kari.personId), person);
      assert.equal(await directory().findPerson(worldId, "15819000066"), undefined);
      assert.equal(await directory().findPerson("elsewhere", kari.customerNumber), undefined);
    });

    test("a private customer's own agreement covers all their accounts", async () => {
      assert.deepEqual(await directory().listAgreements(worldId, jonas.personId), [
        {
          agreementId: jonas.agreementId,
          name: jonas.name,
          context: "PRIVATE",
          accountIds: ["jonas-card", "jonas-current", "jonas-savings"],
        },
      ]);
    });

    test("a person who also acts for a company has both contexts, private first", async () => {
      const agreements = await directory().listAgreements(worldId, kari.personId);
      assert.deepEqual(
        agreements.map(({ agreementId, context }) => [agreementId, context]),
        [
          [kari.agreementId, "PRIVATE"],
          [vardeberg.agreementId, "CORPORATE"],
        ],
      );
    });

    test("a representative without private accounts has only the companies", async () => {
      const agreements = await directory().listAgreements(worldId, henrik.personId);
      assert.deepEqual(
        agreements.map(({ name, accountIds }) => [name, accountIds]),
        [skarvoy, tindvik].map(({ name, accounts }) => [
          name,
          accounts.map(({ accountId }) => accountId),
        ]),
      );
    });

    test("an engagement without both roles does not count", async () => {
      const agreements = await directory().listAgreements(worldId, ola.personId);
      assert.deepEqual(
        agreements.map(({ agreementId }) => agreementId),
        [ola.agreementId],
      );
    });

    test("a private customer without accounts has an agreement", async () => {
      const personId = "person-new";
      const customer = { worldId, personId, name: "Ny Kunde" };
      await write(
        personTable.insert({ ...customer, customerNumber: "15819000066" }),
        customerTable.insert({
          ...customer,
          customerId: "customer-new",
          customerType: "PRIVATE",
          isSeeded: false,
        }),
        agreementTable.insert({
          ...customer,
          agreementId: "agreement-new",
          ownerId: "customer-new",
          context: "PRIVATE",
          signing: undefined,
        }),
      );
      const [agreement] = await directory().listAgreements(worldId, personId);
      assert.deepEqual(agreement?.accountIds, []);
    });

    test("a new engagement takes effect at once", async () => {
      const earlier = await directory().listAgreements(worldId, jonas.personId);
      await write(
        engagementTable.insert({
          worldId,
          engagementId: "engagement-new",
          agreementId: tindvik.agreementId,
          personId: jonas.personId,
          accountId: tindvik.accounts[1].accountId,
          mayView: true,
          mayRegister: true,
          mayApprove: false,
        }),
      );
      const later = await directory().listAgreements(worldId, jonas.personId);
      assert.equal(later.length, earlier.length + 1);
      assert.deepEqual(later.at(-1)?.accountIds, [tindvik.accounts[1].accountId]);
    });
  }),
);
