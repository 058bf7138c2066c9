import type { PsuContext, ScaStatus, TppMessageCode } from "@varde/protocol";
import { all, one, type Statement, sql, type Unit } from "@varde/storage";
import type { Sca, ScaChannel, ScaSubjectKind } from "../request/sca.ts";

interface ScaRow {
  readonly sca_id: string;
  readonly world_id: string;
  readonly tpp_id: string;
  readonly tpp_name: string;
  readonly brand: string | null;
  readonly session_id: string;
  readonly redirect_uri: string;
  readonly channel: ScaChannel;
  readonly subject_kind: ScaSubjectKind;
  readonly subject_id: string | null;
  readonly subject_hash: string | null;
  readonly expected_person_id: string | null;
  readonly person_id: string | null;
  readonly given_context: PsuContext | null;
  readonly context: PsuContext | null;
  readonly agreement_id: string | null;
  readonly status: ScaStatus;
  readonly version: bigint;
  readonly attempts: bigint;
  readonly browser_hash: string | null;
  readonly ended_code: TppMessageCode | null;
  readonly created_at: bigint;
  readonly touched_at: bigint;
}

const fromRow = (row: ScaRow): Sca => ({
  scaId: row.sca_id,
  worldId: row.world_id,
  tppId: row.tpp_id,
  tppName: row.tpp_name,
  brand: row.brand ?? undefined,
  sessionId: row.session_id,
  redirectUri: row.redirect_uri,
  channel: row.channel,
  subjectKind: row.subject_kind,
  subjectId: row.subject_id ?? undefined,
  subjectHash: row.subject_hash ?? undefined,
  expectedPersonId: row.expected_person_id ?? undefined,
  personId: row.person_id ?? undefined,
  givenContext: row.given_context ?? undefined,
  context: row.context ?? undefined,
  agreementId: row.agreement_id ?? undefined,
  status: row.status,
  version: row.version,
  attempts: Number(row.attempts),
  browserHash: row.browser_hash ?? undefined,
  endedCode: row.ended_code ?? undefined,
  createdAt: Number(row.created_at),
  touchedAt: Number(row.touched_at),
});

export const insertSca = (sca: Sca, linkHash: string): Statement =>
  sql`insert into sca (sca_id, link_hash, world_id, tpp_id, tpp_name, brand, session_id,
      redirect_uri, channel, subject_kind, subject_id, subject_hash, expected_person_id,
      given_context, agreement_id, status, version, attempts, created_at, touched_at)
    values (${sca.scaId}, ${linkHash}, ${sca.worldId}, ${sca.tppId}, ${sca.tppName},
      ${sca.brand ?? null}, ${sca.sessionId}, ${sca.redirectUri}, ${sca.channel},
      ${sca.subjectKind}, ${sca.subjectId ?? null}, ${sca.subjectHash ?? null},
      ${sca.expectedPersonId ?? null}, ${sca.givenContext ?? null}, ${sca.agreementId ?? null},
      ${sca.status}, ${sca.version}, ${sca.attempts}, ${sca.createdAt}, ${sca.touchedAt})`;

export function* findScaByLink(linkHash: string): Unit<Sca | undefined> {
  const row = yield* one<ScaRow>(sql`select * from sca where link_hash = ${linkHash}`);
  return row === undefined ? undefined : fromRow(row);
}

export function* readSca(scaId: string): Unit<Sca | undefined> {
  const row = yield* one<ScaRow>(sql`select * from sca where sca_id = ${scaId}`);
  return row === undefined ? undefined : fromRow(row);
}

export function* listScas(subjectKind: ScaSubjectKind, subjectId: string): Unit<readonly Sca[]> {
  const rows = yield* all<ScaRow>(
    sql`select * from sca where subject_id = ${subjectId} and subject_kind = ${subjectKind}
      order by sca_id`,
  );
  return rows.map(fromRow);
}

/** Lists the SCAs that wait for a person in the bank's app, oldest first. */
export function* listScasInApp(worldId: string, personId: string): Unit<readonly Sca[]> {
  const rows = yield* all<ScaRow>(
    sql`select * from sca where world_id = ${worldId} and expected_person_id = ${personId}
      and channel = 'app' and status = 'received' order by sca_id`,
  );
  return rows.map(fromRow);
}
