import type { Bank } from "../bank.ts";
import type { Agreement } from "../ports/psu-directory.ts";
import type { Identification } from "../ports/sca-method.ts";
import { identificationAttemptsMax, type Sca } from "../request/sca.ts";
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
import { openSca, type ScaClosed } from "./open-sca.ts";
import type { ContextChoice } from "./pages/models/context-choice.ts";
import { readSca } from "./sca-store.ts";
import type { Approval, ApprovalForm, ScaSubjects } from "./sca-subject.ts";

/** Where the PSU stands now: a page to show, or the way back to the TPP. */
export type ScaStop =
  | { readonly at: "identify"; readonly sca: Sca; readonly attemptsLeft?: number }
  | {
      readonly at: "context";
      readonly sca: Sca;
      readonly agreements: readonly Agreement[];
      readonly isIncomplete?: boolean;
    }
  | { readonly at: "approve"; readonly sca: Sca; readonly approval: Approval }
  | { readonly at: "leave"; readonly sca: Sca; readonly end: ScaEnd }
  | {
      readonly at: "closed";
      readonly reason: ScaClosed | "stale-form" | "too-many";
      /** What the link leads to, where there is such an SCA. */
      readonly sca?: Sca;
    };

/** What the PSU did on a page. */
export type ScaAct =
  | { readonly kind: "identify"; readonly identification: Identification }
  | { readonly kind: "choose"; readonly choice: ContextChoice | undefined }
  | { readonly kind: "approve"; readonly form: ApprovalForm }
  | { readonly kind: "refuse" }
  | { readonly kind: "fail"; readonly fault: ScaFault };

/** Takes a PSU through one SCA, a page at a time; which page comes next is decided here alone. */
export class ScaWalk {
  readonly #bank: Bank;
  readonly #subjects: ScaSubjects;

  constructor(bank: Bank, subjects: ScaSubjects) {
    this.#bank = bank;
    this.#subjects = subjects;
  }

  /** Opens the link, in the browser it is bound to. */
  async open(
    linkSecret: string,
    cookie: string | undefined,
  ): Promise<{ readonly stop: ScaStop; readonly newCookie?: string }> {
    const opened = await openSca(linkSecret, cookie, this.#bank);
    if ("closed" in opened) {
      const { closed: reason, sca } = opened;
      if (sca === undefined) return { stop: { at: "closed", reason } };
      if (reason === "timed-out") return { stop: await this.#leave(sca, timedOutFault) };
      return { stop: { at: "closed", reason, sca } };
    }
    const stop = await this.#orFail(opened.sca, () => this.nextStop(opened.sca));
    return opened.newCookie === undefined ? { stop } : { stop, newCookie: opened.newCookie };
  }

  /** Does what the PSU asked for on the page they were on. */
  act(sca: Sca, act: ScaAct): Promise<ScaStop> {
    return this.#orFail(sca, () => this.#do(sca, act));
  }

  async #do(sca: Sca, act: ScaAct): Promise<ScaStop> {
    switch (act.kind) {
      case "identify":
        return this.#identify(sca, act.identification);
      case "choose":
        return this.#choose(sca, act.choice);
      case "approve":
        return this.#approve(sca, act.form);
      case "refuse":
        return this.#leave(sca, refusedFault);
      case "fail":
        return this.#leave(sca, act.fault);
    }
  }

  /** The page that is due; one that would ask nothing is passed over. */
  async nextStop(sca: Sca): Promise<ScaStop> {
    if (sca.status !== "psuAuthenticated") return identifyStop(sca);
    if (sca.context === undefined) return this.#contextStop(sca);
    const approval = await this.#subject(sca).approval(sca);
    if (approval === undefined) return this.#leave(sca, goneFault);
    if (approval.kind === "nothing") return this.#approve(sca, { accountIds: [] });
    return { at: "approve", sca, approval };
  }

  /**
   * RED-12: a fault of ours sends the PSU back to the TPP with nothing approved, provided that the
   * SCA could be ended. If not even that can be done the fault goes on to whoever asked.
   */
  async fail(sca: Sca, error: unknown): Promise<ScaStop> {
    this.#bank.log.error({ err: error, sca: sca.scaId }, "an SCA failed");
    const now = await this.#bank.storage.read(() => readSca(sca.scaId)).catch(() => undefined);
    if (now === undefined) throw error;
    return this.#leave(now, brokenFault).catch(() => {
      throw error;
    });
  }

  async #orFail(sca: Sca, step: () => Promise<ScaStop>): Promise<ScaStop> {
    try {
      return await step();
    } catch (error) {
      return this.fail(sca, error);
    }
  }

  purpose(sca: Sca) {
    return this.#subject(sca).purpose(sca);
  }

  async #identify(sca: Sca, identification: Identification): Promise<ScaStop> {
    const after = await identifyPsu(sca, identification, this.#bank);
    if (after === undefined) return { at: "closed", reason: "stale-form" };
    if (after.status === "psuAuthenticated") return this.nextStop(after);
    if (after.attempts >= identificationAttemptsMax) return this.#leave(after, blockedFault);
    return identifyStop(after);
  }

  async #contextStop(sca: Sca): Promise<ScaStop> {
    const agreements = await this.#contexts(sca);
    const [only, another] = agreements;
    if (only === undefined) return this.#leave(sca, noAgreementFault);
    if (another !== undefined) return { at: "context", sca, agreements };
    return this.#choose(sca, { context: only.context, agreementId: only.agreementId });
  }

  async #contexts(sca: Sca): Promise<readonly Agreement[]> {
    return sca.personId === undefined ? [] : listContexts(sca, sca.personId, this.#bank);
  }

  async #choose(sca: Sca, choice: ContextChoice | undefined): Promise<ScaStop> {
    const agreements = await this.#contexts(sca);
    const agreement = agreements.find(
      (one) =>
        one.context === choice?.context &&
        (choice.context === "PRIVATE" || one.agreementId === choice.agreementId),
    );
    if (agreement === undefined) return { at: "context", sca, agreements, isIncomplete: true };
    const after = await chooseContext(sca, agreement, this.#bank);
    return after === undefined ? { at: "closed", reason: "stale-form" } : this.nextStop(after);
  }

  async #approve(sca: Sca, form: ApprovalForm): Promise<ScaStop> {
    const authenticated = authenticatedOnPages(sca);
    if (authenticated === undefined) return { at: "closed", reason: "stale-form" };
    const end = await completeSca(authenticated, form, this.#subject(sca), this.#bank);
    return end === undefined ? { at: "closed", reason: "used" } : { at: "leave", sca, end };
  }

  async #leave(sca: Sca, fault: ScaFault): Promise<ScaStop> {
    const end = await failSca(sca, fault, this.#bank);
    return end === undefined ? { at: "closed", reason: "used" } : { at: "leave", sca, end };
  }

  #subject(sca: Sca) {
    return this.#subjects[sca.subjectKind];
  }
}

/** Tells how many attempts are left once one has failed. */
const identifyStop = (sca: Sca): ScaStop => ({
  at: "identify",
  sca,
  ...(sca.attempts === 0 ? {} : { attemptsLeft: identificationAttemptsMax - sca.attempts }),
});

const goneFault: ScaFault = {
  system: "sca",
  code: "SCA_INVALID",
  message: "What was to be approved is not there any more.",
  outcome: "changed",
};

const noAgreementFault: ScaFault = {
  system: "sca",
  code: "PSU_CREDENTIALS_INVALID",
  message: "The PSU has no agreement of the kind asked for.",
  outcome: "not-yours",
};
