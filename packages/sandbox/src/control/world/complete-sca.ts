import {
  isScaOver,
  isScaTimedOut,
  type RunningBank,
  type ScaAct,
  type ScaFault,
  type ScaStop,
} from "@varde/bank";
import {
  type Parsed,
  parsed,
  schemaType,
  type TppMessageCode,
  tppMessageCodes,
  unparsable,
} from "@varde/protocol";
import type { Static } from "typebox";

const { list, object, oneOf, optional, string } = schemaType;

/** What a test says in place of a person at the SCA pages. */
export const scaWishSchema = object({
  scaRedirect: string({ maxLength: 2_000, description: "the scaRedirect link of a response" }),
  customerNumber: string({ maxLength: 20, description: "the number the PSU identifies with" }),
  context: optional(oneOf(["PRIVATE", "CORPORATE"])),
  agreement: optional(
    string({
      maxLength: 200,
      description: "the name or id of the agreement, if there are several",
    }),
  ),
  accounts: optional(
    list(string({ maxLength: 70 }), {
      description: "ids, BBANs or IBANs of the accounts to select; all of them if omitted",
    }),
  ),
  decision: oneOf(["approve", "refuse", "time-out", "fail"]),
  code: optional(oneOf(tppMessageCodes, { description: "the error code of a failing SCA" })),
});
export type ScaWish = Static<typeof scaWishSchema>;

/** Walks an SCA as a PSU would, through the same steps, and answers where the browser would go. */
export const completeSca = async (
  wish: ScaWish,
  { scaWalk, bank }: Pick<RunningBank, "scaWalk" | "bank">,
): Promise<Parsed<{ readonly redirect: string }>> => {
  const secret = /\/sca\/([\w-]+)/.exec(wish.scaRedirect)?.[1];
  if (secret === undefined) return unparsable("scaRedirect is not a link to an SCA of this bank");
  let stop = (await scaWalk.open(secret, undefined)).stop;
  // Identify, context, approve: no walk has more pages than that.
  for (let page = 0; page < 4; page += 1) {
    if (stop.at === "leave") return parsed({ redirect: stop.end.address });
    if (stop.at === "closed") return unparsable(await whyClosed(stop, bank));
    const act = actOn(stop, wish);
    if (typeof act === "string") return unparsable(act);
    const next = await scaWalk.act(stop.sca, act);
    if (next.at === "identify") return unparsable("the customerNumber was not accepted");
    stop = next;
  }
  return unparsable("the SCA did not come to an end");
};

type ClosedStop = Extract<ScaStop, { at: "closed" }>;

const newLink = "ask for a new link";
const closedTexts: Readonly<Record<ClosedStop["reason"], string>> = {
  unknown: `no SCA belongs to this link; send scaRedirect as it was answered, or ${newLink}`,
  used: `this SCA is finished already, and a link works only once; ${newLink}`,
  "other-browser":
    "the link has been opened already, in a browser or by an earlier call; " +
    `go on in that browser, or ${newLink}`,
  "timed-out": `this SCA has expired; ${newLink}`,
  "untrusted-address": `its TPP-Redirect-URI is not taken any more; ${newLink} with another`,
  "stale-form": `the SCA has gone on elsewhere meanwhile; go on there, or ${newLink}`,
  "too-many": "too many links that lead nowhere were tried; wait a minute",
};

/** To a stranger's browser an SCA that is over looks like any other; a test is told. */
const whyClosed = async (
  { reason, sca }: ClosedStop,
  { clock }: Pick<RunningBank["bank"], "clock">,
): Promise<string> => {
  if (reason !== "other-browser" || sca === undefined) return closedTexts[reason];
  if (isScaOver(sca)) return closedTexts.used;
  const isTimedOut = isScaTimedOut(sca, await clock.now(sca.worldId));
  return closedTexts[isTimedOut ? "timed-out" : reason];
};

type OpenStop = Extract<ScaStop, { at: "identify" | "context" | "approve" }>;

const actOn = (stop: OpenStop, wish: ScaWish): ScaAct | string => {
  if (wish.decision === "time-out" || wish.decision === "fail") {
    return { kind: "fail", fault: faultOf(wish.decision, wish.code) };
  }
  // Who only identifies is asked to approve nothing, and turns back while they still can.
  if (wish.decision === "refuse" && stop.sca.subjectKind === "identification") {
    return { kind: "refuse" };
  }
  switch (stop.at) {
    case "identify":
      return { kind: "identify", identification: { customerNumber: wish.customerNumber } };
    case "context": {
      const agreement = stop.agreements.find(
        (one) =>
          (wish.context === undefined || one.context === wish.context) &&
          (wish.agreement === undefined ||
            one.agreementId === wish.agreement ||
            one.name === wish.agreement),
      );
      if (agreement === undefined) return "the customer has no such context or agreement";
      const { context, agreementId } = agreement;
      return { kind: "choose", choice: { context, agreementId } };
    }
    case "approve": {
      if (wish.decision === "refuse") return { kind: "refuse" };
      const offered = stop.approval.kind === "consent" ? stop.approval.accounts : [];
      const accountIds = tick(offered, wish.accounts);
      return typeof accountIds === "string"
        ? accountIds
        : { kind: "approve", form: { accountIds } };
    }
  }
};

type Offered = Pick<
  Extract<Extract<ScaStop, { at: "approve" }>["approval"], { kind: "consent" }>["accounts"][number],
  "id" | "number"
>;

/** The accounts to tick, or what is wrong: a name that fits none would leave one out in silence. */
const tick = (
  offered: readonly Offered[],
  wished: readonly string[] | undefined,
): readonly string[] | string => {
  if (wished === undefined || offered.length === 0) return offered.map(({ id }) => id);
  const isNamed = ({ id, number }: Offered, name: string) =>
    name === id || name === number || (/^NO[0-9]{13}$/.test(name) && name.slice(4) === number);
  const unknown = wished.find((name) => !offered.some((one) => isNamed(one, name)));
  if (unknown !== undefined) {
    const there = offered.map(({ id, number }) => `${id} (${number})`).join(", ");
    return `accounts names ${unknown}, which is not offered; there are ${there}`;
  }
  return offered.filter((one) => wished.some((name) => isNamed(one, name))).map(({ id }) => id);
};

const faultOf = (decision: "time-out" | "fail", code: TppMessageCode | undefined): ScaFault =>
  decision === "time-out"
    ? { system: "sca", code: "SCA_EXPIRED", message: "The PSU did not finish in time." }
    : { system: "sca", code: code ?? "SYSTEM_ERROR", message: "The SCA has failed." };
