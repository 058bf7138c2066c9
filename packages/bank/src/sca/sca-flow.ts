import type { Bank } from "../bank.ts";
import type { Agreement } from "../ports/psu-directory.ts";
import type { Identification } from "../ports/sca-method.ts";
import {
  identificationAttemptsMax,
  isScaOver,
  isScaTimedOut,
  type Sca,
  scaLogFields,
} from "../request/sca.ts";
import type { ScaFault } from "../request/sca-fault.ts";
import { authenticatedOnPages } from "./authenticated-sca.ts";
import { chooseContext, listContexts } from "./choose-context.ts";
import { completeSca } from "./complete-sca.ts";
import {
  blockedFault,
  brokenFault,
  failSca,
  refusedFault,
  type ScaEnd,
  timedOutFault,
} from "./fail-sca.ts";
import { identifyPsu } from "./identify-psu.ts";
import { moveSca } from "./move-sca.ts";
import { openSca, type ScaClosed } from "./open-sca.ts";
import type { ContextChoice } from "./pages/models/context-choice.ts";
import { readSca } from "./sca-store.ts";
import type { ApprovalContent, ApprovalForm, ScaSubjects } from "./sca-subject.ts";
import { hashSecret } from "./start-sca.ts";

/** The current step of an SCA: a page to show, or the redirect to the TPP. */
export type ScaStep =
  | { readonly at: "identify"; readonly sca: Sca; readonly attemptsLeft?: number }
  | {
      readonly at: "context";
      readonly sca: Sca;
      readonly agreements: readonly Agreement[];
      readonly isIncomplete?: boolean;
    }
  | { readonly at: "approve"; readonly sca: Sca; readonly approval: ApprovalContent }
  | { readonly at: "leave"; readonly sca: Sca; readonly end: ScaEnd }
  | {
      readonly at: "closed";
      readonly reason: ScaClosed | "stale-form" | "too-many";
      /** The SCA of the link, if there is one. */
      readonly sca?: Sca;
    };

/** The action that the PSU submitted on a page. */
export type ScaAction =
  | { readonly kind: "identify"; readonly identification: Identification }
  | { readonly kind: "choose"; readonly choice: ContextChoice | undefined }
  | { readonly kind: "approve"; readonly form: ApprovalForm }
  | { readonly kind: "refuse" }
  | { readonly kind: "fail"; readonly fault: ScaFault };

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
    return opened === undefined ? { at: "closed", reason: "stale-form" } : this.nextStep(opened);
  }

  /** Performs what the PSU submitted on a page. */
  perform(sca: Sca, action: ScaAction): Promise<ScaStep> {
    return this.#orFail(sca, () => this.#do(sca, action));
  }

  async #do(sca: Sca, action: ScaAction): Promise<ScaStep> {
    switch (action.kind) {
      case "identify":
        return this.#identify(sca, action.identification);
      case "choose":
        return this.#choose(sca, action.choice);
      case "approve":
        return this.#approve(sca, action.form);
      case "refuse":
        return this.#leave(sca, refusedFault);
      case "fail":
        return this.#leave(sca, action.fault);
    }
  }

  /** Returns the next step. Pages without a choice are skipped. */
  async nextStep(sca: Sca): Promise<ScaStep> {
    if (sca.status !== "psuAuthenticated") return identifyStep(sca);
    if (sca.context === undefined) return this.#contextStep(sca);
    const approval = await this.#subject(sca).approval(sca);
    if (approval === undefined) return this.#leave(sca, goneFault);
    if (approval.kind === "nothing") return this.#approve(sca, { accountIds: [] });
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

  async #identify(sca: Sca, identification: Identification): Promise<ScaStep> {
    const after = await identifyPsu(sca, identification, this.#bank);
    if (after === undefined) return { at: "closed", reason: "stale-form" };
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
    return after === undefined ? { at: "closed", reason: "stale-form" } : this.nextStep(after);
  }

  async #approve(sca: Sca, form: ApprovalForm): Promise<ScaStep> {
    const authenticated = authenticatedOnPages(sca);
    if (authenticated === undefined) return { at: "closed", reason: "stale-form" };
    const end = await completeSca(authenticated, form, this.#subject(sca), this.#bank);
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

/** Includes the number of attempts left after one has failed. */
const identifyStep = (sca: Sca): ScaStep => ({
  at: "identify",
  sca,
  ...(sca.attempts === 0 ? {} : { attemptsLeft: identificationAttemptsMax - sca.attempts }),
});

const goneFault: ScaFault = {
  system: "sca",
  code: "SCA_INVALID",
  message: "The subject of the SCA no longer exists.",
  outcome: "changed",
};

const noAgreementFault: ScaFault = {
  system: "sca",
  code: "PSU_CREDENTIALS_INVALID",
  message: "The PSU has no agreement of the requested kind.",
  outcome: "not-yours",
};
