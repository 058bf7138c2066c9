import {
  type Currency,
  formatAmount,
  operations,
  paymentProducts,
  type TppMessageCode,
} from "@varde/protocol";
import { linkTo } from "../http/links.ts";
import type { Payment } from "./payment.ts";
import type { ShownPayment } from "./show-payment.ts";

interface TppMessage {
  readonly category: "ERROR" | "WARNING";
  readonly code: TppMessageCode;
  readonly path?: string;
  readonly text: string;
}

const parametersOf = (payment: Payment) => ({
  service: payment.service,
  product: paymentProducts[payment.product].path,
  paymentId: payment.paymentId,
});

const linksOf = (payment: Payment) => {
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
) => {
  const { self, status, startAuthorisation } = linksOf(payment);
  const messages = messagesOf(payment);
  return {
    paymentId: payment.paymentId,
    transactionStatus: payment.status,
    ...feesOf(payment),
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

const feesOf = (payment: Payment) =>
  payment.feeMinor === 0n
    ? { transactionFeeIndicator: false }
    : {
        transactionFeeIndicator: true,
        transactionFees: {
          amount: formatAmount(payment.feeMinor, payment.feeCurrency as Currency),
          currency: payment.feeCurrency,
        },
      };

/** The request's own fields with the payment's name and links; of a bulk, with each payment's. */
export const presentPaymentDetails = ({ payment, children }: ShownPayment) => ({
  ...(JSON.parse(payment.body) as object),
  ...(children.length === 0 ? {} : { payments: children.map(presentChild) }),
  paymentId: payment.paymentId,
  transactionStatus: payment.status,
  _links: linksOf(payment),
});

const presentChild = (child: Payment) => {
  const { debtorAccount, requestedExecutionDate, ...item } = JSON.parse(child.body);
  return { ...item, paymentId: child.paymentId, transactionStatus: child.status };
};

export const presentPaymentStatus = (payment: Payment) => {
  const messages = messagesOf(payment);
  return {
    paymentId: payment.paymentId,
    transactionStatus: payment.status,
    ...(payment.fundsAvailable === undefined ? {} : { fundsAvailable: payment.fundsAvailable }),
    ...(messages.length === 0 ? {} : { tppMessages: messages }),
    _links: linksOf(payment),
  };
};

const messagesOf = (payment: Payment): readonly TppMessage[] => [
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
