import {
  type AuthorisationListResponse,
  type AuthorisationResponse,
  type PaymentCancellationResponse,
  type PaymentCreatedResponse,
  type PaymentProduct,
  type PaymentService,
  type PaymentStatusResponse,
  paymentProducts,
  type ScaStatusResponse,
  type TransactionStatus,
  transactionStatuses,
} from "@varde/protocol";
import {
  bodyObject,
  checkCalls,
  fields,
  filledText,
  flag,
  type Kind,
  oneOf,
  optional,
  takes,
} from "../check-arguments.ts";
import type { Call, CallOptions, ClientClock } from "../http/call-operation.ts";
import type { PaymentDetails } from "../payment-bodies.ts";
import type { Psu } from "../psu/psu.ts";
import { RefusedError } from "../tpp-error.ts";
import { aPsu, callFields, callOptions, id, maybePsu } from "./call-arguments.ts";
import { type WaitOptions, waitArguments, waitForStatus } from "./wait-for-status.ts";

type Bodies = Partial<Record<PaymentProduct, object>>;
type ProductIn<B extends Bodies> = keyof B & PaymentProduct;

/** Identifies a payment by product and id. The result of `create` can be used as one. */
export interface PaymentReference<
  Product extends PaymentProduct = PaymentProduct,
  Service extends PaymentService = "payments",
> {
  /** The payment product, such as `NDCT`. */
  readonly product: Product;
  /** The id that the bank gave the payment, a UUID. */
  readonly paymentId: string;
  /**
   * The service of the payment. If set, using a bulk as a single payment throws.
   *
   * @defaultValue the service of the member that it is passed to
   */
  readonly service?: Service;
}

/** The response of `create`, with product and service, so that it is a reference to the payment. */
export type CreatedPayment<
  Product extends PaymentProduct,
  Service extends PaymentService = "payments",
> = PaymentCreatedResponse & Required<PaymentReference<Product, Service>>;

/** The options of `waitForStatus` of a payment. */
export interface PaymentWaitOptions extends WaitOptions {
  /**
   * Whether waiting also ends when further people of a company must approve the payment.
   *
   * @defaultValue false
   */
  readonly untilSignersAreMissing?: boolean;
}

/** The options of `create`. */
export interface CreatePaymentOptions extends CallOptions {
  /**
   * Whether the payment is created even if it looks like a duplicate of one in the last 24 hours.
   *
   * @defaultValue false; the bank refuses it with PAYMENT_FAILED
   */
  readonly allowLogicalDuplicate?: boolean;
}

/**
 * Returns whether a payment of a company waits for further people to approve it, after the PSU has.
 * Each of them needs an authorisation of their own, with their PSU-ID, unless they approve in the
 * bank's own app. `psuMessage` of the status is for the PSU.
 *
 * @example
 * const status = await client.payments.status(payment);
 * if (isWaitingForSigners(status)) await client.payments.authorise(payment, otherPsu);
 */
export const isWaitingForSigners = (status: PaymentStatusResponse): boolean =>
  ["RCVD", "PATC"].includes(status.transactionStatus) && status.psuMessage !== undefined;

/**
 * The payments of one service.
 *
 * @example
 * const payment = await client.payments.create("NDCT", body, psu);
 * const started = await client.payments.authorise(payment, psu);
 * sendPsuTo(findScaRedirect(started));
 * // … the PSU returns:
 * psu.remember(request.url);
 * await client.payments.waitForStatus(payment, ["ACSC"]);
 */
export interface Payments<B extends Bodies, Service extends PaymentService = "payments"> {
  /** Creates a payment. It is executed after the PSU has authorised it. */
  create<Product extends ProductIn<B>>(
    product: Product,
    body: B[Product],
    psu: Psu,
    options?: CreatePaymentOptions,
  ): Promise<CreatedPayment<Product, Service>>;
  /** Returns a payment as it was created, with its status. */
  read<Product extends ProductIn<B>>(
    payment: PaymentReference<Product, Service>,
    psu?: Psu,
    options?: CallOptions,
  ): Promise<B[Product] & PaymentDetails>;
  /** Returns the status of a payment, and why it was refused. */
  status(
    payment: PaymentReference<ProductIn<B>, Service>,
    psu?: Psu,
    options?: CallOptions,
  ): Promise<PaymentStatusResponse>;
  /**
   * Polls until the payment has one of these statuses, or, with `untilSignersAreMissing`, until it
   * waits for further people to approve it.
   */
  waitForStatus(
    payment: PaymentReference<ProductIn<B>, Service>,
    statuses: readonly TransactionStatus[],
    options?: PaymentWaitOptions,
  ): Promise<PaymentStatusResponse>;
  /**
   * Deletes or cancels a payment. Returns undefined if it was deleted, or a link if the PSU must
   * authorise that first.
   */
  delete(
    payment: PaymentReference<ProductIn<B>, Service>,
    psu: Psu,
    options?: CallOptions,
  ): Promise<PaymentCancellationResponse | undefined>;
  /** Starts the SCA of a payment, and returns its link. */
  authorise: Start<B, Service>;
  /** Returns the ids of all SCAs of a payment. */
  authorisations: List<B, Service>;
  /** Returns the status of one SCA of a payment. */
  authorisation: ReadOne<B, Service>;
  /** Authorises the cancellation for which `delete` returned a link. */
  authoriseCancellation: Start<B, Service>;
  /** Returns the ids of all SCAs of the cancellation. */
  cancellations: List<B, Service>;
  /** Returns the status of one SCA of the cancellation. */
  cancellation: ReadOne<B, Service>;
}

