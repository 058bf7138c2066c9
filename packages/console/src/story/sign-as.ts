import { attempt, control } from "../live/control.ts";
import { refreshSoon, worldNow } from "../live/world.ts";
import type { Payment, Signer } from "./describe-next.ts";

/** Runs something that changes the world, and reads again what is shown. */
export const change = async (work: () => Promise<unknown>, done: string): Promise<void> => {
  await attempt(work, done);
  refreshSoon();
};

/** Approves as a person: in the SCA that the TPP has started, or in the bank's app. */
export const signAs = (world: string, signer: Signer): Promise<void> => {
  const { authorisationId, customerNumber, name, via } = signer;
  const parameters = { authorisationId };
  const body = { decision: "approve", customerNumber } as const;
  return change(async () => {
    if (via === "sca") {
      await control.post("/authorisations/{authorisationId}", { world, parameters, body });
      return;
    }
    const { outcome } = await control.post("/app-approvals/{authorisationId}", {
      world,
      parameters,
      body,
    });
    if (outcome !== "approved" && outcome !== "waits-for-others") {
      throw new Error(`The bank's app says: ${outcome.replaceAll("-", " ")}.`);
    }
  }, `Approved as ${name}.`);
};

/** Completes the open SCA in place of the PSU, whoever it is. */
export const decide = async (
  world: string,
  scas: Payment["scas"],
  decision: "approve" | "refuse",
): Promise<void> => {
  const authorisationId = scas.find(({ isOpen }) => isOpen)?.authorisationId;
  if (authorisationId === undefined) return;
  await change(
    () =>
      control.post("/authorisations/{authorisationId}", {
        world,
        parameters: { authorisationId },
        body: { decision },
      }),
    decision === "approve" ? "Approved for the PSU." : "Refused for the PSU.",
  );
};

export const runBatch = (world: string): Promise<void> =>
  change(() => control.post("/batches", { world }), "The batch has run.");

/** Batches run within the second in which they are due. */
const afterBatchMs = 1_000;

/** Advances the clock to a time, or by a day. */
export const advanceTo = (world: string, to: string | undefined): Promise<void> =>
  change(() => {
    const by = to === undefined ? "P1D" : Date.parse(to) - worldNow() + afterBatchMs;
    return control.post("/clock/advance", { world, body: { by } });
  }, "The clock was advanced.");
