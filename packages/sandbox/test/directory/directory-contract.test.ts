import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { PersonId, PsuDirectory } from "@varde/bank";
import { psuDirectoryContract, runContract } from "@varde/bank/contracts";
import { onBothEngines } from "@varde/testkit/storage";
import { dataSet } from "../../src/data-set/index.ts";
import { everyMigration } from "../../src/index.ts";
import { sandboxPorts } from "../sandbox-ports.ts";

const { kari, jonas } = dataSet.people;

type Plant = (directory: PsuDirectory) => Partial<PsuDirectory>;

/** Faulty directories, each with the rules that notice it and what the first of them sees. */
const planted: readonly (readonly [string, readonly string[], RegExp, Plant])[] = [
  [
    "a directory that compares the start of a number",
    ["DIRECTORY-2"],
    /^whether a part of a number is found: expected false, got true$/,
    (directory) => ({
      findPerson: async (worldId, number) => {
        const found = await directory.findPerson(worldId, number);
        if (found !== undefined || !kari.customerNumber.startsWith(number)) return found;
        return number === "" ? undefined : directory.findPerson(worldId, kari.customerNumber);
      },
    }),
  ],
  [
    "a directory that reads another person",
    ["DIRECTORY-1", "DIRECTORY-2"],
    /^person who is read by id: /,
    (directory) => ({ readPerson: (worldId) => directory.readPerson(worldId, jonas.personId) }),
  ],
  [
    "a directory that lists an agreement once per account",
    ["DIRECTORY-3"],
    /^number of agreements, compared with their ids: /,
    (directory) => ({
      listAgreements: async (worldId, personId) =>
        (await directory.listAgreements(worldId, personId)).flatMap((one) =>
          one.accountIds.map((accountId) => ({ ...one, accountIds: [accountId] })),
        ),
    }),
  ],
  [
    "a directory that ignores the agreement",
    ["DIRECTORY-5"],
    /^use of .* under /,
    (directory) => ({
      mayUseAccount: (worldId, personId, accountId, under) =>
        directory.mayUseAccount(worldId, personId, accountId, { ...under, agreementId: undefined }),
    }),
  ],
  [
    "a directory that ignores the context",
    ["DIRECTORY-6"],
    /^use of .* in the context /,
    (directory) => ({
      mayUseAccount: (worldId, personId, accountId, under) =>
        directory.mayUseAccount(worldId, personId, accountId, { ...under, context: undefined }),
    }),
  ],
  [
    "a directory that allows every account",
    ["DIRECTORY-7"],
    /^use of .* under any agreement: expected false, got true$/,
    () => ({ mayUseAccount: () => true }),
  ],
  [
    "a directory that allows no account",
    ["DIRECTORY-4"],
    /^use of .* in /,
    () => ({ mayUseAccount: () => false }),
  ],
  [
    "a directory that returns the agreements of another caller",
    ["DIRECTORY-10"],
    /^people and agreements, read concurrently: /,
    (directory) => {
      let listed: PersonId;
      return {
        listAgreements: async (worldId, personId) => {
          listed = personId;
          await new Promise(setImmediate);
          return directory.listAgreements(worldId, listed);
        },
      };
    },
  ],
  [
    "a directory that returns the person of another caller",
    ["DIRECTORY-9"],
    /^people who are found concurrently: /,
    (directory) => {
      let found: ReturnType<PsuDirectory["findPerson"]>;
      return {
        findPerson: async (worldId, number) => {
          found = directory.findPerson(worldId, number);
          await new Promise(setImmediate);
          return found;
        },
      };
    },
  ],
];

onBothEngines(everyMigration, (storage, engine) =>
  describe("the contract of a PSU directory", () => {
    const failedRules = async (plant: Plant = () => ({})) => {
      const { ports, worldId } = await sandboxPorts(storage());
      const { psuDirectory } = ports;
      const rules = psuDirectoryContract({
        directory: { ...psuDirectory, ...plant(psuDirectory) },
        worldId,
        customerNumber: kari.customerNumber,
        otherCustomerNumber: jonas.customerNumber,
      });
      return (await runContract(rules)).filter(({ result }) => result === "failed");
    };

    test("holds for the directory of the sandbox", async () => {
      assert.deepEqual(await failedRules(), []);
    });

    if (engine === "postgres") return;
    for (const [title, expected, seen, plant] of planted) {
      test(`${expected} notices ${title}`, async () => {
        const failed = await failedRules(plant);
        assert.deepEqual(
          failed.map(({ id }) => id),
          expected,
        );
        assert.match(failed[0]?.seen ?? "", seen);
      });
    }
  }),
);
