import type { ControlResponse } from "@varde/protocol";
import { attempt, control } from "../live/control.ts";
import { refreshSoon, worldId } from "../live/world.ts";

/** Completes the open SCA in place of the PSU. */
export const decide = async (
  scas: ControlResponse<"readPayment">["scas"],
  decision: "approve" | "refuse",
): Promise<void> => {
  const world = worldId.value;
  const authorisationId = scas.find(({ isOpen }) => isOpen)?.authorisationId;
  if (world === undefined || authorisationId === undefined) return;
  await attempt(
    () =>
      control.post("/authorisations/{authorisationId}", {
        world,
        parameters: { authorisationId },
        body: { decision },
      }),
    decision === "approve" ? "Approved for the PSU." : "Refused for the PSU.",
  );
  refreshSoon();
};
