import {
  type AuthorisationListResponse,
  type AuthorisationResponse,
  type BasketDetailsResponse,
  type BasketResponse,
  type BasketStatus,
  type BasketStatusResponse,
  basketStatuses,
  type ScaStatusResponse,
} from "@varde/protocol";
import { checkCalls, filledText, listOf, takes } from "../check-arguments.ts";
import type { Call, CallOptions, ClientClock } from "../http/call-operation.ts";
import type { Psu } from "../psu/psu.ts";
import { TppError } from "../tpp-error.ts";
import { aPsu, callOptions, id, maybePsu } from "./call-arguments.ts";
import { type WaitOptions, waitArguments, waitForStatus } from "./wait-for-status.ts";

/**
 * Signing baskets: several payments authorised in one SCA.
 *
 * @example
 * const { basketId } = await client.baskets.create([rent.paymentId, power.paymentId], psu);
 * const started = await client.baskets.authorise(basketId, psu);
 */
export interface Baskets {
  /** Creates a basket of 1 to 100 payments that are not authorised yet. */
  create(
    paymentIds: readonly string[],
    psu: Psu,
    options?: CallOptions,
  ): Promise<BasketResponse & { basketId: string }>;
  /** Returns a basket with the ids of its payments. */
  read(basketId: string, psu?: Psu, options?: CallOptions): Promise<BasketDetailsResponse>;
  /** Returns the status of a basket, which is the worst of its payments. */
  status(basketId: string, psu?: Psu, options?: CallOptions): Promise<BasketStatusResponse>;
  /** Polls until the basket has one of these statuses. */
  waitForStatus(
    basketId: string,
    statuses: readonly BasketStatus[],
    options?: WaitOptions,
  ): Promise<BasketStatusResponse>;
  /** Deletes a basket that is not signed yet. Its payments are not deleted. */
  delete(basketId: string, psu: Psu, options?: CallOptions): Promise<void>;
  /** Starts the SCA of a basket, and returns its link. */
  authorise(basketId: string, psu: Psu, options?: CallOptions): Promise<AuthorisationResponse>;
  /** Returns the ids of all SCAs of a basket. */
  authorisations(
    basketId: string,
    psu?: Psu,
    options?: CallOptions,
  ): Promise<AuthorisationListResponse>;
  /** Returns the status of one SCA. */
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
  const baskets: Baskets = {
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
  return checkCalls("baskets", baskets, basketArguments);
};

const basketId = id("basketId");
const basketArguments = {
  create: takes(
    ["paymentIds", listOf(filledText, "a list of at least one payment id", 1)],
    aPsu,
    callOptions,
  ),
  read: takes(basketId, maybePsu, callOptions),
  status: takes(basketId, maybePsu, callOptions),
  waitForStatus: takes(basketId, ...waitArguments(basketStatuses)),
  delete: takes(basketId, aPsu, callOptions),
  authorise: takes(basketId, aPsu, callOptions),
  authorisations: takes(basketId, maybePsu, callOptions),
  authorisation: takes(basketId, id("authorisationId"), maybePsu, callOptions),
} as const;

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
