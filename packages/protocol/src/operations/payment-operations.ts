import {
  authorisationListResponse,
  authorisationResponse,
  paymentCancellationResponse,
  paymentCreatedResponse,
  paymentStatusResponse,
  scaStatusResponse,
} from "../schemas/index.ts";
import { get, post, remove } from "./define-operation.ts";

const payment = "/v1/{service}/{product}/{paymentId}";
const authorisations = `${payment}/authorisations` as const;
const cancellations = `${payment}/cancellation-authorisations` as const;

export const paymentOperations = {
  createPayment: post("createPayment", "/v1/{service}/{product}", {
    body: "by-product",
    response: paymentCreatedResponse,
    query: { allowLogicalDuplicate: "boolean" },
  }),
  readPayment: get("readPayment", payment, {
    response: "by-product",
    accesses: "payment",
    isHiddenWhileUnsigned: true,
  }),
  readPaymentStatus: get("readPayment", `${payment}/status`, {
    response: paymentStatusResponse,
    isHiddenWhileUnsigned: true,
  }),
  deletePayment: remove("changePayment", payment, { accepted: paymentCancellationResponse }),
  startPaymentAuthorisation: post("changePayment", authorisations, {
    response: authorisationResponse,
  }),
  listPaymentAuthorisations: get("readPayment", authorisations, {
    response: authorisationListResponse,
  }),
  readPaymentAuthorisation: get("readPayment", `${authorisations}/{authorisationId}`, {
    response: scaStatusResponse,
  }),
  startPaymentCancellation: post("changePayment", cancellations, {
    response: authorisationResponse,
  }),
  listPaymentCancellations: get("readPayment", cancellations, {
    response: authorisationListResponse,
  }),
  readPaymentCancellation: get("readPayment", `${cancellations}/{authorisationId}`, {
    response: scaStatusResponse,
  }),
};
