import assert from "node:assert/strict";
import { run, type Unit } from "@varde/storage";
import type { AccountId, Ids } from "../ports/ids.ts";
import type { ConsentKey, ConsentScope } from "../records/consent.ts";
import { recordEvent } from "../records/event.ts";
import {
  deleteConsentAccount,
  findConsent,
  insertConsentAccount,
  putConsent,
} from "./consent-store.ts";

export interface Grant extends ConsentKey {
  readonly tppName: string;
  readonly brand: string | undefined;
  readonly scope: ConsentScope;
  /** The complete selection: accounts granted before that are not in it are revoked. */
  readonly accountIds: readonly AccountId[];
  readonly at: number;
}

/**
 * SCA-10, SCA-14: replaces the granted accounts with those that the PSU ticked and restarts the 180
 * days. The consent is written first, which locks it against concurrent grants.
 */
export function* grantConsent(grant: Grant, ids: Ids): Unit<void> {
  yield* run(
    putConsent({ ...grant, consentId: ids.newId(), grantedAt: grant.at, renewedAt: grant.at }),
  );
  const consent = yield* findConsent(grant);
  assert(consent !== undefined, "the consent was just written");
  const selected = new Set(grant.accountIds);
  const added = [...selected.difference(new Set(consent.accountIds))];
  const removed = consent.accountIds.filter((id) => !selected.has(id));
  const event = (name: string, accountIds: readonly AccountId[]) =>
    recordEvent(ids, {
      worldId: grant.worldId,
      subjectKind: "consent",
      subjectId: consent.consentId,
      name,
      actor: grant.personId,
      ...(accountIds.length === 0 ? {} : { detail: accountIds.join(" ") }),
      at: grant.at,
    });
  yield* run(
    ...removed.map((id) => deleteConsentAccount(consent, id)),
    ...added.map((id) => insertConsentAccount(consent, id, grant.at)),
    event("renewed", []),
    ...(added.length === 0 ? [] : [event("granted", added)]),
    ...(removed.length === 0 ? [] : [event("revoked", removed)]),
  );
}
