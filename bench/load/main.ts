import { type Offer, sendAtRate } from "./send-at-rate.ts";
import { sendBurst } from "./send-burst.ts";
import { type Burst, signMixed } from "./sign-burst.ts";

/** Commands of the parent process to the load generator, one at a time. */
export type Command =
  | { readonly name: "sign"; readonly bursts: readonly Burst[] }
  | {
      readonly name: "send";
      readonly ports: readonly number[];
      readonly connections: number | undefined;
    }
  | {
      readonly name: "offer";
      readonly offer: Offer;
      readonly next: readonly Burst[] | undefined;
    };

/** The last signed burst; it can be sent to several servers. */
let requests: readonly Buffer[] = [];

const run = async (command: Command): Promise<unknown> => {
  if (command.name === "send") return sendBurst(command.ports, requests, command.connections);
  if (command.name === "offer") {
    const offered = sendAtRate(command.offer, requests);
    const [value, next] = await Promise.all([offered, signMixed(command.next ?? [])]);
    requests = next;
    return value;
  }
  requests = await signMixed(command.bursts);
  return requests.length;
};

process.on("message", (command: Command) => {
  run(command).then(
    (value) => process.send?.({ value }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.once("disconnect", () => process.exit(0));
