import type { Storage } from "@varde/storage";
import type { AuditFault } from "./audit-fault.ts";
import { type ChainCount, verifyChains } from "./verify-chains.ts";
import { verifyReferences } from "./verify-references.ts";
import { type SealAnchor, verifySeals } from "./verify-seals.ts";

const faultsMax = 100;

/** The result of verifying the audit of a bank. */
export interface AuditReport extends ChainCount {
  readonly seals: number;
  /** The last seal. If it is noted elsewhere, a later verification can be compared with it. */
  readonly lastSeal: SealAnchor | undefined;
  /** The faults that were found, 100 at most. */
  readonly faults: readonly AuditFault[];
}

/**
 * Verifies every seal, every chain of entries, and the TPPs and people that entries refer to. The
 * bank may be running. `anchors` are seals that were noted before, so that a seal that was removed
 * or replaced since is found.
 */
export const verifyAudit = async (
  storage: Storage,
  anchors: readonly SealAnchor[] = [],
): Promise<AuditReport> => {
  const faults: AuditFault[] = [];
  const report = (fault: AuditFault): void => {
    if (faults.length < faultsMax) faults.push(fault);
  };
  const { seals, lastSeal, cuts, erased } = await verifySeals(storage, anchors, report);
  const counts = await verifyChains(storage, cuts, erased, report);
  await verifyReferences(storage, report);
  return { seals, lastSeal, ...counts, faults };
};
