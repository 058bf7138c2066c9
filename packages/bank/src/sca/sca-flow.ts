import type { Bank } from "../bank.ts";
import type { ContextChoice } from "../pages/parts/context-choice.ts";
import type { Locale } from "../ports/locale.ts";
import type { Agreement } from "../ports/psu-directory.ts";
import type { ScaCallback, ScaEvidence } from "../ports/sca-method.ts";
import {
  identificationAttemptsMax,
  isScaOver,
  isScaTimedOut,
  type Sca,
  scaLogFields,
} from "../records/sca.ts";
import type { ScaFault } from "../records/sca-fault.ts";
import { authenticatedOnPages } from "./authenticated-sca.ts";
import { beginProof, describeAttempt, type NeededProof } from "./begin-proof.ts";
import { chooseContext, listContexts } from "./choose-context.ts";
import { completeSca, repeatEnd } from "./complete-sca.ts";
import { describeApproval } from "./describe-approval.ts";
import {
  blockedFault,
  brokenFault,
  failSca,
  goneFault,
  noAgreementFault,
  refusedFault,
  timedOutFault,
} from "./fail-sca.ts";
import { consumeCallback, finishProof } from "./finish-proof.ts";
import { identifyPsu } from "./identify-psu.ts";
import { bindSca, type OpenedSca, openSca } from "./open-sca.ts";
import { failureAddress } from "./redirect-address.ts";
import {
  type IdentifyStep,
  identifyStep,
  isOpenStep,
  type OpenStep,
  type ScaAction,
  type ScaReturn,
  type ScaStep,
  staleStep,
} from "./sca-step.ts";
import { findScaByCallback, readSca, type StoredSca } from "./sca-store.ts";
import type { ApprovalForm, ScaSubjects } from "./sca-subject.ts";
import { endUnsettled } from "./settle-approval.ts";
import { hashSecret } from "./start/start-sca.ts";

type ApproveStep = Extract<ScaStep, { at: "approve" }>;

/** Leads a PSU through one SCA. Only this class decides which page comes next. */
export class ScaFlow {
  readonly #bank: Bank;
  readonly #subjects: ScaSubjects;

  constructor(bank: Bank, subjects: ScaSubjects) {
    this.#bank = bank;
    this.#subjects = subjects;
  }

