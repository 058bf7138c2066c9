import type { Storage } from "@varde/storage";
import type { AuditFault } from "./audit-fault.ts";
import type { SignatureCounts } from "./judge-seals.ts";
import type { SealAnchor } from "./seal-anchor.ts";
import { type ChainCount, verifyChains } from "./verify-chains.ts";
import type { DeletionAge } from "./verify-deletion.ts";
import { verifyReferences } from "./verify-references.ts";
import { type VerifyOptions, verifySeals } from "./verify-seals.ts";

const faultsMax = 100;

/** The result of verifying the audit of a bank. */
export interface AuditReport extends ChainCount, SignatureCounts, DeletionAge {
  readonly seals: number;
  /** The number of entries that killed processes have not sealed: others did, unproven. */
  readonly left: number;
  /** The last seal. If it is noted elsewhere, a later verification can be compared with it. */
  readonly lastSeal: SealAnchor | undefined;
  /** The faults that were found, 100 at most. */
  readonly faults: readonly AuditFault[];
}

/**
 * Verifies every seal, every chain of entries, and the TPPs and people that entries refer to. The
 * bank may be running. The options are what the database cannot have changed: the keys of the
 * signatures, the retention period and anchors.
 */
export const verifyAudit = async (
  storage: Storage,
  options: VerifyOptions = {},
): Promise<AuditReport> => {
  const faults: AuditFault[] = [];
  const report = (fault: AuditFault): void => {
    if (faults.length < faultsMax) faults.push(fault);
  };
  const sealed = await verifySeals(storage, options, report);
  const { seals, lastSeal, signed, unsigned, left, youngestDeletedMs } = sealed;
  const counts = await verifyChains(storage, sealed, report);
  await verifyReferences(storage, report);
  return { seals, lastSeal, signed, unsigned, left, youngestDeletedMs, ...counts, faults };
};
