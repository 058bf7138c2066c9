import { batches } from "./cases/batches.ts";
import { cancellation } from "./cases/cancellation.ts";
import { mandates } from "./cases/mandates.ts";
import { outbox } from "./cases/outbox.ts";
import { outcomes } from "./cases/outcomes.ts";
import { ownChannel } from "./cases/own-channel.ts";
import { signing } from "./cases/signing.ts";

/** Everything that two processes may do at the same time. */
export const everyCase = [
  ...batches,
  ...outbox,
  ...outcomes,
  ...ownChannel,
  ...signing,
  ...mandates,
  ...cancellation,
];
