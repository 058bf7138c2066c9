import {
  type AcceptFix,
  operations,
  type PaymentCreatedResponse,
  paymentProducts,
  type ReadonlyDeep,
  type TppMessageCode,
  type TransactionStatus,
} from "@varde/protocol";
import { presentAmount } from "../../accounts/present-amount.ts";
import type { BankConfiguration } from "../../configuration/bank-configuration.ts";
import type { ScaId } from "../../ports/ids.ts";
import {
  type DateMove,
  isPartlySigned,
  type Payment,
  type PaymentState,
} from "../../records/payment.ts";
import { linkTo, linkToPage } from "../../request/links.ts";
import { canBeDeleted } from "../cancellable-parts.ts";
import { reEncodedTexts } from "../re-encoded-texts.ts";
import { isBulk, type ShownPayment } from "../show-payment.ts";

interface TppMessage {
  readonly category: "ERROR" | "WARNING";
  readonly code: TppMessageCode;
  readonly path?: string;
  readonly text: string;
}

const pathParameters = (payment: PaymentState) => ({
  service: payment.service,
  product: paymentProducts[payment.product].path,
  paymentId: payment.paymentId,
});

type Linked = Pick<ShownPayment<PaymentState>, "payment" | "children" | "isInSignedBasket">;

const paymentLinks = (shown: Linked) => {
  const { payment } = shown;
  const parameters = pathParameters(payment);
  // BSK-15: a payment in a basket or a bulk is not approved separately.
  const isApprovedAlone = payment.basketId === undefined && payment.parentId === undefined;
  return {
    self: linkTo(
      canBeDeleted(shown)
        ? [operations.readPayment, operations.deletePayment]
        : [operations.readPayment],
      parameters,
    ),
    status: linkTo([operations.readPaymentStatus], parameters),
    ...(payment.parentId === undefined
      ? {}
      : {
          parent: linkTo([operations.readPayment], { ...parameters, paymentId: payment.parentId }),
        }),
    ...(payment.status === "RCVD" && isApprovedAlone
      ? { startAuthorisation: linkTo([operations.startPaymentAuthorisation], parameters) }
      : {}),
  };
};

/** Presents the response to a creation. */
export const presentCreatedPayment = (
  payment: Payment,
  sca: { readonly scaId: ScaId; readonly link: string } | undefined,
  psuMessage: string | undefined,
  fixes: () => ReadonlySet<AcceptFix>,
): ReadonlyDeep<PaymentCreatedResponse> => {
  const { self, status, startAuthorisation } = paymentLinks({ payment, children: [] });
  const messages = presentMessages(payment);
  return {
    paymentId: payment.paymentId,
    transactionStatus: payment.status,
    ...presentFees(payment, fixes),
    ...(psuMessage === undefined ? {} : { psuMessage }),
    ...(messages.length === 0 ? {} : { tppMessages: messages }),
    _links: {
      self,
      status,
      ...(sca === undefined
        ? startAuthorisation && { startAuthorisation }
        : {
            scaRedirect: linkToPage(sca.link),
            scaStatus: linkTo([operations.readPaymentAuthorisation], {
              ...pathParameters(payment),
              authorisationId: sca.scaId,
            }),
          }),
    },
  };
};

const presentFees = (payment: Payment, fixes: () => ReadonlySet<AcceptFix>) =>
  payment.feeMinor === 0n
    ? { transactionFeeIndicator: false }
    : {
        transactionFeeIndicator: true,
        transactionFees: presentAmount(payment.feeMinor, payment.feeCurrency, fixes()),
      };

/**
 * Presents the fields of the request with the payment's id, status and links; for a bulk, with
 * those of each payment.
 */
export const presentPaymentDetails = (
  { payment, children, ...shown }: ShownPayment,
  fixes: ReadonlySet<AcceptFix>,
  partly?: Pick<PartlySignedView, "status">,
) => ({
  ...presentFields(JSON.parse(payment.body), fixes),
  ...(children.length === 0
    ? {}
    : { payments: children.map((child) => presentChild(child, fixes, partly)) }),
  paymentId: payment.paymentId,
  transactionStatus: shownStatus(payment, partly),
  _links: paymentLinks({ ...shown, payment, children }),
});

const presentChild = (
  child: Payment,
  fixes: ReadonlySet<AcceptFix>,
  partly: Pick<PartlySignedView, "status"> | undefined,
) => {
  const { debtorAccount, requestedExecutionDate, ...item } = JSON.parse(child.body);
  return {
    ...presentFields(item, fixes),
    paymentId: child.paymentId,
    transactionStatus: shownStatus(child, partly),
  };
};

