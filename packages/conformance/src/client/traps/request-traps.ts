import type { ObservedClient } from "../observed/client-check.ts";
import { requestsAfter } from "../observed/compare-requests.ts";
import type { RequestFact } from "../observed/request-facts.ts";
import {
  afterSprung,
  type ClientTrap,
  failed,
  findSecondPayment,
  judgeRepeat,
  passed,
  quietMs,
  reactMs,
  type Sprung,
  waiting,
} from "./client-trap.ts";

const isTrapped = (id: string) => (fact: Sprung) => fact.kind === "request" && fact.scenario === id;

/** Traps that act on a request. */
export const requestTraps: readonly ClientTrap[] = [
  {
    id: "trap-lost-response",
    area: "traps",
    rules: ["HDR-29"],
    level: "must",
    service: "pisp",
    says: "A payment whose response is lost is sent again with the same X-Request-ID.",
    toSee: "Create a payment: the bank creates it and closes the connection.",
    fix: "Repeat the same request with its X-Request-ID until there is a response.",
    arming: {
      scenario: {
        name: "trap-lost-response",
        match: { operation: "createPayment" },
        effect: { dropAfter: true },
      },
    },
    observe: afterSprung(
      "trap-lost-response",
      "your next createPayment",
      isTrapped("trap-lost-response"),
      (sprung, client) =>
        judgeRepeat(sprung as RequestFact, client, (repeat) =>
          repeat.requestId === (sprung as RequestFact).requestId
            ? passed
            : failed(repeat, `repeats request ${sprung.number} with another X-Request-ID`),
        ),
    ),
  },
  {
    id: "trap-503",
    area: "traps",
    rules: ["LIM-20"],
    level: "should",
    says: "A request that gets 503 is sent again after Retry-After.",
    toSee: "Send any request: the bank is unavailable for two seconds.",
    fix: "Wait for Retry-After, and send the same request again with its X-Request-ID.",
    arming: { scenario: { name: "trap-503", effect: { unavailable: true } } },
    observe: afterSprung("trap-503", "your next request", isTrapped("trap-503"), (sprung, client) =>
      judgeRepeat(sprung as RequestFact, client, (repeat) => {
        const waitMs = ((sprung as RequestFact).retryAfter ?? 0) * 1000 - 500;
        return repeat.at - sprung.at < waitMs
          ? failed(repeat, "came before Retry-After had passed")
          : passed;
      }),
    ),
  },
  {
    id: "trap-sca-anywhere",
    area: "traps",
    rules: ["SCA-03"],
    level: "must",
    says: "An SCA that the bank asks for in the middle of a session is completed.",
    toSee: "Send a request for a PSU: the bank asks for an SCA, with a link.",
    fix: "Treat 401 with scaRedirect alike on every operation: send the PSU there, then repeat.",
    arming: { scenario: { name: "trap-sca-anywhere", effect: { code: "SCA_INVALID" } } },
    observe: afterSprung(
      "trap-sca-anywhere",
      "your next request for a PSU",
      (fact) => isTrapped("trap-sca-anywhere")(fact) && "hasScaLink" in fact,
      // The scenario acts once, so that a client which ignores the link succeeds at once.
      (sprung, client) => judgeSca(sprung, client, { insistsMin: 1 }),
    ),
  },
  {
    id: "trap-session-expired",
    area: "traps",
    rules: ["LIM-04"],
    level: "must",
    says: "A session that has ended leads to a new SCA.",
    toSee: "Continue the session: the clock has been advanced by 61 minutes.",
    fix: "Treat 401 SCA_EXPIRED as any other SCA: send the PSU to the link.",
    arming: { action: "advance-61-minutes" },
    observe: afterSprung(
      "trap-session-expired",
      "your next request in the old session",
      (fact) => fact.kind === "request" && fact.status === 401 && fact.hasScaLink === true,
      (sprung, client) => judgeSca(sprung, client),
    ),
  },
  {
    id: "trap-revoked",
    area: "traps",
    rules: ["SCA-16"],
    level: "must",
    service: "aisp",
    says: "A consent that the PSU has revoked is not used any more.",
    toSee: "Read an account: the PSU has revoked the consent.",
    fix: "Stop reading until the PSU has consented again; ask them the next time they are present.",
    arming: { action: "revoke-consents" },
    observe: afterSprung(
      "trap-revoked",
      "your next read of an account",
      (fact) => fact.kind === "request" && (fact.status === 401 || fact.status === 403),
      (sprung, client) => judgeSca(sprung, client, { giveUpMs: quietMs }),
    ),
  },
  {
    id: "trap-unknown-field-code-status",
    area: "traps",
    rules: [],
    level: "must",
    says: "Fields, links, codes and statuses that the client does not know change nothing.",
    toSee: "Send a request: the response has more than the interface has today.",
    fix: "Ignore what you do not know; treat an unknown status as not final.",
    arming: {
      scenario: {
        name: "trap-unknown-field-code-status",
        times: 3,
        effect: { decorate: ["field", "link", "code", "status"] },
      },
    },
    observe: afterSprung(
      "trap-unknown-field-code-status",
      "your next request",
      (fact) =>
        isTrapped("trap-unknown-field-code-status")(fact) &&
        (fact as RequestFact).status < 300 &&
        (fact as RequestFact).status !== 204,
      (sprung, client) => {
        const second = findSecondPayment(sprung as RequestFact, client, sprung.number);
        if (second !== undefined) return failed(second, "the same payment was created again");
        if (requestsAfter(sprung, client).length > 0) return passed;
        return client.now - sprung.at < reactMs
          ? waiting("what you send next")
          : failed(sprung, "nothing was sent for two minutes after the response");
      },
    ),
  },
];

interface ScaTolerance {
  /** After how long a client that stays quiet has given up, which is right too. */
  readonly giveUpMs?: number;
  /** Number of repeats without an SCA that fail; a page may ask once more while the PSU waits. */
  readonly insistsMin?: number;
}

/** A client that is sent to an SCA passes when its PSU has completed one, or if it gives up. */
const judgeSca = (
  sprung: Sprung,
  client: ObservedClient,
  { giveUpMs = Number.POSITIVE_INFINITY, insistsMin = 2 }: ScaTolerance = {},
) => {
  const completed = client.scas.find(({ number }) => number > sprung.number);
  const before = completed?.number ?? Number.POSITIVE_INFINITY;
  const insists = requestsAfter(sprung, client).filter(
    ({ number, operation, target }) =>
      number < before &&
      operation === (sprung as RequestFact).operation &&
      target === (sprung as RequestFact).target,
  );
  if (insists.length >= insistsMin) {
    return failed(
      insists[insistsMin - 1] ?? sprung,
      `sends request ${sprung.number} again, though nobody has completed the SCA`,
    );
  }
  if (completed !== undefined) return passed;
  const elapsedMs = client.now - sprung.at;
  if (elapsedMs >= giveUpMs) return passed;
  return elapsedMs < reactMs
    ? waiting("the PSU's SCA")
    : failed(sprung, "no PSU was sent to the SCA within two minutes");
};
