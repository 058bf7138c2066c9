import {
  type AuthorisationListResponse,
  type AuthorisationResponse,
  type PaymentCancellationResponse,
  type PaymentCreatedResponse,
  type PaymentService,
  type PaymentStatusResponse,
  paymentProducts,
  type ScaStatusResponse,
  type TransactionStatus,
} from "@varde/protocol";
import type { Call, CallOptions, ClientClock } from "./http/call-operation.ts";
import type {
  BulkPayment,
  CrossBorderPayment,
  DomesticPayment,
  InstantPayment,
  NorwegianCrossBorderPayment,
  PeriodicPayment,
  SepaPayment,
} from "./payment-bodies.ts";
import type { PaymentDetails } from "./payment-details.ts";
import type { Psu } from "./psu.ts";
import { RefusedError } from "./tpp-error.ts";
import { type WaitOptions, waitForStatus } from "./wait-for-status.ts";

/** The bodies of single payments, by product. */
export interface PaymentBodies {
  NDCT: DomesticPayment;
  NCBCT: NorwegianCrossBorderPayment;
  INDCTS: InstantPayment;
  CBCT: CrossBorderPayment;
  SCT: SepaPayment;
}

export interface BulkPaymentBodies {
  NDCT: BulkPayment;
}

export interface PeriodicPaymentBodies {
  NDCT: PeriodicPayment;
}

type Bodies = Partial<Record<keyof PaymentBodies, object>>;
type ProductOf<B extends Bodies> = keyof B & keyof PaymentBodies;

/** What names a payment: its product and its id. What `create` answers is one too. */
export interface PaymentReference<
  Product extends keyof PaymentBodies = keyof PaymentBodies,
  Service extends PaymentService = "payments",
> {
  readonly product: Product;
  readonly paymentId: string;
  /** Where it belongs. If it is given, a bulk is not taken for a single payment. */
  readonly service?: Service;
}

export type CreatedPayment<
  Product extends keyof PaymentBodies,
  Service extends PaymentService = "payments",
> = PaymentCreatedResponse & Required<PaymentReference<Product, Service>>;

export interface CreatePaymentOptions extends CallOptions {
  /** Lets a payment through that looks like one made before. */
  readonly allowLogicalDuplicate?: boolean;
}

/**
 * The payments of one service.
 *
 * @example
 * const payment = await client.payments.create("NDCT", body, psu);
 * const started = await client.payments.authorise(payment, psu);
 * sendPsuTo(findScaRedirect(started));
 * // … the PSU comes back:
 * psu.remember(request.url);
 * await client.payments.waitForStatus(payment, ["ACSC"]);
 */
export interface Payments<B extends Bodies, Service extends PaymentService = "payments"> {
  create<Product extends ProductOf<B>>(
    product: Product,
    body: B[Product],
    psu: Psu,
    options?: CreatePaymentOptions,
  ): Promise<CreatedPayment<Product, Service>>;
  read<Product extends ProductOf<B>>(
    payment: PaymentReference<Product, Service>,
    psu?: Psu,
    options?: CallOptions,
  ): Promise<B[Product] & PaymentDetails>;
  status(
    payment: PaymentReference<ProductOf<B>, Service>,
    psu?: Psu,
    options?: CallOptions,
  ): Promise<PaymentStatusResponse>;
  /** Asks again and again until the payment has one of these statuses. */
  waitForStatus(
    payment: PaymentReference<ProductOf<B>, Service>,
    statuses: readonly TransactionStatus[],
    options?: WaitOptions,
  ): Promise<PaymentStatusResponse>;
  /** Undefined when the payment is gone; an answer when the PSU has to approve its cancellation. */
  delete(
    payment: PaymentReference<ProductOf<B>, Service>,
    psu: Psu,
    options?: CallOptions,
  ): Promise<PaymentCancellationResponse | undefined>;
  authorise: Start<B, Service>;
  authorisations: List<B, Service>;
  authorisation: ReadOne<B, Service>;
  /** Approves the deletion that `delete` answered with a link. */
  authoriseCancellation: Start<B, Service>;
  cancellations: List<B, Service>;
  cancellation: ReadOne<B, Service>;
}

type Start<B extends Bodies, Service extends PaymentService> = (
  payment: PaymentReference<ProductOf<B>, Service>,
  psu: Psu,
  options?: CallOptions,
) => Promise<AuthorisationResponse>;

type List<B extends Bodies, Service extends PaymentService> = (
  payment: PaymentReference<ProductOf<B>, Service>,
  psu?: Psu,
  options?: CallOptions,
) => Promise<AuthorisationListResponse>;

type ReadOne<B extends Bodies, Service extends PaymentService> = (
  payment: PaymentReference<ProductOf<B>, Service>,
  authorisationId: string,
  psu?: Psu,
  options?: CallOptions,
) => Promise<ScaStatusResponse>;

type Reference = PaymentReference<keyof PaymentBodies, PaymentService>;

const finalStatuses: readonly TransactionStatus[] = ["ACSC", "RJCT", "CANC"];

export const makePayments = <B extends Bodies, Service extends PaymentService>(
  service: Service,
  call: Call,
  clock: ClientClock,
): Payments<B, Service> => {
  const pathOf = (product: keyof PaymentBodies) => ({
    service,
    product: paymentProducts[product].path,
  });
  const named = (payment: Reference) => {
    const { product, paymentId, service: own = service } = payment;
    if (own !== service) throw new TypeError(`${paymentId} is of ${own}, not of ${service}`);
    return { ...pathOf(product), paymentId };
  };
  const one = (payment: Reference, authorisationId: string) => ({
    ...named(payment),
    authorisationId,
  });
  const status: Payments<B, Service>["status"] = async (payment, psu, options) =>
    call("readPaymentStatus", { parameters: named(payment), psu }, options);
  return {
    create: async (product, body, psu, { allowLogicalDuplicate, ...options } = {}) => {
      const input = { parameters: pathOf(product), query: { allowLogicalDuplicate }, body, psu };
      return { ...(await call("createPayment", input, options)), product, service };
    },
    read: async <Product extends ProductOf<B>>(
      payment: PaymentReference<Product, Service>,
      psu?: Psu,
      options?: CallOptions,
    ) => {
      const answer = await call("readPayment", { parameters: named(payment), psu }, options);
      return answer as B[Product] & PaymentDetails;
    },
    status,
    waitForStatus: (payment, statuses, options) =>
      waitForStatus(
        (signal) => status(payment, options?.psu, signal),
        { statuses, finalStatuses, isNotYet: isHidden },
        clock,
        options,
      ),
    delete: async (payment, psu, options) =>
      call("deletePayment", { parameters: named(payment), psu }, options),
    authorise: async (payment, psu, options) =>
      call("startPaymentAuthorisation", { parameters: named(payment), psu }, options),
    authorisations: async (payment, psu, options) =>
      call("listPaymentAuthorisations", { parameters: named(payment), psu }, options),
    authorisation: async (payment, id, psu, options) =>
      call("readPaymentAuthorisation", { parameters: one(payment, id), psu }, options),
    authoriseCancellation: async (payment, psu, options) =>
      call("startPaymentCancellation", { parameters: named(payment), psu }, options),
    cancellations: async (payment, psu, options) =>
      call("listPaymentCancellations", { parameters: named(payment), psu }, options),
    cancellation: async (payment, id, psu, options) =>
      call("readPaymentCancellation", { parameters: one(payment, id), psu }, options),
  };
};

/** Some banks show a domestic payment only once the PSU has approved it. */
const isHidden = (error: unknown): boolean => error instanceof RefusedError && error.status === 404;
