import assert from "node:assert/strict";
import { forUpdate, run, type Storage, sql, type Unit } from "@varde/storage";
import type { ResponseSigner } from "../../ports/response-signer.ts";
import { type AuditChain, auditChainTable, emptyChain, sealChainId } from "./audit-chain.ts";
import {
  type AuditSeal,
  auditSealTable,
  hashSeal,
  hashSealKey,
  type SealContents,
  type SealKind,
  sealToSign,
} from "./audit-seal.ts";

/** The text that the first seal continues. */
export const firstSealStart = "varde audit";

/** How often a seal is planned again because another process wrote one at the same time. */
const attemptsMax = 10;

export interface SealParts {
  readonly storage: Storage;
  /** Signs with a key that the database does not have; without it, seals are not signed. */
  readonly signer: ResponseSigner | undefined;
  /** The time of the seal, by the clock of the machine. */
  readonly now: number;
}

/** Locks the chain of the seals until the unit ends. */
export function* lockSeals(now: number): Unit<AuditChain> {
  yield* run(
    sql`${auditChainTable.insert(emptyChain(sealChainId, now, firstSealStart))}
      on conflict do nothing`,
  );
  const chain = yield* auditChainTable.one(
    sql`select * from audit_chain where chain_id = ${sealChainId} ${forUpdate}`,
  );
  assert(chain !== undefined, "the chain of the seals was just inserted");
  return chain;
}

/** Reads the chain of the seals without a lock. */
function* readSealChain(now: number): Unit<AuditChain> {
  const chain = yield* auditChainTable.one(
    sql`select * from audit_chain where chain_id = ${sealChainId}`,
  );
  return chain ?? emptyChain(sealChainId, now, firstSealStart);
}

/**
 * Writes a seal, and in the same unit what it is about. The signer may be another process, and no
 * unit waits for it: `plan` is the content or reads it, the seal is signed, and then `act` runs, if
 * no other seal was written meanwhile. `act` returns false, before it writes anything, if the
 * content is no longer true. Returns undefined if there is nothing to seal.
 */
export const writeSeal = async <Kind extends SealKind>(
  { storage, signer, now }: SealParts,
  kind: Kind,
  plan: SealContents[Kind] | ((seals: AuditChain) => Unit<SealContents[Kind] | undefined>),
  act: (content: SealContents[Kind], seal: AuditSeal) => Unit<boolean>,
): Promise<AuditSeal | undefined> => {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const { head, content } = await storage.read(function* () {
      const seals = yield* readSealChain(now);
      return { head: seals, content: typeof plan === "function" ? yield* plan(seals) : plan };
    });
    if (content === undefined) return undefined;
    const fields = { number: head.headNumber + 1, at: now, kind, content: JSON.stringify(content) };
    const seal = await signSeal({ ...fields, hash: hashSeal(head.headHash, fields) }, signer);
    const isWritten = await storage.write(function* () {
      const { headHash } = yield* lockSeals(now);
      if (headHash !== head.headHash || !(yield* act(content, seal))) return false;
      yield* run(
        auditSealTable.insert(seal),
        sql`update audit_chain set head_number = ${seal.number}, head_hash = ${seal.hash}
          where chain_id = ${sealChainId}`,
      );
      return true;
    });
    if (isWritten) return seal;
  }
  throw new Error(`Other processes wrote seals during ${attemptsMax} attempts to write one.`);
};

const signSeal = async (
  seal: Omit<AuditSeal, "signature" | "keyHash">,
  signer: ResponseSigner | undefined,
): Promise<AuditSeal> => {
  if (signer === undefined) return { ...seal, signature: undefined, keyHash: undefined };
  const { signature, certificate } = await signer.sign(sealToSign(seal.hash));
  return {
    ...seal,
    signature: Buffer.from(signature).toString("base64url"),
    keyHash: hashSealKey(certificate.publicKey),
  };
};
