import { type Certificate, formatDistinguishedName } from "@varde/protocol";
import { type RecordOf, type Statement, table, text } from "@varde/storage";
import type { TppId, WorldId } from "../../ports/ids.ts";
import type { Tpp } from "../../records/tpp.ts";
import { auditId } from "./audit-hash.ts";

export const auditActorTable = table("audit_actor", {
  actorId: text(),
  worldId: text<WorldId>(),
  tppId: text<TppId>(),
  identifier: text(),
  name: text(),
  /** SHA-256 of the certificate, hexadecimal. */
  certificate: text(),
  serialNumber: text(),
  issuer: text(),
});

/** A TPP with one of its certificates. Its id is the hash of the other fields. */
export interface AuditActor extends RecordOf<typeof auditActorTable> {}

export const hashActor = (actor: Omit<AuditActor, "actorId">): string => {
  const { worldId, tppId, identifier, name, certificate, serialNumber, issuer } = actor;
  return auditId([worldId, tppId, identifier, name, certificate, serialNumber, issuer]);
};

export const describeActor = (tpp: Tpp, certificate: Certificate): AuditActor => {
  const fields = {
    worldId: tpp.worldId,
    tppId: tpp.tppId,
    identifier: tpp.identifier,
    name: tpp.name,
    certificate: certificate.fingerprint,
    serialNumber: certificate.serialNumberHex,
    issuer: formatDistinguishedName(certificate.issuer),
  };
  return { actorId: hashActor(fields), ...fields };
};

export const insertActor = (actor: AuditActor): Statement => auditActorTable.insertNew(actor);
