import type { RunningBank, ScaAct, ScaFault, ScaStop } from "@varde/bank";
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
  scaRedirect: string({ maxLength: 2_000, description: "the scaRedirect link of an answer" }),
  customerNumber: string({ maxLength: 20, description: "the number the PSU identifies with" }),
  context: optional(oneOf(["PRIVATE", "CORPORATE"])),
  agreement: optional(
    string({ maxLength: 200, description: "the name or id of the agreement, of several" }),
  ),
  accounts: optional(
    list(string({ maxLength: 70 }), {
      description: "ids or numbers of the accounts to tick; all of them when left out",
    }),
  ),
  decision: oneOf(["approve", "refuse", "time-out", "fail"]),
  code: optional(oneOf(tppMessageCodes, { description: "what a failing SCA ends with" })),
});
export type ScaWish = Static<typeof scaWishSchema>;

/** Walks an SCA as a PSU would, through the same steps, and answers where the browser would go. */
export const completeSca = async (
  wish: ScaWish,
  { scaWalk }: Pick<RunningBank, "scaWalk">,
): Promise<Parsed<{ readonly redirect: string }>> => {
  const secret = /\/sca\/([\w-]+)/.exec(wish.scaRedirect)?.[1];
  if (secret === undefined) return unparsable("scaRedirect is not a link to an SCA of this bank");
  let stop = (await scaWalk.open(secret, undefined)).stop;
  // Identify, context, approve: no walk has more pages than that.
  for (let page = 0; page < 4; page += 1) {
    if (stop.at === "leave") return parsed({ redirect: stop.end.address });
    if (stop.at === "closed") return unparsable(`the SCA cannot go on: ${stop.reason}`);
    const act = actOn(stop, wish);
    if (typeof act === "string") return unparsable(act);
    const next = await scaWalk.act(stop.sca, act);
    if (next.at === "identify") return unparsable("the customerNumber was not accepted");
    stop = next;
  }
  return unparsable("the SCA did not come to an end");
};

type OpenStop = Extract<ScaStop, { at: "identify" | "context" | "approve" }>;

const actOn = (stop: OpenStop, wish: ScaWish): ScaAct | string => {
  if (wish.decision === "time-out" || wish.decision === "fail") {
    return { kind: "fail", fault: faultOf(wish.decision, wish.code) };
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
      const accountIds = offered
        .filter(
          ({ id, number }) =>
            wish.accounts === undefined ||
            wish.accounts.includes(id) ||
            wish.accounts.includes(number),
        )
        .map(({ id }) => id);
      return { kind: "approve", form: { accountIds } };
    }
  }
};

const faultOf = (decision: "time-out" | "fail", code: TppMessageCode | undefined): ScaFault =>
  decision === "time-out"
    ? { system: "sca", code: "SCA_EXPIRED", message: "The PSU did not finish in time." }
    : { system: "sca", code: code ?? "SYSTEM_ERROR", message: "The SCA has failed." };
