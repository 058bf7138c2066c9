import {
  type AcceptFix,
  operations,
  type PaymentCreatedResponse,
  paymentProducts,
  type ReadonlyDeep,
  type TppMessageCode,
} from "@varde/protocol";
import { presentAmount } from "../../accounts/present-amount.ts";
import { linkTo, linkToPage } from "../../request/links.ts";
import { canBeDeleted } from "../cancellable-parts.ts";
import type { DateMove, Payment, PaymentState } from "../payment.ts";
import { isBulk, type ShownPayment } from "../show-payment.ts";

interface TppMessage {
  readonly category: "ERROR" | "WARNING";
  readonly code: TppMessageCode;
  readonly path?: string;
  readonly text: string;
}

const parametersOf = (payment: PaymentState) => ({
  service: payment.service,
  product: paymentProducts[payment.product].path,
  paymentId: payment.paymentId,
});

type Linked = Pick<ShownPayment<PaymentState>, "payment" | "children">;

const linksOf = ({ payment, children }: Linked) => {
  const parameters = parametersOf(payment);
  // BSK-15: what waits in a basket or a bulk is not approved by itself.
  const isApprovedAlone = payment.basketId === undefined && payment.parentId === undefined;
  return {
    self: linkTo(
      canBeDeleted(payment, children)
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

/** RSP: the answer to a creation. */
export const presentCreatedPayment = (
  payment: Payment,
  sca: { readonly scaId: string; readonly link: string } | undefined,
  fixes: () => ReadonlySet<AcceptFix>,
): ReadonlyDeep<PaymentCreatedResponse> => {
  const { self, status, startAuthorisation } = linksOf({ payment, children: [] });
  const messages = messagesOf(payment);
  return {
    paymentId: payment.paymentId,
    transactionStatus: payment.status,
    ...feesOf(payment, fixes),
    ...(messages.length === 0 ? {} : { tppMessages: messages }),
    _links: {
      self,
      status,
      ...(sca === undefined
        ? startAuthorisation && { startAuthorisation }
        : {
            scaRedirect: linkToPage(sca.link),
            scaStatus: linkTo([operations.readPaymentAuthorisation], {
              ...parametersOf(payment),
              authorisationId: sca.scaId,
            }),
          }),
    },
  };
};

const feesOf = (payment: Payment, fixes: () => ReadonlySet<AcceptFix>) =>
  payment.feeMinor === 0n
    ? { transactionFeeIndicator: false }
    : {
        transactionFeeIndicator: true,
        transactionFees: presentAmount(payment.feeMinor, payment.feeCurrency, fixes()),
      };

/** The request's own fields with the payment's name and links; of a bulk, with each payment's. */
export const presentPaymentDetails = (
  { payment, children }: ShownPayment,
  fixes: ReadonlySet<AcceptFix>,
) => ({
  ...presentFields(JSON.parse(payment.body), fixes),
  ...(children.length === 0
    ? {}
    : { payments: children.map((child) => presentChild(child, fixes)) }),
  paymentId: payment.paymentId,
  transactionStatus: payment.status,
  _links: linksOf({ payment, children }),
});

const presentChild = (child: Payment, fixes: ReadonlySet<AcceptFix>) => {
  const { debtorAccount, requestedExecutionDate, ...item } = JSON.parse(child.body);
  return {
    ...presentFields(item, fixes),
    paymentId: child.paymentId,
    transactionStatus: child.status,
  };
};

interface Fields {
  readonly instructedAmount?: { readonly amount: string; readonly currency: string };
}

/** VER-04: the TPP always sends its amount as a string; it is shown as amounts are by then. */
const presentFields = (fields: Fields, fixes: ReadonlySet<AcceptFix>): object => {
  const { instructedAmount } = fields;
  if (instructedAmount === undefined || fixes.has("amount-as-string")) return fields;
  const amount = Number(instructedAmount.amount);
  return { ...fields, instructedAmount: { ...instructedAmount, amount } };
};

export const presentPaymentStatus = ({
  payment,
  children,
  lastExecution,
}: ShownPayment<PaymentState>) => {
  const messages = [
    ...messagesOf(payment),
    ...([payment, ...children].some(isTriedAgain) ? [triedAgain] : []),
    ...messagesAbout(lastExecution),
  ];
  return {
    paymentId: payment.paymentId,
    transactionStatus: payment.status,
    ...(payment.fundsAvailable === undefined ? {} : { fundsAvailable: payment.fundsAvailable }),
    ...(messages.length === 0 ? {} : { tppMessages: messages }),
    _links: {
      ...linksOf({ payment, children }),
      ...(lastExecution === undefined
        ? {}
        : { lastExecution: linkTo([operations.readPayment], parametersOf(lastExecution)) }),
    },
  };
};

/** ERR-06: what was given up has a failure to tell of. A bulk is what its payments are. */
const isTriedAgain = (payment: PaymentState): boolean =>
  payment.status === "ACCP" && payment.failure === undefined && !isBulk(payment);

const triedAgain: TppMessage = {
  category: "WARNING",
  code: "BAD_REQUEST",
  text: "There are not enough funds on the account; the payment will be tried again.",
};

/** ERR-06: what an order's own status cannot say of its last execution. */
const messagesAbout = (execution: Payment | undefined): readonly TppMessage[] => {
  if (execution?.status !== "ACCP" && execution?.status !== "RJCT") return [];
  const { executionDate, failure, batchKind } = execution;
  if (execution.status === "ACCP" && batchKind !== undefined) {
    const text = `The payment of ${executionDate} lacks funds and will be tried again.`;
    return [{ category: "WARNING", code: "BAD_REQUEST", text }];
  }
  const text = `The payment of ${executionDate} was not made. ${failure ?? ""}`.trim();
  return [{ category: "ERROR", code: "PAYMENT_FAILED", text }];
};

const movedBecause: Readonly<Record<DateMove, string>> = {
  "not-bank-day": "The day asked for is not a bank day",
  "day-passed": "The day asked for had passed when the PSU approved",
  "cut-off-passed": "The last cut-off of the day asked for had passed",
};

const movedText = (why: DateMove, day: string): string =>
  `${movedBecause[why]}; the payment is made on ${day}.`;

const messagesOf = (payment: PaymentState): readonly TppMessage[] => [
  // What is not made at all is made on no day.
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
