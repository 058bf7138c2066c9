import type { Locale } from "../../../src/ports/locale.ts";
import { scaOutcomes } from "../../../src/request/sca-fault.ts";
import { renderAppApprovalPage } from "../../../src/sca/pages/app-approval-page.ts";
import { renderApproveBatchPage } from "../../../src/sca/pages/approve-batch-page.ts";
import { renderApproveCancellationPage } from "../../../src/sca/pages/approve-cancellation-page.ts";
import { renderApprovePaymentPage } from "../../../src/sca/pages/approve-payment-page.ts";
import { renderConsentPage } from "../../../src/sca/pages/consent-page.ts";
import { renderContextPage } from "../../../src/sca/pages/context-page.ts";
import { renderContinuePage } from "../../../src/sca/pages/continue-page.ts";
import { renderEndedPage } from "../../../src/sca/pages/ended-page.ts";
import { renderIdentifyPage } from "../../../src/sca/pages/identify-page.ts";
import type {
  EndedPage,
  PageFrame,
  PaymentView,
  SandboxPanel,
  WaitingApproval,
} from "../../../src/sca/pages/models/page-models.ts";
import { renderOwnConsentsPage } from "../../../src/sca/pages/own-consents-page.ts";
import { pageAssets } from "../../../src/sca/pages/page-assets.ts";
import {
  type Say,
  sampleAccounts,
  sampleBatch,
  samplePayment,
  samplePaymentAbroad,
  samplePeriodicPayment,
} from "./sample-details.ts";

type SampleOptions = {
  locale: Locale;
  /** Replaces every string from outside the bank, to test how the page handles it. */
  foreign?: Say;
  /** Address that the continue pages lead to. */
  leadsTo?: string;
};

/** Returns every page in every state worth checking, by its name in the tests. */
export function samplePages(options: SampleOptions): ReadonlyMap<string, string> {
  const sample = sampleParts(options.locale, options.foreign ?? ((text) => text));
  return new Map([
    ...identifyPages(sample),
    ...contextPages(sample),
    ...approvalPages(sample),
    ...appPages(sample),
    ...lastPages(sample, options.leadsTo ?? "https://tpp.example/back"),
    ...ownConsentsPages(sample),
  ]);
}

type Pages = [name: string, page: string][];

type SampleParts = ReturnType<typeof sampleParts>;

function sampleParts(locale: Locale, say: Say) {
  const pageFrame = (name: string, step?: number): PageFrame => ({
    locale,
    bankName: say("Varde Bank"),
    assets: {
      stylesheet: `/assets/${pageAssets.stylesheet.fileName}`,
      mark: `/assets/${pageAssets.mark.fileName}`,
    },
    languages: { nb: `/nb/${name}`, en: `/en/${name}` },
    isSandbox: true,
    ...(step !== undefined && { progress: { step, of: 3 } }),
  });
  const sandbox: SandboxPanel = {
    outcomes: {
      action: "/outcome",
      offered: ["approve", "refuse", "fail", "time-out"],
      codes: ["SCA_INVALID", "SCA_EXPIRED", "PSU_CREDENTIALS_INVALID", say("SYSTEM_ERROR")],
    },
  };
  return {
    say,
    pageFrame,
    sandbox,
    form: { action: `/${locale}/response?a=1&b=2`, csrf: say("4d1f0c52a7b94e3c") },
    requester: { name: say("Fjordpay AS"), brand: say("Handlelisten") },
    payment: samplePayment(say),
    batch: sampleBatch(say),
    company: say("Varden Bygg AS"),
    psuName: say("Kari Nordlys"),
  };
}

const noteOf = (note: string) => ({ nb: note, en: note });

function identifyPages({
  say,
  pageFrame,
  sandbox,
  form,
  requester,
  payment,
  batch,
}: SampleParts): Pages {
  const customers = [
    { customerNumber: say("15819000066"), name: say("Kari Nordlys"), note: noteOf(say("privat")) },
    {
      customerNumber: say("15819000147"),
      name: say("Ola Fjellheim"),
      note: noteOf(say("Varden Bygg AS")),
    },
    { customerNumber: say("15819000228"), name: say("Ingrid Bekkestua-Løkkeberg") },
  ];
  const first = renderIdentifyPage({
    form,
    requester,
    sandbox: { ...sandbox, customers },
    purpose: { kind: "payment", amount: payment.amount, payeeName: payment.payee.name },
    frame: pageFrame("identify", 1),
  });
  const failed = renderIdentifyPage({
    form,
    requester,
    sandbox,
    purpose: { kind: "basket", totals: batch.totals, count: 14 },
    frame: pageFrame("identify-failed", 1),
    error: { attemptsLeft: 1 },
  });
  const accounts = renderIdentifyPage({
    form,
    requester: { name: say("Oversikt AS") },
    purpose: { kind: "accounts" },
    frame: { ...pageFrame("identify-accounts", 1), isSandbox: false },
  });
  const own = renderIdentifyPage({
    form,
    sandbox: { customers },
    purpose: { kind: "own-consents" },
    frame: pageFrame("identify-own"),
  });
  return [
    ["identify-own", own],
    ["identify", first],
    ["identify-failed", failed],
    ["identify-accounts", accounts],
  ];
}

