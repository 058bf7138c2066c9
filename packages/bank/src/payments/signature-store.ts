import type { Minor } from "@varde/protocol/money";
import {
  all,
  flag,
  inList,
  integer,
  optional,
  type RecordOf,
  run,
  type Statement,
  sql,
  table,
  text,
  type Unit,
} from "@varde/storage";
import type { AccountId, PaymentId, PersonId, ScaId, WorldId } from "../ports/ids.ts";
import type { ScaChannel } from "../records/sca.ts";

export const signatureTable = table("payment_signature", {
  worldId: text<WorldId>(),
  paymentId: text<PaymentId>(),
  personId: text<PersonId>(),
  scaId: text<ScaId>(),
  /** Hash of the payment when it was signed; see `paymentHash`. */
  subjectHash: text(),
  /** The bank's own reference to the mandate. */
  rule: optional(text()),
  channel: text<ScaChannel>(),
  signedAt: integer,
  /** False once the payment has changed since. */
  counts: flag,
});

/** The signature of one person on a payment that the bank's mandates decide on. */
export interface PaymentSignature extends RecordOf<typeof signatureTable> {}

/** Lists the signatures of payments that count, oldest first. */
export const listSignatures = (
  paymentIds: readonly PaymentId[],
): Unit<readonly PaymentSignature[]> =>
  signatureTable.all(
    sql`select * from payment_signature where payment_id ${inList(paymentIds)} and counts = 1
      order by signed_at, sca_id`,
  );

/** Stores a signature; it replaces one of the same person that no longer counts. */
export const storeSignature = (signature: PaymentSignature): Statement =>
  sql`${signatureTable.insert(signature)}
    on conflict (payment_id, person_id) do update set sca_id = excluded.sca_id,
      subject_hash = excluded.subject_hash, rule = excluded.rule, channel = excluded.channel,
      signed_at = excluded.signed_at, counts = excluded.counts`;

/** MAN-07: voids the signatures on a payment that was changed since. */
export const voidSignatures = (paymentId: PaymentId, subjectHash: string): Statement =>
  sql`update payment_signature set counts = 0
    where payment_id = ${paymentId} and subject_hash <> ${subjectHash}`;

/** A person, and an Oslo day of theirs. */
interface SigningDay {
  readonly worldId: WorldId;
  readonly personId: PersonId;
  readonly day: string;
}

/** Reads how much a person has signed on each account in a day, in NOK minor units. */
export function* readSigningDay({
  worldId,
  personId,
  day,
}: SigningDay): Unit<ReadonlyMap<AccountId, bigint>> {
  const rows = yield* all<{ account_id: AccountId; nok_minor: bigint }>(
    sql`select account_id, nok_minor from signing_day
      where world_id = ${worldId} and person_id = ${personId} and day = ${day}`,
  );
  return new Map(rows.map((row) => [row.account_id, row.nok_minor]));
}

/**
 * MAN-09: stores the sum that a person has signed on an account in a day. Returns false if the one
 * before is no longer the sum with which the mandates were asked.
 */
export function* raiseSigningDay(
  { worldId, personId, day }: SigningDay,
  accountId: AccountId,
  { before, sum }: { readonly before: bigint; readonly sum: Minor },
): Unit<boolean> {
  const [changes] = yield* run(
    sql`insert into signing_day (world_id, account_id, person_id, day, nok_minor)
      values (${worldId}, ${accountId}, ${personId}, ${day}, ${sum})
      on conflict (world_id, account_id, person_id, day) do update
      set nok_minor = excluded.nok_minor where signing_day.nok_minor = ${before}`,
  );
  return changes === 1n;
}
