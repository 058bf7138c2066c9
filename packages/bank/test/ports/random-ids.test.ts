import assert from "node:assert/strict";
import { test } from "node:test";
import { listConsentsToAccount } from "../../src/consents/consent-store.ts";
import { assignPsuId } from "../../src/parties/psu-store.ts";
import { listSessions } from "../../src/parties/session-store.ts";
import { readBasket } from "../../src/payments/baskets/basket-store.ts";
import { readPayment } from "../../src/payments/payment-store.ts";
import type { BankPorts } from "../../src/ports/bank-ports.ts";
import type { AccountId, BasketId, PersonId, TppId, WorldId } from "../../src/ports/ids.ts";
import { randomIds } from "../../src/ports/random-ids.ts";
import type { RequestOf } from "../../src/request/request-of.ts";

test("ids are UUIDs of version 7 in the order of creation, also within a millisecond", () => {
  const ids = Array.from({ length: 20_000 }, () => randomIds.newId());
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  assert.deepEqual(
    ids.filter((id) => !form.test(id)),
    [],
  );
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
});

test("secrets are 128 bits that do not repeat", () => {
  const secrets = Array.from({ length: 1_000 }, () => randomIds.newSecret());
  assert.ok(secrets.every((secret) => Buffer.from(secret, "base64url").length === 16));
  assert.equal(new Set(secrets).size, secrets.length);
});

interface SomeIds {
  readonly worldId: WorldId;
  readonly tppId: TppId;
  readonly personId: PersonId;
  readonly accountId: AccountId;
  readonly basketId: BasketId;
}

/** Compiled, never called: ids of two kinds cannot be swapped. */
export function idsAreTyped(
  { coreBank, psuDirectory }: BankPorts,
  { worldId, tppId, personId, accountId, basketId }: SomeIds,
  { received }: RequestOf<"readPayment">,
): readonly unknown[] {
  return [
    coreBank.readBalances("bank", "86011117947"),
    coreBank.readBalances(worldId, accountId),
    // @ts-expect-error: the world comes before the account
    coreBank.readBalances(accountId, worldId),
    // @ts-expect-error: the person comes before the account
    psuDirectory.mayUseAccount(worldId, accountId, personId, {}),
    // @ts-expect-error: the world comes before the TPP
    listConsentsToAccount(tppId, worldId, accountId),
    // @ts-expect-error: a basket is not a payment
    readPayment(basketId),
    // @ts-expect-error: the path names a payment
    readBasket(received.parameters.paymentId),
    // @ts-expect-error: a session has an id of its own
    listSessions(tppId, personId),
    // @ts-expect-error: a PSU-ID is not the id of the person
    assignPsuId(personId, randomIds.newId(), { tppId, worldId }),
  ];
}
