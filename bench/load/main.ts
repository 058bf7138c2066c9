import { type Offer, sendAtRate } from "./send-at-rate.ts";
import { sendBurst } from "./send-burst.ts";
import { type Burst, signBurst } from "./sign-burst.ts";

/** What the load generator is asked, one thing at a time, over the channel to its parent. */
export type Question =
  | { readonly ask: "sign"; readonly burst: Burst }
  | { readonly ask: "send"; readonly ports: readonly number[] }
  | { readonly ask: "offer"; readonly offer: Offer };

/** The burst that was signed last; it may be sent to several servers. */
let requests: readonly Buffer[] = [];

const answer = async (question: Question): Promise<unknown> => {
  if (question.ask === "send") return sendBurst(question.ports, requests);
  if (question.ask === "offer") return sendAtRate(question.offer, requests);
  requests = await signBurst(question.burst);
  return requests.length;
};

process.on("message", (question: Question) => {
  answer(question).then(
    (value) => process.send?.({ value }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.once("disconnect", () => process.exit(0));
