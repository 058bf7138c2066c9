import { run, type Unit, undo } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { assignCorporateId, assignPsuId } from "../parties/psu-store.ts";
import { openSession } from "../parties/session-store.ts";
import type { PsuCorporateId, PsuId } from "../ports/ids.ts";
import type { ScaEvidence } from "../ports/sca-method.ts";
import { recordEvent } from "../records/event.ts";
import type { ScaFault } from "../records/sca-fault.ts";
import { type AuthenticatedSca, openAuthenticated } from "./authenticated-sca.ts";
import { brokenFault, failSca, type ScaEnd } from "./fail-sca.ts";
import { failureAddress, successAddress } from "./redirect-address.ts";
import { moveSca } from "./sca-store.ts";
import { type ApprovalForm, checkAgain, isScaFault, type ScaSubject } from "./sca-subject.ts";
import { settleApproval } from "./settle-approval.ts";

/**
 * Completes an SCA that the PSU approves. One unit stores the session, the ids by which this TPP
 * knows the PSU, and what the approval does to the subject; then the subject is settled, and the
 * PSU goes back to the TPP. Returns undefined when the SCA had ended already.
 */
export const completeSca = async (
  sca: AuthenticatedSca,
  form: ApprovalForm,
  subject: ScaSubject,
  bank: Bank,
  evidence?: ScaEvidence,
): Promise<ScaEnd | undefined> => {
  const { stored: read, approver } = openAuthenticated(sca);
  const intervened = await bank.interventions.beforeApproval?.(sca);
  const approved = intervened ?? (await approveChecked(sca, form, subject, bank, evidence));
  if (approved === undefined) return undefined;
  if ("code" in approved) return failSca(read, approved, bank, approver);
  bank.interventions.onScaEnded?.(true);
  const { stored, checked } = approved;
  const { settle, outcome = "approved" } = checked;
  const fault = settle === undefined ? undefined : await settleApproval(sca, settle, bank);
  if (fault !== undefined) return { address: failureAddress(sca.redirectUri, fault), fault };
  if (stored.names === undefined) return { address: "", outcome };
  const success = { ...stored.names, sessionId: sca.sessionId, context: sca.context };
  return { address: successAddress(sca.redirectUri, success), outcome };
};

/**
 * How often an approval is checked while others change its subject. A person may sign many payments
 * of one account at a time, and each check has to see the sum of those before.
 */
const checksMax = 20;

/** Checks the approval and stores it, again if its subject has changed in between. */
const approveChecked = async (
  sca: AuthenticatedSca,
  form: ApprovalForm,
  subject: ScaSubject,
  bank: Bank,
  evidence: ScaEvidence | undefined,
) => {
  for (let count = 1; count <= checksMax; count += 1) {
    const now = await bank.clock.now(sca.worldId);
    const checked = await subject.check(sca, form);
    if (isScaFault(checked)) return checked;
    const stored = await bank.storage.write(function* (): Unit<
      StoredApproval,
      ScaFault | typeof checkAgain | undefined
    > {
      yield* checked.approve(now);
      return yield* storeApproval(sca, now, bank, evidence);
    });
    if (stored === checkAgain) continue;
    if (stored === undefined || "code" in stored) return stored;
    return { stored, checked };
  }
  return brokenFault;
};

/** This TPP's ids of the PSU and of the company that the PSU acts for. */
interface PsuNames {
  readonly psuId: PsuId;
  readonly psuCorporateId: PsuCorporateId | undefined;
}

interface StoredApproval {
  /** Undefined if the PSU approved without the TPP. */
  readonly names: PsuNames | undefined;
}

function* storeApproval(
  sca: AuthenticatedSca,
  now: number,
  bank: Bank,
  approve: ScaEvidence | undefined,
): Unit<StoredApproval, undefined> {
  const evidence = approve === undefined ? sca.evidence : { ...sca.evidence, approve };
  const { stored, approver, event } = openAuthenticated(sca);
  const moved = yield* moveSca(stored, event, now, { ...approver, evidence });
  // The SCA has moved on: another tab, or the same form sent twice.
  if (moved === undefined) yield* undo(undefined);
  // MAN-16: in the bank's own channel the TPP gets neither a session nor an id of the person.
  const names = sca.channel === "own" ? undefined : yield* introducePsu(sca, now, bank);
  yield* run(
    recordEvent(bank.ids, {
      worldId: sca.worldId,
      subjectKind: "sca",
      subjectId: sca.scaId,
      name: "finalised",
      actor: sca.personId,
      at: now,
    }),
  );
  return { names };
}

/** Opens the session of the PSU with the TPP, and gives the TPP its ids of the PSU. */
function* introducePsu(sca: AuthenticatedSca, now: number, bank: Bank): Unit<PsuNames> {
  // Stores the id of the person first, so that two SCAs of one person run one after the other.
  // Otherwise both sessions would stay open.
  const psuId = yield* assignPsuId(bank.ids.newId(), sca.personId, sca);
  yield* openSession(sca, now);
  const psuCorporateId =
    sca.context === "CORPORATE" && sca.agreementId !== undefined
      ? yield* assignCorporateId(bank.ids.newId(), sca.agreementId, sca)
      : undefined;
  return { psuId, psuCorporateId };
}
