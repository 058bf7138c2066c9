import { limits, tppMessageCodes } from "@varde/protocol";
import type { Bank } from "../../bank.ts";
import { osloDay } from "../../calendar/oslo.ts";
import { renderApproveBatchPage } from "../../pages/approve-batch-page.ts";
import { renderApproveCancellationPage } from "../../pages/approve-cancellation-page.ts";
import { renderApprovePaymentPage } from "../../pages/approve-payment-page.ts";
import { renderConsentPage } from "../../pages/consent-page.ts";
import { renderContextPage } from "../../pages/context-page.ts";
import { renderContinuePage } from "../../pages/continue-page.ts";
import { renderEidRedirectPage } from "../../pages/eid-redirect-page.ts";
import { renderEndedPage } from "../../pages/ended-page.ts";
import { renderIdentifyPage } from "../../pages/identify-page.ts";
import type {
  EndedPage,
  PageForm,
  PageFrame,
  SandboxPanel,
} from "../../pages/parts/page-models.ts";
import type { JointView, Requester } from "../../pages/parts/payment-view.ts";
import { renderWaitPage } from "../../pages/wait-page.ts";
import { readPayment } from "../../payments/payment-store.ts";
import type { Sca } from "../../records/sca.ts";
import type { ScaFault, ScaOutcome } from "../../records/sca-fault.ts";
import { onBehalfOf } from "../../sca/choose-context.ts";
import type { ScaFlow } from "../../sca/sca-flow.ts";
import type { ScaStep } from "../../sca/sca-step.ts";

/** Inputs of a page besides the step. */
export interface PageSetting {
  readonly frame: PageFrame;
  readonly form: PageForm;
  readonly outcomeAction: string;
  /** Address at which a proof outside the bank's pages begins. */
  readonly beginAddress: string;
  /** Address that a page which waits is loaded again from. */
  readonly pollAddress: string;
}

/** Renders the page of a step. */
export const renderScaStep = async (
  step: ScaStep,
  setting: PageSetting,
  flow: ScaFlow,
  bank: Bank,
): Promise<string> => {
  const { frame, form } = setting;
  switch (step.at) {
    case "identify":
      return renderIdentifyPage({
        frame,
        form,
        requester: readRequester(step.sca),
        purpose: await flow.purpose(step.sca),
        ...(step.attemptsLeft === undefined ? {} : { error: { attemptsLeft: step.attemptsLeft } }),
        ...(await sandboxPanel(step, setting, bank)),
      });
    case "context":
      return renderContextPage({
        frame,
        form,
        requester: readRequester(step.sca),
        psuName: await readPsuName(step.sca, bank),
        offersPrivate: step.agreements.some((one) => one.context === "PRIVATE"),
        agreements: step.agreements
          .filter((one) => one.context === "CORPORATE")
          .map((one) => ({ id: one.agreementId, name: one.name })),
        ...(step.isIncomplete === true ? { error: "nothing-chosen" as const } : {}),
        ...(await sandboxPanel(step, setting, bank)),
      });
    case "approve":
      return approvalPage(step, setting, bank);
    case "begin":
      return renderEidRedirectPage({ frame, href: setting.beginAddress });
    case "redirect":
      return renderEidRedirectPage({ frame, href: step.address });
    case "wait":
      return renderWaitPage({
        frame,
        form,
        refreshHref: setting.pollAddress,
        ...readCode(step.sca),
      });
    case "leave":
      // The link has been used, so this page cannot be opened in another language.
      return renderContinuePage({
        frame: withoutLanguages(frame),
        outcome: step.end.outcome ?? faultOutcome(step.end.fault),
        requester: readRequester(step.sca),
        href: step.end.address,
      });
    case "closed":
      return endedPage(step.reason, frame);
  }
};

/** Returns the code that the page shows while it waits. */
const readCode = ({ pending }: Sca) => (pending?.code === undefined ? {} : { code: pending.code });

type ApproveStep = Extract<ScaStep, { at: "approve" }>;

const approvalPage = async (step: ApproveStep, setting: PageSetting, bank: Bank) => {
  const { approval, sca } = step;
  const page = {
    frame: setting.frame,
    form: setting.form,
    requester: readRequester(sca),
    ...(await onBehalfOf(sca, bank)),
    ...(await sandboxPanel(step, setting, bank)),
  };
  switch (approval.kind) {
    case "payment":
      return renderApprovePaymentPage({ ...page, ...readJoint(approval) });
    case "batch":
      return renderApproveBatchPage({ ...page, ...readJoint(approval) });
    case "cancellation":
      return renderApproveCancellationPage({ ...page, details: approval.details });
    case "consent": {
      const now = await bank.clock.now(sca.worldId);
      const validUntil = osloDay(now + limits.scaRenewalDays * 24 * 60 * 60_000);
      const validDays = limits.scaRenewalDays;
      const { scope, accounts } = approval;
      return renderConsentPage({ ...page, scope, accounts, validDays, validUntil });
    }
    case "nothing":
      return endedPage("used", setting.frame);
  }
};

/** Returns what is approved, and by whom else. */
const readJoint = <Details>({ details, joint }: { details: Details; joint?: JointView }) =>
  joint === undefined ? { details } : { details, joint };

export const endedPage = (
  reason: EndedPage["reason"] | "timed-out",
  frame: PageFrame,
  reference?: string,
): string =>
  renderEndedPage({
    frame,
    reason: reason === "timed-out" ? "expired" : reason,
    ...(reference === undefined ? {} : { reference }),
  });

const withoutLanguages = ({ languages: _, ...frame }: PageFrame): PageFrame => frame;

const readRequester = (sca: Sca): Requester => ({
  name: sca.tppName,
  ...(sca.brand === undefined ? {} : { brand: sca.brand }),
});

const readPsuName = async ({ worldId, personId }: Sca, bank: Bank): Promise<string> => {
  const person = personId && (await bank.psuDirectory.readPerson(worldId, personId));
  return person ? person.name : "";
};

/** Returns the test customers and outcomes that only a sandbox shows. */
const sandboxPanel = async (
  { at, sca }: Extract<ScaStep, { at: "identify" | "context" | "approve" }>,
  setting: PageSetting,
  bank: Bank,
): Promise<{ sandbox?: SandboxPanel }> => {
  if (bank.configuration.mode !== "sandbox") return {};
  const customers =
    at === "identify"
      ? await bank.scaMethod.listTestCustomers?.(sca.worldId, await findDebtor(sca, bank))
      : undefined;
  return {
    sandbox: {
      ...(customers === undefined ? {} : { customers }),
      outcomes: {
        action: setting.outcomeAction,
        offered:
          at === "approve"
            ? ["approve", "refuse", "fail", "time-out"]
            : ["refuse", "fail", "time-out"],
        codes: tppMessageCodes,
      },
    },
  };
};

/** Returns the account that pays, if the SCA is about one payment. */
const findDebtor = async ({ subjectKind, subjectId }: Sca, { storage }: Bank) =>
  subjectId === undefined || (subjectKind !== "payment" && subjectKind !== "cancellation")
    ? undefined
    : (await storage.read(() => readPayment(subjectId)))?.debtorAccountId;

const faultOutcome = (fault: ScaFault | undefined): ScaOutcome => {
  if (fault?.outcome !== undefined) return fault.outcome;
  switch (fault?.code) {
    case undefined:
      return "approved";
    case "SCA_INVALID":
      return "refused";
    case "SCA_EXPIRED":
      return "timed-out";
    case "PSU_CREDENTIALS_INVALID":
      return "blocked";
    case "PAYMENT_FAILED":
      return "no-funds";
    default:
      return "failed";
  }
};