function contextPages({ say, pageFrame, ...parts }: SampleParts): Pages {
  const { form, requester, sandbox, psuName } = parts;
  const company = { id: say("a-1"), name: parts.company, organisationNumber: say("310 000 000") };
  const both = renderContextPage({
    form,
    requester,
    sandbox,
    psuName,
    frame: pageFrame("context", 2),
    offersPrivate: true,
    agreements: [company, { id: say("a-2"), name: say("Fjellheim og døtre ANS") }],
  });
  const missed = renderContextPage({
    form,
    requester,
    psuName,
    frame: pageFrame("context-missed", 2),
    offersPrivate: false,
    agreements: [company],
    error: "nothing-chosen",
  });
  return [
    ["context", both],
    ["context-missed", missed],
  ];
}

function approvalPages({ say, pageFrame, form, requester, sandbox, ...parts }: SampleParts): Pages {
  const { payment, batch } = parts;
  const approval = (name: string) => ({ form, requester, sandbox, frame: pageFrame(name, 3) });
  const paymentPage = (name: string, details: PaymentView) =>
    renderApprovePaymentPage({ ...approval(name), details });
  const basket = renderApproveBatchPage({
    ...approval("approve-basket"),
    onBehalfOf: parts.company,
    details: batch,
  });
  const cancellation = renderApproveCancellationPage({
    ...approval("approve-cancellation"),
    details: payment,
  });
  const consent = renderConsentPage({
    ...approval("consent"),
    scope: "accounts",
    accounts: sampleAccounts(say),
    validDays: 180,
    validUntil: "2027-05-14",
  });
  const funds = renderConsentPage({
    ...approval("consent-funds"),
    scope: "funds",
    accounts: sampleAccounts(say).map((account) => ({ ...account, isOpen: false })),
    validDays: 180,
    validUntil: "2027-05-14",
  });
  return [
    ["approve-payment", paymentPage("approve-payment", payment)],
    ["approve-abroad", paymentPage("approve-abroad", samplePaymentAbroad(say))],
    ["approve-periodic", paymentPage("approve-periodic", samplePeriodicPayment(say))],
    ["approve-basket", basket],
    ["approve-cancellation", cancellation],
    ["consent", consent],
    ["consent-funds", funds],
  ];
}

function appPages({
  say,
  pageFrame,
  form,
  requester,
  payment,
  batch,
  ...parts
}: SampleParts): Pages {
  const app = { form, psuName: parts.psuName, refreshHref: "/app" };
  const few = { ...batch, rows: batch.rows.slice(0, 2) };
  const waiting: WaitingApproval[] = [
    { authorisationId: say("1"), requester, subject: { kind: "payment", details: payment } },
    {
      authorisationId: say("2"),
      requester,
      onBehalfOf: parts.company,
      subject: { kind: "batch", details: few },
    },
    { authorisationId: say("3"), requester, subject: { kind: "cancellation", details: payment } },
  ];
  return [
    [
      "app",
      renderAppApprovalPage({ ...app, frame: pageFrame("app"), waiting, notice: "approved" }),
    ],
    ["app-empty", renderAppApprovalPage({ ...app, frame: pageFrame("app-empty"), waiting: [] })],
  ];
}

function lastPages({ say, pageFrame, requester }: SampleParts, leadsTo: string): Pages {
  const reasons = [
    "used",
    "untrusted-address",
    "too-many",
    "too-large",
    "fault",
  ] satisfies EndedPage["reason"][];
  const { languages: _, ...frame } = pageFrame("ended");
  return [
    ...scaOutcomes.map((outcome): [string, string] => {
      const name = `continue-${outcome}`;
      return [
        name,
        renderContinuePage({ frame: pageFrame(name), outcome, requester, href: leadsTo }),
      ];
    }),
    ...reasons.map((reason): [string, string] => {
      const reference = reason === "fault" ? { reference: say("0199f2c4-77aa") } : {};
      return [`ended-${reason}`, renderEndedPage({ frame, reason, ...reference })];
    }),
  ];
}

function ownConsentsPages({
  say,
  pageFrame,
  form,
  requester,
  company,
  psuName,
}: SampleParts): Pages {
  const some = renderOwnConsentsPage({
    form,
    psuName,
    frame: pageFrame("own-consents"),
    notice: "revoked",
    consents: [
      {
        id: say("c-1"),
        requester,
        scope: "accounts",
        grantedOn: "2026-11-15",
        validUntil: "2027-05-14",
        accounts: sampleAccounts(say),
        changeHref: "/consents/c-1?lang=nb&x=1",
      },
      {
        id: say("c-2"),
        requester: { name: say("Oversikt AS") },
        onBehalfOf: company,
        scope: "funds",
        grantedOn: "2026-10-01",
        validUntil: "2027-03-30",
        accounts: sampleAccounts(say).slice(0, 1),
      },
    ],
  });
  const none = renderOwnConsentsPage({
    form,
    psuName,
    frame: pageFrame("own-consents-empty"),
    consents: [],
  });
  return [
    ["own-consents", some],
    ["own-consents-empty", none],
  ];
}
