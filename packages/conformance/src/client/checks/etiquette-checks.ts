import { limits } from "@varde/protocol";
import { type ClientCheck, eachRequest, type ObservedClient } from "../observed/client-check.ts";
import {
  hasFault,
  isAccountRead,
  isOrdinary,
  requestsAfter,
} from "../observed/compare-requests.ts";
import type { RequestFact } from "../observed/request-facts.ts";

/** A second, less what a timer may be early. */
const pollMsMin = 900;
const hastyReadsMax = 1;
const readsAfterEndMax = 1;
const dayMs = 86_400_000;

const isStatusRead = ({ operation, status }: RequestFact): boolean =>
  /^read(?:Payment|Basket)Status$/.test(operation) && status === 200;

/** ACSC, RJCT and CANC never change. */
const finalStatuses = new Set(["ACSC", "RJCT", "CANC"]);

const byTarget = (requests: readonly RequestFact[]): readonly (readonly RequestFact[])[] => [
  ...Map.groupBy(requests, ({ target }) => target).values(),
];

const observeIntervals = ({ requests }: ObservedClient) => {
  const reads = requests.filter(isStatusRead);
  const faults = byTarget(reads).flatMap((ofOne) => {
    const hasty = ofOne.filter((read, at) => {
      const before = ofOne[at - 1];
      return before !== undefined && read.at - (before.at + before.ms) < pollMsMin;
    });
    return hasty.length > hastyReadsMax
      ? hasty.map(({ number }) => ({ number, text: "less than a second after the read before" }))
      : [];
  });
  return { looked: reads.length, faults };
};

const observeEnds = ({ requests }: ObservedClient) => {
  const reads = requests.filter(isStatusRead);
  const ended = byTarget(reads).flatMap((ofOne) => {
    const at = ofOne.findIndex(({ transactionStatus = "" }) =>
      finalStatuses.has(transactionStatus),
    );
    return at < 0 ? [] : [ofOne.slice(at + 1)];
  });
  return {
    looked: ended.length,
    faults: ended
      .filter((further) => further.length > readsAfterEndMax)
      .map((further) => ({
        number: further[readsAfterEndMax]?.number ?? 0,
        text: `the status was read ${further.length} times after it was final`,
      })),
  };
};

const path = ({ target }: RequestFact): string => target.split("?", 1)[0] ?? "";

/** Returns whether a request came before the time that the response had named. */
const isTooSoon = (refused: RequestFact, later: RequestFact): boolean => {
  const waitMs = (refused.retryAfter ?? 0) * 1000 - 500;
  const elapsedMs = Math.max(later.at - refused.at, later.worldAt - refused.worldAt);
  return (
    later.operation === refused.operation && path(later) === path(refused) && elapsedMs < waitMs
  );
};

const isUnattended = (request: RequestFact): boolean =>
  request.psuIp === undefined && isAccountRead(request) && !request.operation.includes("Sandbox");

const findOldDates = ({ target, worldAt }: RequestFact): string | undefined => {
  const from = new URLSearchParams(target.split("?")[1] ?? "").get("dateFrom");
  if (from === null) return undefined;
  const days = Math.floor((worldAt - Date.parse(from)) / dayMs);
  return days > limits.transactionsWithoutPsuDaysMax + 1
    ? `asks for ${days} days without the PSU`
    : undefined;
};

/** Checks that a client does not burden the bank more than it needs to. */
export const etiquetteChecks: readonly ClientCheck[] = [
  {
    id: "t-poll-1s",
    area: "etiquette",
    rules: [],
    level: "should",
    service: "pisp",
    says: "The status of a payment is read at most once a second.",
    toSee: "Read the status of a payment until it is final.",
    fix: "Wait at least a second between two reads, and longer the longer it takes.",
    observe: observeIntervals,
  },
  {
    id: "t-poll-stops",
    area: "etiquette",
    rules: ["STA-01"],
    level: "should",
    service: "pisp",
    says: "The status is not read any more once it is final.",
    toSee: "Let a payment be executed, and read its status until it is ACSC.",
    fix: "Stop at ACSC, RJCT and CANC: they never change.",
    observe: observeEnds,
  },
  {
    id: "t-retry-after",
    area: "etiquette",
    rules: ["LIM-20"],
    level: "must",
    says: "After 429 and 503 the client waits as long as Retry-After says.",
    toSee: "Arm trap-503, and send any request.",
    fix: "Read Retry-After, which is in seconds, before you send the request again.",
    observe: eachRequest(
      ({ status, retryAfter }) => (status === 429 || status === 503) && retryAfter !== undefined,
      (request, client) => {
        const soon = requestsAfter(request, client).find((later) => isTooSoon(request, later));
        return (
          soon && `request ${soon.number} came before ${request.retryAfter} seconds had passed`
        );
      },
    ),
  },
  {
    id: "t-unattended-4",
    area: "etiquette",
    rules: ["LIM-09", "LIM-11"],
    level: "must",
    service: "aisp",
    says: "Without the PSU, an account is read at most four times in 24 hours.",
    toSee: "Read balances or transactions without PSU-IP-Address.",
    fix: "Count your calls by account, or read RateLimit-Remaining of the responses.",
    observe: eachRequest(isUnattended, (request) =>
      isOrdinary(request) && hasFault(request, "ACCESS_EXCEEDED")
        ? "the limit of the day was exceeded"
        : undefined,
    ),
  },
  {
    id: "t-90-days",
    area: "etiquette",
    rules: ["LIM-12"],
    level: "should",
    service: "aisp",
    says: "Without the PSU, only transactions of the last 90 days are asked for.",
    toSee: "Read transactions without PSU-IP-Address.",
    fix: "Ask for older transactions while the PSU is present, and store them.",
    observe: eachRequest(
      (request) => isUnattended(request) && request.operation.endsWith("Transactions"),
      findOldDates,
    ),
  },
];
