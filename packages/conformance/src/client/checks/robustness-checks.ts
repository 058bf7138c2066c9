import {
  type ClientCheck,
  type ClientFault,
  eachRequest,
  type ObservedClient,
} from "../observed/client-check.ts";
import {
  asksTheSame,
  hasFaultAt,
  isOrdinary,
  isWrite,
  paysTheSame,
  requestsAfter,
} from "../observed/compare-requests.ts";
import type { RequestFact } from "../observed/request-facts.ts";

const createPayment = "Create a payment.";
const resendMs = 60_000;
const repeatMs = 10 * 60_000;

const isLost = ({ status }: RequestFact): boolean => status === 0 || status >= 500;

/** Returns an earlier request with the same X-Request-ID that is not the same request. */
const findReusedId = (request: RequestFact, { requests }: ObservedClient): string | undefined => {
  const earlier = requests.find(
    (one) => one.number < request.number && one.requestId === request.requestId,
  );
  if (earlier === undefined) return undefined;
  if (!asksTheSame(earlier, request)) return `request ${earlier.number} had the same X-Request-ID`;
  const isRead = !isWrite(request);
  return isRead && !isLost(earlier)
    ? `request ${earlier.number} had the same X-Request-ID and was answered`
    : undefined;
};

/** Finds writes whose response was lost and that were sent again under another id. */
const findNewIds = (client: ObservedClient) => {
  const lost = client.requests.filter((one) => isWrite(one) && isLost(one));
  const repeats = lost.flatMap((one) => {
    const later = requestsAfter(one, client, repeatMs).filter(
      (other) => asksTheSame(one, other) || paysTheSame(one, other),
    );
    return later[0] === undefined ? [] : [{ one, repeat: later[0] }];
  });
  return {
    looked: repeats.length,
    faults: repeats
      .filter(({ one, repeat }) => one.requestId !== repeat.requestId)
      .map(({ one, repeat }) => ({
        number: repeat.number,
        text: `repeats request ${one.number} with another X-Request-ID`,
      })),
  };
};

/** A refusal that stays the same however often the request is sent. */
const isFinalRefusal = (request: RequestFact): boolean =>
  request.status >= 400 &&
  request.status < 500 &&
  request.status !== 429 &&
  isOrdinary(request) &&
  request.hasScaLink !== true;

const findResend = (request: RequestFact, client: ObservedClient): string | undefined => {
  const [again] = requestsAfter(request, client, resendMs).filter((later) =>
    asksTheSame(request, later),
  );
  if (again === undefined) return undefined;
  const isSomethingNew = client.scas.some(
    ({ number }) => number > request.number && number < again.number,
  );
  return isSomethingNew ? undefined : `request ${again.number} sent the same again`;
};

const formatChecks = new Set(["checkBodyJson", "checkBodySchema", "checkBodyRules"]);

/** Finds people who had to identify again, because the TPP did not send their PSU-ID. */
const findForgottenPsus = ({ scas }: ObservedClient): readonly ClientFault[] =>
  scas.flatMap((sca) => {
    const isKnown = scas.some(
      (one) => one.number < sca.number && one.outcome === "approved" && one.person === sca.person,
    );
    return isKnown && sca.person !== undefined && sca.isNamed !== true
      ? [{ number: sca.number, text: "a PSU whom the TPP knows had to identify without a PSU-ID" }]
      : [];
  });

const observeNextLinks = (client: ObservedClient) => {
  const offered = client.requests.filter(
    ({ next, status }) => next !== undefined && status === 200,
  );
  const isFollowed = ({ next = "" }: RequestFact) =>
    client.requests.some(({ target }) => target.endsWith(next.slice(0, 200)));
  const [first] = offered;
  const isOver = first !== undefined && requestsAfter(first, client).length > 0;
  const text = "there were further pages, and none was read";
  const faults =
    first !== undefined && !offered.some(isFollowed) ? [{ number: first.number, text }] : [];
  return {
    looked: isOver || faults.length === 0 ? offered.length : 0,
    faults: isOver ? faults : [],
  };
};

