import { renderAppApprovalPage } from "../../src/pages/app-approval-page.ts";
import { renderApproveBatchPage } from "../../src/pages/approve-batch-page.ts";
import { renderApproveCancellationPage } from "../../src/pages/approve-cancellation-page.ts";
import { renderApprovePaymentPage } from "../../src/pages/approve-payment-page.ts";
import { renderConsentPage } from "../../src/pages/consent-page.ts";
import type { WaitingApproval } from "../../src/pages/parts/page-models.ts";
import type { JointView, PaymentView } from "../../src/pages/parts/payment-view.ts";
import { sampleAccounts, samplePaymentAbroad, samplePeriodicPayment } from "./sample-details.ts";
import type { SamplePages, SampleParts } from "./sample-parts.ts";

/** Pages on which a PSU decides. */
export function approvalPages({
  say,
  pageFrame,
  form,
  requester,
  sandbox,
  ...parts
}: SampleParts): SamplePages {
  const { payment, batch } = parts;
  const approval = (name: string) => ({ form, requester, sandbox, frame: pageFrame(name, 3) });
  const paymentPage = (name: string, details: PaymentView) =>
    renderApprovePaymentPage({ ...approval(name), details });
  const approvedAt = Date.parse("2026-11-16T10:02:00+01:00");
  const jointPage = (name: string, signed: JointView["signed"]) =>
    renderApprovePaymentPage({
      ...approval(name),
      onBehalfOf: parts.company,
      details: payment,
      joint: { needed: 2, signed },
    });
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
    ["approve-first", jointPage("approve-first", [])],
    ["approve-second", jointPage("approve-second", [{ name: "Kari Nordli", at: approvedAt }])],
    ["approve-abroad", paymentPage("approve-abroad", samplePaymentAbroad(say))],
    ["approve-periodic", paymentPage("approve-periodic", samplePeriodicPayment(say))],
    ["approve-basket", basket],
    ["approve-cancellation", cancellation],
    ["consent", consent],
    ["consent-funds", funds],
  ];
}

/** Pages of the bank's app. */
export function appPages({
  say,
  pageFrame,
  form,
  requester,
  payment,
  batch,
  ...parts
}: SampleParts): SamplePages {
  const app = { form, psuName: parts.psuName, refreshHref: "/app" };
  const few = { ...batch, rows: batch.rows.slice(0, 2) };
  const waiting: WaitingApproval[] = [
    { authorisationId: say("1"), requester, subject: { kind: "payment", details: payment } },
    {
      authorisationId: say("2"),
      requester,
      onBehalfOf: parts.company,
      subject: {
        kind: "batch",
        details: few,
        joint: { needed: 2, signed: [{ name: "Kari Nordli", at: Date.UTC(2026, 10, 16, 9, 2) }] },
      },
    },
    { authorisationId: say("3"), requester, subject: { kind: "cancellation", details: payment } },
    {
      authorisationId: say("4"),
      requester,
      subject: { kind: "consent", scope: "accounts", accounts: sampleAccounts(say) },
    },
  ];
  return [
    [
      "app",
      renderAppApprovalPage({ ...app, frame: pageFrame("app"), waiting, notice: "approved" }),
    ],
    [
      "app-one",
      renderAppApprovalPage({ ...app, frame: pageFrame("app-one"), waiting: waiting.slice(0, 1) }),
    ],
    ["app-empty", renderAppApprovalPage({ ...app, frame: pageFrame("app-empty"), waiting: [] })],
  ];
}