type Start<B extends Bodies, Service extends PaymentService> = (
  payment: PaymentReference<ProductIn<B>, Service>,
  psu: Psu,
  options?: CallOptions,
) => Promise<AuthorisationResponse>;

type List<B extends Bodies, Service extends PaymentService> = (
  payment: PaymentReference<ProductIn<B>, Service>,
  psu?: Psu,
  options?: CallOptions,
) => Promise<AuthorisationListResponse>;

type ReadOne<B extends Bodies, Service extends PaymentService> = (
  payment: PaymentReference<ProductIn<B>, Service>,
  authorisationId: string,
  psu?: Psu,
  options?: CallOptions,
) => Promise<ScaStatusResponse>;

type Reference = PaymentReference<PaymentProduct, PaymentService>;

const waitsEnough = (options: PaymentWaitOptions | undefined) =>
  options?.untilSignersAreMissing === true ? isWaitingForSigners : undefined;

const finalStatuses: readonly TransactionStatus[] = ["ACSC", "RJCT", "CANC"];

export const makePayments = <B extends Bodies, Service extends PaymentService>(
  service: Service,
  call: Call,
  clock: ClientClock,
): Payments<B, Service> => {
  const productPath = (product: PaymentProduct) => ({
    service,
    product: paymentProducts[product].path,
  });
  const pathTo = (payment: Reference) => {
    const { product, paymentId, service: own = service } = payment;
    if (own !== service) throw new TypeError(`${paymentId} belongs to ${own}, not to ${service}`);
    return { ...productPath(product), paymentId };
  };
  const scaPath = (payment: Reference, authorisationId: string) => ({
    ...pathTo(payment),
    authorisationId,
  });
  const status: Payments<B, Service>["status"] = async (payment, psu, options) =>
    call("readPaymentStatus", { parameters: pathTo(payment), psu }, options);
  const payments: Payments<B, Service> = {
    create: async (product, body, psu, { allowLogicalDuplicate, ...options } = {}) => {
      const parameters = productPath(product);
      const input = { parameters, query: { allowLogicalDuplicate }, body, psu };
      return { ...(await call("createPayment", input, options)), product, service };
    },
    read: async <Product extends ProductIn<B>>(
      payment: PaymentReference<Product, Service>,
      psu?: Psu,
      options?: CallOptions,
    ) => {
      const response = await call("readPayment", { parameters: pathTo(payment), psu }, options);
      return response as B[Product] & PaymentDetails;
    },
    status,
    waitForStatus: (payment, statuses, options) =>
      waitForStatus(
        (signal) => status(payment, options?.psu, signal),
        { statuses, finalStatuses, isNotYet: isHidden, isEnough: waitsEnough(options) },
        clock,
        options,
      ),
    delete: async (payment, psu, options) =>
      call("deletePayment", { parameters: pathTo(payment), psu }, options),
    authorise: async (payment, psu, options) =>
      call("startPaymentAuthorisation", { parameters: pathTo(payment), psu }, options),
    authorisations: async (payment, psu, options) =>
      call("listPaymentAuthorisations", { parameters: pathTo(payment), psu }, options),
    authorisation: async (payment, scaId, psu, options) =>
      call("readPaymentAuthorisation", { parameters: scaPath(payment, scaId), psu }, options),
    authoriseCancellation: async (payment, psu, options) =>
      call("startPaymentCancellation", { parameters: pathTo(payment), psu }, options),
    cancellations: async (payment, psu, options) =>
      call("listPaymentCancellations", { parameters: pathTo(payment), psu }, options),
    cancellation: async (payment, scaId, psu, options) =>
      call("readPaymentCancellation", { parameters: scaPath(payment, scaId), psu }, options),
  };
  return checkCalls(memberNames[service], payments, paymentArguments(service));
};

/** The members of the client, by service. */
const memberNames: Readonly<Record<PaymentService, string>> = {
  payments: "payments",
  "bulk-payments": "bulkPayments",
  "periodic-payments": "periodicPayments",
};

const paymentArguments = (service: PaymentService) => {
  const products = Object.entries(paymentProducts)
    .filter(([, { services }]) => services.some((each) => each === service))
    .map(([product]) => product);
  const createOptions = fields({ ...callFields, allowLogicalDuplicate: optional(flag) });
  const reference: Kind = fields({ product: oneOf(products), paymentId: filledText }, true);
  const payment = ["payment", reference] as const;
  const write = takes(payment, aPsu, callOptions);
  const read = takes(payment, maybePsu, callOptions);
  const readOne = takes(payment, id("authorisationId"), maybePsu, callOptions);
  return {
    create: takes(["product", oneOf(products)], ["body", bodyObject], aPsu, [
      "options",
      optional(createOptions),
    ]),
    read,
    status: read,
    waitForStatus: takes(
      payment,
      ...waitArguments(transactionStatuses, { untilSignersAreMissing: optional(flag) }),
    ),
    delete: write,
    authorise: write,
    authorisations: read,
    authorisation: readOne,
    authoriseCancellation: write,
    cancellations: read,
    cancellation: readOne,
  };
};

/** Returns whether the bank hides the payment, as some do until the PSU has authorised it. */
const isHidden = (error: unknown): boolean => error instanceof RefusedError && error.status === 404;