/** Checks that a client understands what the bank says, also when something goes wrong. */
export const robustnessChecks: readonly ClientCheck[] = [
  {
    id: "t-request-id-new",
    area: "robustness",
    rules: ["HDR-05"],
    level: "must",
    says: "Every new request has a new X-Request-ID.",
    toSee: "Send any request.",
    fix: "Make a UUID for each call; only a repeat of the same call has the same one.",
    observe: eachRequest(({ requestId }) => requestId !== undefined, findReusedId),
  },
  {
    id: "t-write-repeat-keeps-id",
    area: "robustness",
    rules: ["HDR-29"],
    level: "must",
    service: "pisp",
    says: "A write whose response was lost is repeated with the same X-Request-ID.",
    toSee: "Arm trap-lost-response, and create a payment.",
    fix: "Store the X-Request-ID before you send, and use it again; the response is stored.",
    observe: findNewIds,
  },
  {
    id: "t-no-resend-after-4xx",
    area: "robustness",
    rules: [],
    level: "must",
    says: "A request that was refused is not sent again unchanged.",
    toSee: "Send any request.",
    fix: "Treat 4xx as final, except 401 with a link to an SCA and 429 with Retry-After.",
    observe: (client) => ({
      looked: client.requests.length,
      faults: client.requests.filter(isFinalRefusal).flatMap((request) => {
        const text = findResend(request, client);
        return text === undefined ? [] : [{ number: request.number, text }];
      }),
    }),
  },
  {
    id: "t-no-format-errors",
    area: "robustness",
    rules: ["VAL-07", "VAL-09"],
    level: "must",
    service: "pisp",
    says: "No body is refused because of its format.",
    toSee: createPayment,
    fix: "Validate bodies against the OpenAPI document before you send them.",
    observe: eachRequest(
      ({ operation }) => operation.startsWith("create"),
      (request) =>
        isOrdinary(request) && formatChecks.has(request.refusedBy ?? "")
          ? (request.faults ?? []).join(", ")
          : undefined,
    ),
  },
  {
    id: "t-kid-structured",
    area: "robustness",
    rules: ["REM-10"],
    level: "should",
    service: "pisp",
    says: "A KID is sent as structured remittance information, not as text.",
    toSee: "Create a payment with a KID.",
    fix: "Send the KID as a reference of remittanceInformationStructuredArray.",
    observe: eachRequest(
      ({ remittance }) => remittance === "structured" || remittance === "kid-as-text",
      ({ remittance }) =>
        remittance === "kid-as-text" ? "the text has the check digit of a KID" : undefined,
    ),
  },
  {
    id: "t-psu-id-stored",
    area: "robustness",
    rules: ["SCA-05"],
    level: "must",
    says: "The PSU-ID of an SCA is stored and sent in later requests.",
    toSee: "Let a PSU complete an SCA, and then send a request for them.",
    fix: "Store psu-id of the redirect with your user, and send it as PSU-ID from then on.",
    observe: (client) => {
      const named = client.requests.filter(({ psuId }) => psuId !== undefined);
      return { looked: named.length, faults: findForgottenPsus(client) };
    },
  },
  {
    id: "t-company-header",
    area: "robustness",
    rules: ["SCA-22"],
    level: "must",
    isForCompanies: true,
    says: "Requests for a company send PSU-Corporate-ID.",
    toSee: "Let a PSU act for a company, and read its accounts or pay.",
    fix: "Store psu-corporate-id of the redirect beside psu-id, and send both.",
    observe: eachRequest(
      (request) => request.corporateId !== undefined || hasFaultAt(request, "PSU-Corporate-ID"),
      (request) =>
        hasFaultAt(request, "PSU-Corporate-ID") ? "PSU-Corporate-ID is missing" : undefined,
    ),
  },
  {
    id: "t-accept-fix",
    area: "robustness",
    rules: ["HDR-01"],
    level: "must",
    service: "pisp",
    says: "Payments and baskets are created with X-Accept-Fix.",
    toSee: createPayment,
    fix: "Send X-Accept-Fix: amount-as-string with every payment and basket.",
    observe: eachRequest(
      ({ operation }) => operation === "createPayment" || operation === "createBasket",
      ({ acceptFix }) => (acceptFix === undefined ? "X-Accept-Fix is missing" : undefined),
    ),
  },
  {
    id: "t-next-links",
    area: "robustness",
    rules: ["LIM-16"],
    level: "must",
    service: "aisp",
    says: "Further pages of a list are read by its next link.",
    toSee:
      "Read the transactions of an account with more than one page, for example with limit=10.",
    fix: "Follow next until a page has none; do not calculate offsets.",
    observe: observeNextLinks,
  },
  {
    id: "t-deprecated",
    area: "robustness",
    rules: ["VER-08"],
    level: "should",
    says: "Nothing deprecated is used.",
    toSee: "Send any request.",
    fix:
      "Use /v1/bank-offered-consents instead of /v1/consents, and " +
      "remittanceInformationStructuredArray instead of the single object.",
    observe: eachRequest(
      () => true,
      ({ isDeprecated, remittance, operation }) => {
        if (isDeprecated === true) return `${operation} is deprecated`;
        return remittance === "single-object"
          ? "remittanceInformationStructured is deprecated"
          : undefined;
      },
    ),
  },
];
