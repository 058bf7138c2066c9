import type {
  AuthorisationListResponse,
  AuthorisationResponse,
  BasketDetailsResponse,
  BasketResponse,
  BasketStatus,
  BasketStatusResponse,
  ScaStatusResponse,
} from "@varde/protocol";
import type { Call, CallOptions, ClientClock } from "../http/call-operation.ts";
import type { Psu } from "../psu/psu.ts";
import { TppError } from "../tpp-error.ts";
import { type WaitOptions, waitForStatus } from "./wait-for-status.ts";

/**
 * Signing baskets: several payments authorised in one SCA.
 *
 * @example
 * const { basketId } = await client.baskets.create([rent.paymentId, power.paymentId], psu);
 * const started = await client.baskets.authorise(basketId, psu);
 */
export interface Baskets {
  create(
    paymentIds: readonly string[],
    psu: Psu,
    options?: CallOptions,
  ): Promise<BasketResponse & { basketId: string }>;
  read(basketId: string, psu?: Psu, options?: CallOptions): Promise<BasketDetailsResponse>;
  status(basketId: string, psu?: Psu, options?: CallOptions): Promise<BasketStatusResponse>;
  waitForStatus(
    basketId: string,
    statuses: readonly BasketStatus[],
    options?: WaitOptions,
  ): Promise<BasketStatusResponse>;
  /** Deletes a basket that is not signed yet. Its payments are not deleted. */
  delete(basketId: string, psu: Psu, options?: CallOptions): Promise<void>;
  authorise(basketId: string, psu: Psu, options?: CallOptions): Promise<AuthorisationResponse>;
  authorisations(
    basketId: string,
    psu?: Psu,
    options?: CallOptions,
  ): Promise<AuthorisationListResponse>;
  authorisation(
    basketId: string,
    authorisationId: string,
    psu?: Psu,
    options?: CallOptions,
  ): Promise<ScaStatusResponse>;
}

export const makeBaskets = (call: Call, clock: ClientClock): Baskets => {
  const status: Baskets["status"] = (basketId, psu, options) =>
    call("readBasketStatus", { parameters: { basketId }, psu }, options);
  return {
    create: async (paymentIds, psu, options) => {
      const response = await call("createBasket", { body: { paymentIds }, psu }, options);
      return { ...response, basketId: response.basketId ?? idInLinks(response) };
    },
    read: (basketId, psu, options) =>
      call("readBasket", { parameters: { basketId }, psu }, options),
    status,
    waitForStatus: (basketId, statuses, options) =>
      waitForStatus(
        (callOptions) => status(basketId, options?.psu, callOptions),
        { statuses, finalStatuses: ["RJCT"] },
        clock,
        options,
      ),
    delete: (basketId, psu, options) =>
      call("deleteBasket", { parameters: { basketId }, psu }, options),
    authorise: (basketId, psu, options) =>
      call("startBasketAuthorisation", { parameters: { basketId }, psu }, options),
    authorisations: (basketId, psu, options) =>
      call("listBasketAuthorisations", { parameters: { basketId }, psu }, options),
    authorisation: (basketId, authorisationId, psu, options) =>
      call("readBasketAuthorisation", { parameters: { basketId, authorisationId }, psu }, options),
  };
};

/** Reads the basketId from the links, because the interface allows a bank to omit the field. */
const idInLinks = ({ _links = {} }: BasketResponse): string => {
  for (const { href } of Object.values(_links)) {
    const id = /\/signing-baskets\/([^/?]+)/.exec(href)?.[1];
    if (id !== undefined) return decodeURIComponent(id);
  }
  throw new TppError(
    "The bank created a basket, but its response has neither basketId nor a link with it",
  );
};
