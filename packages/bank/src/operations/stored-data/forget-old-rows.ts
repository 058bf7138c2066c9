import { databaseNow, forUpdate, run, type Statement, type Storage, sql } from "@varde/storage";
import { dayMs } from "../../accounts/access-store.ts";
import type { Bank } from "../../bank.ts";
import { osloDay } from "../../calendar/oslo.ts";
import type { WorldId } from "../../ports/ids.ts";
import { requestRetentionMs } from "../../request/stored-request.ts";
import { forgetOldPayments } from "./forget-old-payments.ts";
import { readRetentionMs } from "./retention-ms.ts";

/** Small enough that no other unit waits long for a deletion. */
const rowsPerTurn = 500;
const rowTurnsMax = 200;
const requestTurnsMax = 2_000;
/** The days for which the sums of signatures are kept, for operators who look them up. */
const signingDayMs = 30 * 24 * 60 * 60_000;

/** Deletes rows whose retention period is over and that no response needs any more. */
export const forgetOldRows = async (
  worldId: WorldId,
  at: number,
  { storage, configuration }: Pick<Bank, "storage" | "configuration">,
): Promise<void> => {
  const retentionMs = readRetentionMs(configuration);
  await forgetInTurns(storage, rowTurnsMax, deletions(worldId, at, retentionMs));
  const { payments: days } = configuration.retentionDays;
  if (days !== undefined) await forgetOldPayments(worldId, at - days * dayMs, storage);
};

/**
 * The rows are locked when found, so that a row that is renewed at the same time is not deleted.
 */
const deletions = (
  worldId: WorldId,
  at: number,
  retentionMs: ReturnType<typeof readRetentionMs>,
): readonly Statement[] => [
  sql`delete from own_visit where cookie_hash in (
    select cookie_hash from own_visit
    where world_id = ${worldId} and touched_at <= ${at - retentionMs.ownVisit}
    order by touched_at limit ${rowsPerTurn} ${forUpdate})`,
  sql`delete from app_challenge where challenge_id in (
    select challenge_id from app_challenge
    where world_id = ${worldId} and expires_at <= ${at - retentionMs.appChallenge}
    order by expires_at limit ${rowsPerTurn} ${forUpdate})`,
  sql`delete from unattended_access where (consent_id, account_id, kind) in (
    select consent_id, account_id, kind from unattended_access
    where world_id = ${worldId} and last_at <= ${at - retentionMs.unattendedAccess}
    order by last_at limit ${rowsPerTurn} ${forUpdate})`,
  // A day's sums decide about that day only.
  sql`delete from signing_day where (world_id, account_id, person_id, day) in (
    select world_id, account_id, person_id, day from signing_day
    where world_id = ${worldId} and day < ${osloDay(at - signingDayMs)}
    order by day limit ${rowsPerTurn} ${forUpdate})`,
  sql`update payment set psu_device = null where payment_id in (
    select payment_id from payment
    where world_id = ${worldId} and psu_device is not null
      and created_at <= ${at - retentionMs.psuDevice}
      and status not in ('RCVD', 'ACTC', 'ACWC', 'PDNG')
    order by created_at limit ${rowsPerTurn} ${forUpdate})`,
  // The history of an SCA or a consent names the person, and is deleted before it.
  sql`delete from event where subject_kind = 'sca' and subject_id in (
    select sca_id from sca
    where world_id = ${worldId} and subject_kind in ('identification', 'consent')
      and touched_at <= ${at - retentionMs.scaWithoutPayment}
    order by touched_at, sca_id limit ${rowsPerTurn} ${forUpdate})`,
  sql`delete from sca where sca_id in (
    select sca_id from sca
    where world_id = ${worldId} and subject_kind in ('identification', 'consent')
      and touched_at <= ${at - retentionMs.scaWithoutPayment}
    order by touched_at, sca_id limit ${rowsPerTurn} ${forUpdate})`,
  sql`delete from session where (tpp_id, session_id, person_id) in (
    select tpp_id, session_id, person_id from session
    where world_id = ${worldId} and authenticated_at <= ${at - retentionMs.session}
    order by authenticated_at limit ${rowsPerTurn} ${forUpdate})`,
  ...consentDeletions(worldId, at - retentionMs.consent),
];

/** The consent is deleted last, because the others are found through it. */
const consentDeletions = (worldId: WorldId, until: number): readonly Statement[] => [
  sql`delete from event where subject_kind = 'consent' and subject_id in (
    select consent_id from consent
    where world_id = ${worldId} and renewed_at <= ${until}
    order by renewed_at, consent_id limit ${rowsPerTurn} ${forUpdate})`,
  sql`delete from consent_account where consent_id in (
    select consent_id from consent
    where world_id = ${worldId} and renewed_at <= ${until}
    order by renewed_at, consent_id limit ${rowsPerTurn} ${forUpdate})`,
  sql`delete from unattended_access where consent_id in (
    select consent_id from consent
    where world_id = ${worldId} and renewed_at <= ${until}
    order by renewed_at, consent_id limit ${rowsPerTurn} ${forUpdate})`,
  sql`delete from consent where consent_id in (
    select consent_id from consent
    where world_id = ${worldId} and renewed_at <= ${until}
    order by renewed_at, consent_id limit ${rowsPerTurn} ${forUpdate})`,
];

/**
 * Deletes in small units until no statement finds a full turn of rows. The next run deletes what
 * remains after the last turn.
 */
const forgetInTurns = async (
  storage: Storage,
  turnsMax: number,
  deletions: readonly Statement[],
): Promise<void> => {
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const counts = await storage.write(() => run(...deletions));
    if (counts.every((count) => count < rowsPerTurn)) return;
  }
};

/** Deletes the stored responses that no caller can repeat any more. */
export const forgetOldRequests = ({ storage }: Pick<Bank, "storage">): Promise<void> =>
  forgetInTurns(storage, requestTurnsMax, [deleteOldRequests]);

/**
 * The rows are locked when found, so that an id that is claimed again at the same time is not
 * deleted.
 */
const deleteOldRequests = sql`delete from request where (tpp_id, request_id) in (
    select tpp_id, request_id from request
    where created_at <= ${databaseNow} - ${requestRetentionMs}
    order by created_at limit ${rowsPerTurn} ${forUpdate})`;