interface Fields {
  readonly instructedAmount?: { readonly amount: string; readonly currency: string };
}

/** VER-04: the TPP always sends the amount as a string; the response follows the TPP's fixes. */
const presentFields = (fields: Fields, fixes: ReadonlySet<AcceptFix>): object => {
  const { instructedAmount } = fields;
  if (instructedAmount === undefined || fixes.has("amount-as-string")) return fields;
  const amount = Number(instructedAmount.amount);
  return { ...fields, instructedAmount: { ...instructedAmount, amount } };
};

/** MAN-03: how a payment is shown that others must sign too. */
export interface PartlySignedView {
  readonly status: BankConfiguration["partlySigned"];
  readonly signersMissing: (count: number) => string;
}

export const presentPaymentStatus = (
  { payment, children, lastExecution, ...shown }: ShownPayment<PaymentState>,
  partly?: PartlySignedView,
) => {
  const messages = [
    ...presentMessages(payment),
    ...([payment, ...children].some(isRetried) ? [retryMessage] : []),
    ...presentExecutionMessages(lastExecution),
  ];
  return {
    paymentId: payment.paymentId,
    transactionStatus: shownStatus(payment, partly),
    ...(payment.fundsAvailable === undefined ? {} : { fundsAvailable: payment.fundsAvailable }),
    ...(messages.length === 0 ? {} : { tppMessages: messages }),
    ...(partly !== undefined && isPartlySigned(payment)
      ? { psuMessage: partly.signersMissing(payment.signaturesMissing ?? 1) }
      : {}),
    _links: {
      ...paymentLinks({ ...shown, payment, children }),
      ...(lastExecution === undefined
        ? {}
        : { lastExecution: linkTo([operations.readPayment], pathParameters(lastExecution)) }),
    },
  };
};

/**
 * The closed list of statuses has no PATC, so a bank shows it only if it says so in its
 * configuration.
 */
const shownStatus = (
  payment: PaymentState,
  partly: Pick<PartlySignedView, "status"> | undefined,
): TransactionStatus =>
  partly !== undefined && isPartlySigned(payment)
    ? (partly.status as TransactionStatus)
    : payment.status;

/**
 * ERR-06: whether the payment will be retried. A payment that was given up has a failure. A bulk is
 * described by its payments.
 */
const isRetried = (payment: PaymentState): boolean =>
  payment.status === "ACCP" && payment.failure === undefined && !isBulk(payment);

const retryMessage: TppMessage = {
  category: "WARNING",
  code: "PAYMENT_FAILED",
  text: "There are not enough funds on the account; the payment will be tried again.",
};

/**
 * ERR-06: reports the problems of the last execution, which the status of the order does not show.
 */
const presentExecutionMessages = (execution: Payment | undefined): readonly TppMessage[] => {
  if (execution?.status !== "ACCP" && execution?.status !== "RJCT") return [];
  const { executionDate, failure, batchKind } = execution;
  if (execution.status === "ACCP" && batchKind !== undefined) {
    const text = `The payment of ${executionDate} lacks funds and will be tried again.`;
    return [{ category: "WARNING", code: "PAYMENT_FAILED", text }];
  }
  const text = `The payment of ${executionDate} was not executed. ${failure ?? ""}`.trim();
  return [{ category: "ERROR", code: "PAYMENT_FAILED", text }];
};

const moveReasons: Readonly<Record<DateMove, string>> = {
  "not-bank-day": "The requested date is not a bank day",
  "day-passed": "The requested date had passed when the PSU approved the payment",
  "cut-off-passed": "The last cut-off of the requested date had passed",
};

const movedText = (why: DateMove, day: string): string =>
  `${moveReasons[why]}; the payment will be executed on ${day}.`;

const presentMessages = (payment: PaymentState): readonly TppMessage[] => [
  ...reEncodedTexts(payment.body).map(({ path, sent }) => ({
    category: "WARNING" as const,
    code: "FORMAT_ERROR" as const,
    path,
    text: `${path.slice(path.lastIndexOf("/") + 1)} is sent as "${sent}".`,
  })),
  // A payment that will not be executed has no execution date.
  ...(payment.dateMoved === undefined || payment.status === "CANC" || payment.status === "RJCT"
    ? []
    : [
        {
          category: "WARNING" as const,
          code: "EXECUTION_DATE_INVALID" as const,
          path: "/requestedExecutionDate",
          text: movedText(payment.dateMoved, payment.executionDate),
        },
      ]),
  ...(payment.failure === undefined
    ? []
    : [{ category: "ERROR" as const, code: "PAYMENT_FAILED" as const, text: payment.failure }]),
];
