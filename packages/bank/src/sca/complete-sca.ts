import { run, type Unit, undo } from "@varde/storage";
import type { Bank } from "../bank.ts";
import {
  assignCorporateId,
  assignPsuId,
  findCorporateId,
  findPsuId,
} from "../parties/psu-store.ts";
import { openSession } from "../parties/session-store.ts";
import type { PsuCorporateId, PsuId } from "../ports/ids.ts";
import type { ScaEvidence } from "../ports/sca-method.ts";
import { recordEvent } from "../records/event.ts";
import type { ScaFault, ScaOutcome } from "../records/sca-fault.ts";
import { type AuthenticatedSca, openAuthenticated } from "./authenticated-sca.ts";
import { brokenFault, failSca, type ScaEnd } from "./fail-sca.ts";
import { failureAddress, successAddress } from "./redirect-address.ts";
import { moveSca, type StoredSca } from "./sca-store.ts";
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
  const approved = intervened ?? (await approveChecked({ sca, form, subject, evidence }, bank));
  if (approved === undefined) return undefined;
  if ("code" in approved) return failSca(read, approved, bank, approver);
  bank.interventions.onScaEnded?.(sca, undefined, form.accountIds);
  const { stored, checked } = approved;
  const { settle, outcome = "approved" } = checked;
  const fault = settle === undefined ? undefined : await settleApproval(sca, settle, bank);
  if (fault !== undefined) return { address: failureAddress(sca.redirectUri, fault), fault };
  if (stored.names === undefined) return { address: "", outcome };
  const success = { ...stored.names, sessionId: sca.sessionId, context: sca.context };
  return { address: successAddress(sca.redirectUri, success), outcome };
};

/** How often an approval is checked while others change its subject. */
const checksMax = 20;

interface Approval {
  readonly sca: AuthenticatedSca;
  readonly form: ApprovalForm;
  readonly subject: ScaSubject;
  readonly evidence: ScaEvidence | undefined;
}

/** Checks the approval and stores it, again if its subject has changed in between. */
const approveChecked = async (approval: Approval, bank: Bank) => {
  const first = await approveOnce(approval, bank);
  if (first !== checkAgain) return first;
  const { worldId, personId } = approval.sca;
  return inTurn(`${worldId} ${personId}`, bank, async () => {
    for (let count = 2; count <= checksMax; count += 1) {
      const approved = await approveOnce(approval, bank);
      if (approved !== checkAgain) return approved;
    }
    return brokenFault;
  });
};

const approveOnce = async ({ sca, form, subject, evidence }: Approval, bank: Bank) => {
  const now = await bank.clock.now(sca.worldId);
  const checked = await subject.check(sca, form);
  if (isScaFault(checked)) return checked;
  const stored = await bank.storage.write(function* (): Unit<
    StoredApproval,
    ScaFault | typeof checkAgain | undefined
  > {
    yield* checked.approve(now);
    return yield* storeApproval(sca, now, bank, { evidence, outcome: checked.outcome });
  });
  if (stored === undefined || stored === checkAgain || "code" in stored) return stored;
  return { stored, checked };
};

/** The last approval that waits to be checked again, by person. */
const waiting = new WeakMap<Bank, Map<string, Promise<unknown>>>();

/**
 * Lets the approvals of one person that are checked again run one after another. A person may sign
 * many payments of one account at a time, and each check has to see the sum of those before: at the
 * same time, each approval that succeeds would void the checks of all others.
 */
const inTurn = async <T>(key: string, bank: Bank, act: () => Promise<T>): Promise<T> => {
  const queue = waiting.get(bank) ?? new Map<string, Promise<unknown>>();
  waiting.set(bank, queue);
  const before = queue.get(key);
  const own = before === undefined ? act() : before.then(act, act);
  queue.set(key, own);
  try {
    return await own;
  } finally {
    if (queue.get(key) === own) queue.delete(key);
  }
};

/**
 * Returns where the PSU goes after an SCA that has ended, if its browser did not receive that. What
 * was approved is settled again, which is harmless and tells whether it succeeded. Undefined if the
 * TPP learns nothing, or if its ids of the PSU were erased.
 */
export const repeatEnd = async (
  sca: StoredSca,
  { settleAgain }: ScaSubject,
  bank: Bank,
): Promise<ScaEnd | undefined> => {
  const { ended } = sca;
  if (ended === undefined) return undefined;
  const isSettled = ended.fault !== undefined || ended.outcome !== undefined;
  const fault =
    isSettled || settleAgain === undefined
      ? ended.fault
      : await settleApproval(sca, () => settleAgain(sca), bank);
  if (fault !== undefined) return { address: failureAddress(sca.redirectUri, fault), fault };
  const { personId, agreementId, context, sessionId } = sca;
  if (personId === undefined || context === undefined) return undefined;
  const { psuId, psuCorporateId } = await bank.storage.read(function* () {
    const isCorporate = context === "CORPORATE" && agreementId !== undefined;
    return {
      psuId: yield* findPsuId(personId, sca),
      psuCorporateId: isCorporate ? yield* findCorporateId(agreementId, sca) : undefined,
    };
  });
  if (psuId === undefined) return undefined;
  const address = successAddress(sca.redirectUri, { psuId, psuCorporateId, sessionId, context });
  return { address, outcome: ended.outcome ?? "approved" };
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
  approved: {
    readonly evidence: ScaEvidence | undefined;
    readonly outcome: ScaOutcome | undefined;
  },
): Unit<StoredApproval, undefined> {
  const { evidence: approve, outcome } = approved;
  const evidence = approve === undefined ? sca.evidence : { ...sca.evidence, approve };
  const { stored, approver, event } = openAuthenticated(sca);
  const ended = sca.channel === "own" ? undefined : outcome === undefined ? {} : { outcome };
  const moved = yield* moveSca(stored, event, now, { ...approver, evidence, ended });
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
