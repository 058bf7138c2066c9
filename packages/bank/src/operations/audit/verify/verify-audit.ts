import type { Storage } from "@varde/storage";
import type { AuditFault } from "./audit-fault.ts";
import { type ChainCount, verifyChains } from "./verify-chains.ts";
import { verifyReferences } from "./verify-references.ts";
import { type SealCounts, SealVerifier, type VerifyOptions } from "./verify-seals.ts";

const faultsMax = 100;

/** The result of verifying the audit of a bank. */
export interface AuditReport extends ChainCount, SealCounts {
  /** The faults that were found, 100 at most. */
  readonly faults: readonly AuditFault[];
}

/**
 * Verifies every seal, every chain of entries, and the TPPs and people that entries refer to. The
 * bank may be running, and delete expired entries or erase people meanwhile. The options are what
 * the database cannot have changed: the keys of the signatures, the retention period and anchors.
 */
export const verifyAudit = async (
  storage: Storage,
  options: VerifyOptions = {},
): Promise<AuditReport> => {
  const faults: AuditFault[] = [];
  const report = ({ place, text }: AuditFault): void => {
    const isKnown = faults.some((fault) => fault.place === place && fault.text === text);
    if (faults.length < faultsMax && !isKnown) faults.push({ place, text });
  };
  const seals = new SealVerifier(storage, options, report);
  await seals.verify();
  const chains = await verifyChains(storage, seals, report);
  await verifyReferences(storage, report);
  return { ...seals.finish(), ...chains, faults };
};
