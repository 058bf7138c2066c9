import {
  isOpenStep,
  type OpenStep,
  type RunningBank,
  type ScaAction,
  type ScaStep,
} from "@varde/bank";
import type { Psu } from "./psus.ts";
import type { Scene } from "./scene.ts";

export type ScaDecision = "approve" | "approve twice" | "refuse" | "leave";

const triesMax = 10;

/** The cookie of the only browser that opens a link. */
const browserCookie = "the cookie of the PSU's browser";

/**
 * Leads a PSU through an SCA, page by page. After an error or a crash the PSU opens the link again
 * in the same browser. Resolves to the parameters of the redirect if the PSU saw a success.
 */
export const completeSca = async (
  link: string,
  psu: Psu,
  decision: ScaDecision,
  scene: Scene,
): Promise<URLSearchParams | undefined> => {
  const browser = new ScaBrowser(link, psu, scene);
  for (let tries = 0; tries < triesMax; tries += 1) {
    const step = await browser.next(decision);
    if (step === "again") continue;
    if (step === undefined || step.at !== "leave" || step.end.fault !== undefined) return undefined;
    return new URL(step.end.address).searchParams;
  }
  return undefined;
};

class ScaBrowser {
  readonly #secret: string;
  readonly #psu: Psu;
  readonly #scene: Scene;
  #isBound = false;
  #step: ScaStep | undefined;

  constructor(link: string, psu: Psu, scene: Scene) {
    this.#secret = /\/sca\/([\w-]+)/.exec(link)?.[1] ?? "";
    this.#psu = psu;
    this.#scene = scene;
  }

  /** Performs the next page. Resolves to the end, to undefined without one, or to "again". */
  async next(decision: ScaDecision): Promise<ScaStep | "again" | undefined> {
    const step = this.#step ?? (await this.#open());
    if (step === undefined) return "again";
    if (step.at === "leave") return step;
    if (!isOpenStep(step)) return undefined;
    if (step.at === "approve" && decision === "leave") return undefined;
    const action = this.#choose(step, decision);
    const isTwice = step.at === "approve" && decision === "approve twice";
    if (isTwice) void this.#perform(step, action);
    this.#step = await this.#perform(step, action);
    return "again";
  }

  async #open(): Promise<ScaStep | undefined> {
    const opened = await this.#visit("opens the SCA", ({ scaFlow }) =>
      scaFlow.open(this.#secret, browserCookie),
    );
    this.#isBound = opened?.isBound ?? false;
    this.#step = opened?.step;
    return this.#step;
  }

  async #perform(step: OpenStep, action: ScaAction): Promise<ScaStep | undefined> {
    let seen = () => {};
    const shown = await this.#visit(`submits ${action.kind}`, async ({ scaFlow }) => {
      if (action.kind === "approve") seen = this.#scene.machine.mandates.submit(this.#psu.personId);
      const bound = this.#isBound ? step : await scaFlow.bind(step, browserCookie);
      if (!isOpenStep(bound)) return bound;
      this.#isBound = true;
      return scaFlow.perform(bound, action);
    });
    seen();
    return shown;
  }

  /** Resolves to undefined if the process dies, or the page cannot be shown. */
  async #visit<T>(what: string, act: (running: RunningBank) => Promise<T>): Promise<T | undefined> {
    const { turns, trace } = this.#scene.machine;
    await turns.wait(this.#psu.name, what);
    const shown = await this.#scene.bank().run(act);
    await turns.wait(this.#psu.name, `sees what follows (${what})`);
    const step = (shown as { readonly step?: ScaStep } | undefined)?.step ?? shown;
    trace.note(describe(step as ScaStep | undefined));
    return shown;
  }

  #choose(step: OpenStep, decision: ScaDecision): ScaAction {
    const { customerNumber, agreementId: company } = this.#psu;
    if (step.at === "identify") return { kind: "identify", identification: { customerNumber } };
    if (step.at === "context") {
      const agreement = step.agreements.find(({ context, agreementId }) =>
        company === undefined ? context === "PRIVATE" : agreementId === company,
      );
      if (agreement === undefined) return { kind: "refuse" };
      const { context, agreementId } = agreement;
      return { kind: "choose", choice: { context, agreementId } };
    }
    if (step.at === "wait" || decision === "refuse") return { kind: "refuse" };
    const offered = step.approval.kind === "consent" ? step.approval.accounts : [];
    return { kind: "approve", form: { accountIds: offered.map(({ id }) => id) } };
  }
}

const describe = (step: ScaStep | undefined): string => {
  if (step === undefined) return "nothing: an error or a broken connection";
  if (step.at === "closed") return `closed: ${step.reason}`;
  if (step.at !== "leave") return `the page ${step.at}`;
  return step.end.fault === undefined ? "success" : `${step.end.fault.code}`;
};