  /**
   * SCA-32: opens the link. In a browser that it is not bound to, the PSU has to identify, and
   * nothing changes.
   */
  async open(
    linkSecret: string,
    cookie: string | undefined,
  ): Promise<{ readonly step: ScaStep; readonly isBound: boolean }> {
    const opened = await openSca(linkSecret, cookie, this.#bank);
    const { isBound } = opened;
    if ("closed" in opened) return { step: await this.#closedStep(opened), isBound };
    const { sca } = opened;
    if (!isBound) return { step: identifyStep(sca), isBound };
    return { step: await this.#orFail(sca, () => this.nextStep(sca)), isBound };
  }

  async #closedStep(opened: Extract<OpenedSca, { closed: unknown }>): Promise<ScaStep> {
    const { closed: reason, sca, isBound } = opened;
    if (sca === undefined) return { at: "closed", reason };
    if (reason !== "timed-out") return { at: "closed", reason, sca };
    if (isBound) return this.#leave(sca, timedOutFault);
    const address = failureAddress(sca.redirectUri, timedOutFault);
    return { at: "leave", sca, end: { address, fault: timedOutFault } };
  }

  /** Binds the SCA to the browser with this cookie, which takes it over from any other. */
  async bind({ sca }: OpenStep, cookie: string): Promise<ScaStep> {
    const bound = await bindSca(sca, cookie, this.#bank);
    return bound === undefined ? staleStep : identifyStep(bound);
  }

  /**
   * Continues an SCA without its link, in place of the browser that opened it or would open it.
   * Only the control of a sandbox may do so.
   */
  async takeOver(sca: StoredSca): Promise<ScaStep> {
    if (isScaOver(sca)) return { at: "closed", reason: "used", sca };
    const now = await this.#bank.clock.now(sca.worldId);
    if (isScaTimedOut(sca, now)) return this.#leave(sca, timedOutFault);
    if (sca.status !== "received") return this.nextStep(sca);
    const opened = await bindSca(sca, this.#bank.ids.newSecret(), this.#bank);
    return opened === undefined ? staleStep : this.nextStep(opened);
  }

  /** Performs what the PSU submitted on a page. */
  perform(step: OpenStep, action: ScaAction, locale: Locale = "nb"): Promise<ScaStep> {
    return this.#orFail(step.sca, () => this.#do(step, action, locale));
  }

  async #do(step: OpenStep, action: ScaAction, locale: Locale): Promise<ScaStep> {
    const { sca } = step;
    switch (action.kind) {
      case "identify": {
        const callback = { kind: "form", fields: action.identification } as const;
        return this.#finish(sca, { step: "identify", locale, accountIds: [] }, callback);
      }
      case "choose":
        return this.#choose(sca, action.choice);
      case "approve":
        return step.at === "approve" ? this.#approve(step, action.form, locale) : staleStep;
      case "refuse":
        return this.#leave(sca, refusedFault);
      case "fail":
        return this.#leave(sca, action.fault);
    }
  }

  /**
   * Returns the step as the PSU sees it when the page is opened: an SCA method without a form on
   * the bank's page has to begin, and one that waits for the PSU is polled.
   */
  async resume(step: ScaStep, locale: Locale): Promise<ScaStep> {
    if (step.at === "wait") return this.#orFail(step.sca, () => this.#poll(step.sca));
    if (step.at !== "identify") return step;
    const attempt = describeAttempt(step.sca, "identify", locale);
    const usesForm = this.#bank.scaMethod.usesForm?.(attempt) ?? false;
    return usesForm ? step : { at: "begin", sca: step.sca };
  }

  /** Begins the proof of an SCA that is bound to its browser, without another click of the PSU. */
  begin(step: OpenStep, locale: Locale): Promise<ScaStep> {
    if (step.at !== "identify") return Promise.resolve(step);
    return this.#orFail(step.sca, () => this.#begin(step, locale));
  }

  /**
   * Continues in the browser that a redirecting SCA method has sent back. Throws if the storage is
   * unavailable before the callback counts as used, so that the browser can repeat it. A callback
   * of an earlier redirect of this browser proves nothing, and the PSU continues at the link.
   */
  async finishRedirect(
    { secret, cookie }: { readonly secret: string; readonly cookie: string },
    { state, parameters, isBegunHere }: ScaReturn,
  ): Promise<ScaStep> {
    const opened = await openSca(secret, cookie, this.#bank);
    const { sca, isBound } = opened;
    const isExpected = isBound && sca?.callbackHash === hashSecret(state);
    const pending = isExpected ? sca?.pending : undefined;
    if ("closed" in opened || sca === undefined || pending === undefined) {
      const { step } = await this.open(secret, cookie);
      return isBegunHere || !isOpenStep(step)
        ? step
        : this.#refuseCallback(step.sca, "wrong state");
    }
    const returned = await consumeCallback(sca, this.#bank);
    if (returned === undefined) return staleStep;
    const { kept } = pending;
    return this.#orFail(returned, () =>
      this.#finish(returned, pending, { kind: "redirect", parameters, kept }),
    );
  }

  /** Ends the SCA of a callback that came from a browser in which it was not begun. */
  async refuseForeignCallback(state: string): Promise<ScaStep> {
    const sca = await this.#bank.storage.read(() => findScaByCallback(hashSecret(state)));
    if (sca === undefined) return { at: "closed", reason: "unknown" };
    return this.#refuseCallback(sca, "callback in another browser");
  }

  #refuseCallback(sca: StoredSca, reason: string): Promise<ScaStep> {
    this.#bank.log.warn({ ...scaLogFields(sca), reason }, "SCA proof refused");
    return this.#leave(sca, blockedFault);
  }

  /** Returns the next step. Pages without a choice are skipped. */
  async nextStep(sca: StoredSca): Promise<ScaStep> {
    if (sca.pending?.kind === "wait") return { at: "wait", sca };
    if (sca.status !== "psuAuthenticated") return identifyStep(sca);
    if (sca.context === undefined) return this.#contextStep(sca);
    const approval = await this.#subject(sca).approval(sca);
    if (approval === undefined) return this.#leave(sca, goneFault);
    if (approval.kind === "nothing") return this.#complete(sca, { accountIds: [] });
    return { at: "approve", sca, approval };
  }

  /**
   * RED-12: after an internal error, ends the SCA and sends the PSU back to the TPP with nothing
   * approved. If the database stored the approval and could not confirm it, the TPP learns that it
   * has to read the status. Throws the error if the SCA cannot be ended.
   */
  async fail(sca: Sca, error: unknown): Promise<ScaStep> {
    this.#bank.log.error({ err: error, ...scaLogFields(sca) }, "SCA failed");
    const now = await this.#bank.storage.read(() => readSca(sca.scaId)).catch(() => undefined);
    if (now === undefined) throw error;
    if (now.status === "finalised") return { at: "leave", sca: now, end: endUnsettled(now) };
    return this.#leave(now, brokenFault).catch(() => {
      throw error;
    });
  }

  async #orFail(sca: Sca, attempt: () => Promise<ScaStep>): Promise<ScaStep> {
    try {
      return await attempt();
    } catch (error) {
      return this.fail(sca, error);
    }
  }

