import type { Scenario } from "@varde/protocol";
import type { ObservedClient } from "../observed/client-check.ts";
import { requestsAfter } from "../observed/compare-requests.ts";
import type { RequestFact, ScaFact } from "../observed/request-facts.ts";
import {
  afterSprung,
  type ClientTrap,
  failed,
  findCreation,
  findSecondPayment,
  passed,
  quietMs,
  type Sprung,
  waiting,
} from "./client-trap.ts";

/** Status reads of a payment whose SCA has failed that count as polling for ever. */
const readsMax = 10;

/** Attempts at another SCA, of a PSU who may have mistyped something. */
const linksMax = 2;

const isStatusRead = ({ operation }: RequestFact): boolean => operation === "readPaymentStatus";

/** Judges what a client does after the PSU's SCA has failed. */
const judgeFailedSca = (sprung: Sprung, client: ObservedClient) => {
  const { subjectId, session } = sprung as ScaFact;
  const second = findSecondPayment(findCreation(subjectId, client), client, sprung.number);
  if (second !== undefined) return failed(second, "the same payment was created again");
  const later = requestsAfter(sprung, client);
  const links = later.filter(
    ({ hasScaLink, session: of }) => hasScaLink === true && of === session,
  );
  const oneMore = links[linksMax];
  if (oneMore !== undefined) return failed(oneMore, `asks for an SCA ${links.length} more times`);
  const reads = later.filter(
    (one) => isStatusRead(one) && subjectId !== undefined && one.target.includes(subjectId),
  );
  const tooMany = reads[readsMax];
  if (tooMany !== undefined) return failed(tooMany, `the status was read ${reads.length} times`);
  const isElsewhere = later.some((one) => !reads.includes(one));
  return isElsewhere || client.now - sprung.at >= quietMs
    ? passed
    : waiting("what you do after the failed SCA");
};

const scaTrap = (
  outcome: NonNullable<Scenario["effect"]["sca"]>,
  id: string,
  words: string,
): ClientTrap => ({
  id,
  area: "traps",
  rules: ["RED-12"],
  level: "must",
  says: `An SCA that ${words} ends the attempt: no second payment, no endless reading.`,
  toSee: "Let a PSU approve something: the approval fails.",
  fix: "Read the error in the redirect, tell the PSU, and let them decide whether to try again.",
  arming: { scenario: { name: id, effect: { sca: outcome } } },
  observe: afterSprung(
    id,
    "the PSU's next approval",
    (fact) => fact.kind === "sca" && fact.scenario === id,
    judgeFailedSca,
  ),
});

/** Judges a client that has read a status which is not final. */
const judgePatience = (sprung: Sprung, client: ObservedClient) => {
  const { target } = sprung as RequestFact;
  const paymentId = target.split("/").at(-2);
  const second = findSecondPayment(findCreation(paymentId, client), client, sprung.number);
  if (second !== undefined) return failed(second, "the same payment was created again");
  const again = requestsAfter(sprung, client).filter(
    (one) => isStatusRead(one) && one.target === target,
  );
  return again.length > 0 ? passed : waiting("the status to be read again");
};

const statusTrap = (
  trap: Pick<ClientTrap, "id" | "rules" | "level" | "says" | "fix">,
  status: string,
  payment: NonNullable<Scenario["effect"]["payment"]>,
): ClientTrap => ({
  ...trap,
  area: "traps",
  service: "pisp",
  toSee: `Pay, and read the status: it is ${status} for a while.`,
  arming: { scenario: { name: trap.id, effect: { payment } } },
  observe: afterSprung(
    trap.id,
    `a payment whose status you read as ${status}`,
    (fact) => fact.kind === "request" && isStatusRead(fact) && fact.transactionStatus === status,
    judgePatience,
  ),
});

/** Traps that act on an approval or on the execution of a payment. */
export const paymentTraps: readonly ClientTrap[] = [
  scaTrap("refused", "trap-sca-refused", "the PSU refuses"),
  scaTrap("timed-out", "trap-sca-timed-out", "times out"),
  scaTrap("failed", "trap-sca-failed", "fails in the bank"),
  statusTrap(
    {
      id: "trap-no-funds",
      rules: ["STA-02"],
      level: "must",
      says: "ACCP is not final: the bank tries again, and the client keeps reading.",
      fix: "Tell the PSU that funds are missing, and read the status again later.",
    },
    "ACCP",
    "no-funds",
  ),
  statusTrap(
    {
      id: "trap-pdng",
      rules: ["STA-04"],
      level: "should",
      says: "PDNG is not final: the client keeps reading and does not pay again.",
      fix: "Wait: the core bank has the payment, and nobody can cancel it now.",
    },
    "PDNG",
    "hold",
  ),
];
