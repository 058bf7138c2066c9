import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bank } from "../../../src/bank.ts";
import { nameDebtors } from "../../../src/payments/execute/name-debtors.ts";

const signedBy = (personId: string) => ({
  paymentId: `payment of ${personId}`,
  worldId: "w",
  personId,
  agreementId: undefined,
  context: "PRIVATE" as const,
});

const nameAt = async (names: Readonly<Record<string, string>>, people: readonly string[]) => {
  const logged: unknown[] = [];
  const readPerson = async (_worldId: string, personId: string) => {
    const name = names[personId];
    if (name === undefined) throw new Error("nobody is to be found");
    return { personId, name };
  };
  const log = { error: ({ paymentIds }: { paymentIds: unknown }) => logged.push(paymentIds) };
  const bank = { psuDirectory: { readPerson }, log } as unknown as Bank;
  const named = await nameDebtors(people.map(signedBy), bank);
  return { named: named.map(([{ personId }, name]) => [personId, name]), logged };
};

test("a failed lookup of one debtor does not delay the others", async () => {
  const { named, logged } = await nameAt({ a: "Anne", c: "Cato" }, ["a", "b", "c"]);
  assert.deepEqual(named, [
    ["a", "Anne"],
    ["c", "Cato"],
  ]);
  assert.deepEqual(logged, [["payment of b"]]);
});

test("throws if every lookup fails", async () => {
  await assert.rejects(nameAt({}, ["a", "b"]), /nobody is to be found/);
});