  purpose(sca: Sca) {
    return this.#subject(sca).purpose(sca);
  }

  async #begin(step: IdentifyStep, locale: Locale): Promise<ScaStep> {
    const needed = { step: "identify", locale, accountIds: [] } as const;
    const begun = await beginProof(step.sca, needed, undefined, this.#bank);
    return begun === "page" ? step : (begun ?? staleStep);
  }

  async #poll(sca: StoredSca): Promise<ScaStep> {
    const { pending } = sca;
    if (pending === undefined) return this.nextStep(sca);
    return this.#finish(sca, pending, { kind: "poll", kept: pending.kept });
  }

  async #finish(sca: StoredSca, needed: NeededProof, callback: ScaCallback): Promise<ScaStep> {
    const proof = await finishProof(sca, needed, callback, this.#bank);
    if (proof.kind === "stale") return staleStep;
    if (proof.kind === "wait") return { at: "wait", sca: proof.sca };
    // Only the bank's own form can be filled in again.
    const isFinal = needed.step === "approve" || callback.kind !== "form";
    if (proof.kind === "failed" && isFinal) return this.#leave(sca, proof.fault);
    if (proof.kind === "proven" && needed.step === "approve") {
      return this.#complete(sca, needed, proof.evidence);
    }
    const after = await identifyPsu(sca, proof, this.#bank);
    if (after === undefined) return staleStep;
    if (after.status === "psuAuthenticated") return this.nextStep(after);
    if (after.attempts >= identificationAttemptsMax) return this.#leave(after, blockedFault);
    return identifyStep(after);
  }

  async #contextStep(sca: StoredSca): Promise<ScaStep> {
    const agreements = await this.#contexts(sca);
    const [only, another] = agreements;
    if (only === undefined) return this.#leave(sca, noAgreementFault);
    if (another !== undefined) return { at: "context", sca, agreements };
    return this.#choose(sca, { context: only.context, agreementId: only.agreementId });
  }

  async #contexts(sca: Sca): Promise<readonly Agreement[]> {
    return sca.personId === undefined ? [] : listContexts(sca, sca.personId, this.#bank);
  }

  async #choose(sca: StoredSca, choice: ContextChoice | undefined): Promise<ScaStep> {
    const agreements = await this.#contexts(sca);
    const agreement = agreements.find(
      (one) =>
        one.context === choice?.context &&
        (choice.context === "PRIVATE" || one.agreementId === choice.agreementId),
    );
    if (agreement === undefined) return { at: "context", sca, agreements, isIncomplete: true };
    const after = await chooseContext(sca, agreement, this.#bank);
    return after === undefined ? staleStep : this.nextStep(after);
  }

  /** Asks the SCA method for a proof of what the PSU approved on the page. */
  async #approve(step: ApproveStep, form: ApprovalForm, locale: Locale): Promise<ScaStep> {
    const { sca, approval } = step;
    if (approval.kind === "nothing") return this.#complete(sca, form);
    const needed = { step: "approve", locale, accountIds: form.accountIds } as const;
    const subject = describeApproval(sca, approval, form, locale);
    const begun = await beginProof(sca, needed, subject, this.#bank);
    if (begun !== "page") return begun ?? staleStep;
    return this.#finish(sca, needed, { kind: "form", fields: {} });
  }

  async #complete(sca: StoredSca, form: ApprovalForm, evidence?: ScaEvidence): Promise<ScaStep> {
    const authenticated = authenticatedOnPages(sca);
    if (authenticated === undefined) return staleStep;
    const end = await completeSca(authenticated, form, this.#subject(sca), this.#bank, evidence);
    return end === undefined ? { at: "closed", reason: "used" } : { at: "leave", sca, end };
  }

  /**
   * SCA-36: returns the way back to the TPP once more for the browser in which the SCA has ended,
   * for as long as it could have stayed there.
   */
  async leaveAgain(sca: StoredSca): Promise<ScaStep> {
    const now = await this.#bank.clock.now(sca.worldId);
    const isRecent = isScaOver(sca) && !isScaTimedOut(sca, now);
    const end = isRecent ? await repeatEnd(sca, this.#subject(sca), this.#bank) : undefined;
    return end === undefined ? { at: "closed", reason: "used", sca } : { at: "leave", sca, end };
  }

  async #leave(sca: StoredSca, fault: ScaFault): Promise<ScaStep> {
    const end = await failSca(sca, fault, this.#bank);
    return end === undefined ? { at: "closed", reason: "used" } : { at: "leave", sca, end };
  }

  #subject(sca: Sca) {
    return this.#subjects[sca.subjectKind];
  }
}
