import type { Bank } from "../bank.ts";
import type { Locale } from "../ports/locale.ts";
import type { Agreement } from "../ports/psu-directory.ts";
import type { ScaCallback, ScaEvidence } from "../ports/sca-method.ts";
import {
  identificationAttemptsMax,
  isScaOver,
  isScaTimedOut,
  type Sca,
  scaLogFields,
} from "../request/sca.ts";
import type { ScaFault } from "../request/sca-fault.ts";
import { authenticatedOnPages } from "./authenticated-sca.ts";
import { beginProof, type NeededProof } from "./begin-proof.ts";
import { chooseContext, listContexts } from "./choose-context.ts";
import { completeSca } from "./complete-sca.ts";
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
import { moveSca } from "./move-sca.ts";
import { openSca } from "./open-sca.ts";
import type { ContextChoice } from "./pages/models/context-choice.ts";
import type { OpenStep, ScaAction, ScaStep } from "./sca-step.ts";
import { findScaByCallback, readSca } from "./sca-store.ts";
import type { ApprovalForm, ScaSubjects } from "./sca-subject.ts";
import { hashSecret } from "./start/start-sca.ts";

type IdentifyStep = Extract<ScaStep, { at: "identify" }>;
type ApproveStep = Extract<ScaStep, { at: "approve" }>;

/** The response of a redirecting SCA method, in the address of the callback. */
interface ScaReturn {
  readonly state: string;
  /** The query of the callback. */
  readonly parameters: string;
}

/** Leads a PSU through one SCA. Only this class decides which page comes next. */
export class ScaFlow {
  readonly #bank: Bank;
  readonly #subjects: ScaSubjects;

  constructor(bank: Bank, subjects: ScaSubjects) {
    this.#bank = bank;
    this.#subjects = subjects;
  }

  /** Opens the link in the browser that it is bound to. */
  async open(
    linkSecret: string,
    cookie: string | undefined,
  ): Promise<{ readonly step: ScaStep; readonly newCookie?: string }> {
    const opened = await openSca(linkSecret, cookie, this.#bank);
    if ("closed" in opened) {
      const { closed: reason, sca } = opened;
      if (sca === undefined) return { step: { at: "closed", reason } };
      if (reason === "timed-out") return { step: await this.#leave(sca, timedOutFault) };
      return { step: { at: "closed", reason, sca } };
    }
    const step = await this.#orFail(opened.sca, () => this.nextStep(opened.sca));
    return opened.newCookie === undefined ? { step } : { step, newCookie: opened.newCookie };
  }

  /**
   * Continues an SCA without its link, in place of the browser that opened it or would open it.
   * Only the control of a sandbox may do so.
   */
  async takeOver(sca: Sca): Promise<ScaStep> {
    if (isScaOver(sca)) return { at: "closed", reason: "used", sca };
    const now = await this.#bank.clock.now(sca.worldId);
    if (isScaTimedOut(sca, now)) return this.#leave(sca, timedOutFault);
    if (sca.status !== "received") return this.nextStep(sca);
    const browserHash = hashSecret(this.#bank.ids.newSecret());
    const opened = await this.#bank.storage.write(() =>
      moveSca(sca, "opened", now, { browserHash }),
    );
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
   * the bank's page begins, and one that waits for the PSU is polled.
   */
  present(step: ScaStep, locale: Locale): Promise<ScaStep> {
    if (step.at === "identify") return this.#orFail(step.sca, () => this.#begin(step, locale));
    if (step.at === "wait") return this.#orFail(step.sca, () => this.#poll(step.sca));
    return Promise.resolve(step);
  }

  /** Continues in the browser that a redirecting SCA method has sent back. */
  async finishRedirect(
    { secret, cookie }: { readonly secret: string; readonly cookie: string },
    { state, parameters }: ScaReturn,
  ): Promise<ScaStep> {
    const { step } = await this.open(secret, cookie);
    if (!("sca" in step) || step.at === "leave" || step.at === "closed") return step;
    const { sca } = step;
    const { pending } = sca;
    if (pending === undefined || sca.callbackHash !== hashSecret(state)) {
      return this.#refuseCallback(sca, "wrong state");
    }
    return this.#orFail(sca, async () => {
      const returned = await consumeCallback(sca, this.#bank);
      if (returned === undefined) return staleStep;
      const { kept } = pending;
      return this.#finish(returned, pending, { kind: "redirect", parameters, kept });
    });
  }

  /** Ends the SCA of a callback that came from a browser in which it was not begun. */
  async refuseForeignCallback(state: string): Promise<ScaStep> {
    const sca = await this.#bank.storage.read(() => findScaByCallback(hashSecret(state)));
    if (sca === undefined) return { at: "closed", reason: "unknown" };
    return this.#refuseCallback(sca, "callback in another browser");
  }

  #refuseCallback(sca: Sca, reason: string): Promise<ScaStep> {
    this.#bank.log.warn({ ...scaLogFields(sca), reason }, "SCA proof refused");
    return this.#leave(sca, blockedFault);
  }

  /** Returns the next step. Pages without a choice are skipped. */
  async nextStep(sca: Sca): Promise<ScaStep> {
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
   * approved. Throws the error if the SCA cannot be ended.
   */
  async fail(sca: Sca, error: unknown): Promise<ScaStep> {
    this.#bank.log.error({ err: error, ...scaLogFields(sca) }, "SCA failed");
    const now = await this.#bank.storage.read(() => readSca(sca.scaId)).catch(() => undefined);
    if (now === undefined) throw error;
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

  async #poll(sca: Sca): Promise<ScaStep> {
    const { pending } = sca;
    if (pending === undefined) return this.nextStep(sca);
    return this.#finish(sca, pending, { kind: "poll", kept: pending.kept });
  }

  async #finish(sca: Sca, needed: NeededProof, callback: ScaCallback): Promise<ScaStep> {
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

  async #contextStep(sca: Sca): Promise<ScaStep> {
    const agreements = await this.#contexts(sca);
    const [only, another] = agreements;
    if (only === undefined) return this.#leave(sca, noAgreementFault);
    if (another !== undefined) return { at: "context", sca, agreements };
    return this.#choose(sca, { context: only.context, agreementId: only.agreementId });
  }

  async #contexts(sca: Sca): Promise<readonly Agreement[]> {
    return sca.personId === undefined ? [] : listContexts(sca, sca.personId, this.#bank);
  }

  async #choose(sca: Sca, choice: ContextChoice | undefined): Promise<ScaStep> {
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

  async #complete(sca: Sca, form: ApprovalForm, evidence?: ScaEvidence): Promise<ScaStep> {
    const authenticated = authenticatedOnPages(sca);
    if (authenticated === undefined) return staleStep;
    const end = await completeSca(authenticated, form, this.#subject(sca), this.#bank, evidence);
    return end === undefined ? { at: "closed", reason: "used" } : { at: "leave", sca, end };
  }

  async #leave(sca: Sca, fault: ScaFault): Promise<ScaStep> {
    const end = await failSca(sca, fault, this.#bank);
    return end === undefined ? { at: "closed", reason: "used" } : { at: "leave", sca, end };
  }

  #subject(sca: Sca) {
    return this.#subjects[sca.subjectKind];
  }
}

/** The form is of an earlier step, or another tab has moved the SCA. */
const staleStep: ScaStep = { at: "closed", reason: "stale-form" };

/** Includes the number of attempts left after one has failed. */
const identifyStep = (sca: Sca): ScaStep => ({
  at: "identify",
  sca,
  ...(sca.attempts === 0 ? {} : { attemptsLeft: identificationAttemptsMax - sca.attempts }),
});
