import assert from "node:assert/strict";
import type {
  BodyOf,
  FactsOf,
  OperationId,
  ParametersOf,
  PaymentProduct,
  PaymentService,
  ServiceBody,
} from "@varde/protocol";
import type { AccountId, BasketId, PaymentId, ScaId } from "../ports/ids.ts";
import type { IdentifiedPsu } from "../records/identified-psu.ts";
import type { Session } from "../records/session.ts";
import type { AccountAccess, ReceivedRequest, RequestContext } from "./request-context.ts";

/** A request whose PSU is known. */
export interface WithPsu {
  readonly psu: IdentifiedPsu;
}

/** A request in a session in which the PSU has completed SCA. */
export interface WithSession {
  readonly session: Session;
}

/** A request that the PSU's consent covers. */
export interface WithAccess {
  readonly access: AccountAccess;
}

/** A request whose path names a payment product. */
export interface WithProduct {
  readonly service: PaymentService;
  readonly product: PaymentProduct;
}

/** A request that creates a payment: its service decides what its body is. */
type WithPaymentBody = {
  [Service in PaymentService]: {
    readonly service: Service;
    readonly body: ServiceBody<Service>;
  };
}[PaymentService];

/** The types of the ids in paths. */
interface PathIds {
  readonly accountId: AccountId;
  readonly authorisationId: ScaId;
  readonly basketId: BasketId;
  readonly paymentId: PaymentId;
}

/** A request with the parameters of its operation's path. */
export interface WithParameters<Id extends OperationId> {
  readonly received: ReceivedRequest & {
    readonly parameters: {
      readonly [Name in keyof ParametersOf<Id>]: Name extends keyof PathIds
        ? PathIds[Name]
        : string;
    };
  };
}

type If<Fact, Value, Then> = Fact extends Value ? Then : unknown;

/** A request that has passed the checks of its operation, with what they guarantee. */
export type RequestOf<Id extends OperationId> = RequestContext &
  If<FactsOf<Id>["psu"], "known", WithPsu> &
  If<FactsOf<Id>["session"], "needed", WithSession> &
  If<FactsOf<Id>["consent"], true, WithAccess> &
  If<"product", keyof ParametersOf<Id>, WithProduct> &
  If<FactsOf<Id>, { readonly body: "by-product" }, WithPaymentBody> &
  WithParameters<Id> & { readonly body: BodyOf<Id> };

/** A request that creates a payment under one service. */
export type CreationUnder<Service extends PaymentService> = Extract<
  RequestOf<"createPayment">,
  { readonly service: Service }
>;

/** Asserts what `RequestOf` promises: that the checks have set what they guarantee. */
export const assertChecked = (context: RequestContext): void => {
  const { id, psu, session, consent, body } = context.operation;
  if (psu === "known") assert(context.psu !== undefined, `${id} passed its checks without a PSU`);
  if (session === "needed") {
    assert(context.session !== undefined, `${id} passed its checks without a session`);
  }
  if (context.received.parameters.product !== undefined) {
    assert(context.product !== undefined, `${id} passed its checks without a product`);
  }
  if (consent) assert(context.access !== undefined, `${id} passed its checks without consent`);
  if (body !== undefined) assert(context.body !== undefined, `${id} passed without a body`);
};
