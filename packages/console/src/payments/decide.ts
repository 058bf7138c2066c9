import type { ControlResponse } from "@varde/protocol";
import { attempt, control } from "../live/control.ts";
import { refreshSoon } from "../live/world.ts";

/** Completes the open SCA in place of the PSU. */
export const decide = async (
  world: string,
  scas: ControlResponse<"readPayment">["scas"],
  decision: "approve" | "refuse",
): Promise<void> => {
  const authorisationId = scas.find(({ isOpen }) => isOpen)?.authorisationId;
  if (authorisationId === undefined) return;
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
