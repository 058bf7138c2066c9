import { type AcceptFix, operations, paymentProducts, type TppMessageCode } from "@varde/protocol";
import { presentAmount } from "../accounts/present-amount.ts";
import { linkTo } from "../http/links.ts";
import type { Payment, PaymentStanding } from "./payment.ts";
import type { ShownPayment } from "./show-payment.ts";

interface TppMessage {
  readonly category: "ERROR" | "WARNING";
  readonly code: TppMessageCode;
  readonly path?: string;
  readonly text: string;
}

const parametersOf = (payment: PaymentStanding) => ({
  service: payment.service,
  product: paymentProducts[payment.product].path,
  paymentId: payment.paymentId,
});

const linksOf = (payment: PaymentStanding) => {
  const parameters = parametersOf(payment);
  const isUnsigned = payment.status === "RCVD";
  return {
    self: linkTo([operations.readPayment, operations.deletePayment], parameters),
    status: linkTo([operations.readPaymentStatus], parameters),
    ...(payment.parentId === undefined
      ? {}
      : {
          parent: linkTo([operations.readPayment], { ...parameters, paymentId: payment.parentId }),
        }),
    ...(isUnsigned && payment.parentId === undefined
      ? { startAuthorisation: linkTo([operations.startPaymentAuthorisation], parameters) }
      : {}),
  };
};

/** RSP: the answer to a creation. */
export const presentCreatedPayment = (
  payment: Payment,
  sca: { readonly scaId: string; readonly link: string } | undefined,
  fixes: () => ReadonlySet<AcceptFix>,
) => {
  const { self, status, startAuthorisation } = linksOf(payment);
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
        ? { startAuthorisation }
        : {
            scaRedirect: { href: sca.link, verbs: ["GET"] },
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
  _links: linksOf(payment),
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

export const presentPaymentStatus = (payment: PaymentStanding) => {
  const messages = messagesOf(payment);
  return {
    paymentId: payment.paymentId,
    transactionStatus: payment.status,
    ...(payment.fundsAvailable === undefined ? {} : { fundsAvailable: payment.fundsAvailable }),
    ...(messages.length === 0 ? {} : { tppMessages: messages }),
    _links: linksOf(payment),
  };
};

const messagesOf = (payment: PaymentStanding): readonly TppMessage[] => [
  ...(payment.isDateMoved
    ? [
        {
          category: "WARNING" as const,
          code: "EXECUTION_DATE_INVALID" as const,
          path: "/requestedExecutionDate",
          text: `Not a bank day; the payment is made on ${payment.executionDate}.`,
        },
      ]
    : []),
  ...(payment.failure === undefined
    ? []
    : [{ category: "ERROR" as const, code: "PAYMENT_FAILED" as const, text: payment.failure }]),
];
