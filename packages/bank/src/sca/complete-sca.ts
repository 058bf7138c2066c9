import type { PsuContext } from "@varde/protocol";
import { run, type Unit, undo } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { recordEvent } from "../events/event-store.ts";
import { nameForAgreement, nameForPerson } from "../psus/psu-store.ts";
import type { Sca } from "../request/sca.ts";
import type { ScaFault } from "../request/sca-fault.ts";
import { openSession } from "../sessions/session-store.ts";
import { failSca, type ScaEnd } from "./fail-sca.ts";
import { failureAddress, successAddress } from "./redirect-address.ts";
import { updateSca } from "./sca-store.ts";
import type { ApprovalForm, ScaSubjectHandler } from "./sca-subject.ts";
import { settleApproval } from "./settle-approval.ts";

/** Who has authenticated, once that and the context are known. */
export type AuthenticatedSca = Sca & { readonly personId: string; readonly context: PsuContext };

/**
 * The PSU approves. The session, the names this TPP has for the PSU, and what the approval means
 * for the subject are kept in one unit; then the subject is settled, and the PSU goes back to the
 * TPP. Answers how it ended, or nothing when the SCA had ended already.
 */
export const completeSca = async (
  sca: AuthenticatedSca,
  form: ApprovalForm,
  subject: ScaSubjectHandler,
  bank: Bank,
): Promise<ScaEnd | undefined> => {
  const now = await bank.clock.now(sca.worldId);
  const forbidden =
    (await bank.interventions.beforeApproval?.(sca)) ?? (await subject.check(sca, form));
  if (forbidden !== undefined) return failSca(sca, forbidden, bank);
  const kept = await bank.storage.write(function* (): Unit<PsuNames, ScaFault | undefined> {
    const fault = yield* subject.approve(sca, form, now);
    if (fault !== undefined) yield* undo(fault);
    return yield* keepApproval(sca, now, bank);
  });
  if (kept === undefined) return undefined;
  if ("code" in kept) return failSca(sca, kept, bank);
  const fault = await settleApproval(sca, subject, bank);
  if (fault !== undefined) return { address: failureAddress(sca.redirectUri, fault), fault };
  const success = { ...kept, sessionId: sca.sessionId, context: sca.context };
  const outcome = subject.outcome?.(form) ?? "approved";
  return { address: successAddress(sca.redirectUri, success), outcome };
};

/** How this TPP names the PSU and the company the PSU acts for. */
interface PsuNames {
  readonly psuId: string;
  readonly psuCorporateId: string | undefined;
}

function* keepApproval(sca: AuthenticatedSca, now: number, bank: Bank): Unit<PsuNames, undefined> {
  const after: Sca = { ...sca, status: "finalised", touchedAt: now };
  // The SCA has moved on: another tab, or the same form sent twice.
  if (!(yield* updateSca(sca, after))) yield* undo(undefined);
  // The name first: it makes two SCAs of one person wait in line, else both sessions would stay.
  const psuId = yield* nameForPerson(bank.ids.newId(), sca.personId, sca);
  yield* openSession({ ...sca, at: now });
  const psuCorporateId =
    sca.context === "CORPORATE" && sca.agreementId !== undefined
      ? yield* nameForAgreement(bank.ids.newId(), sca.agreementId, sca)
      : undefined;
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
  return { psuId, psuCorporateId };
}
