import type { ControlResponse } from "@varde/protocol";
import type { ControlClient } from "@varde/protocol/control-client";
import { CommandFailed, type Invocation } from "../command.ts";
import { findWorld } from "../identity/find-world.ts";
import { nextCommand } from "../options.ts";
import { describeNextSigners, findSigning } from "./signings.ts";

/** A payment or a basket. */
interface Subject {
  readonly id: string;
  readonly isBasket: boolean;
}

interface Decision {
  readonly decision: "approve" | "refuse";
  /** The customer who decides; if omitted, the sandbox chooses one who may. */
  readonly customerNumber?: string;
}

/** Reads the history and the SCAs of a payment or a basket. */
export const readSubject = (
  { id, isBasket }: Subject,
  control: ControlClient,
  world: string,
): Promise<Pick<ControlResponse<"readPayment">, "history" | "scas">> =>
  isBasket
    ? control.get("/baskets/{basketId}", { world, parameters: { basketId: id } })
    : control.get("/payments/{paymentId}", { world, parameters: { paymentId: id } });

/** Completes the SCA that waits for the PSU, through the control API and without its link. */
export const decideOpenSca = async (
  subject: Subject,
  body: Decision,
  invocation: Invocation,
  control: ControlClient,
): Promise<object> => {
  const world = await findWorld(invocation, control);
  const { scas } = await readSubject(subject, control, world);
  const open = scas.find(({ isOpen }) => isOpen);
  if (open === undefined) {
    const signing = await findSigning(subject.id, invocation, control);
    const [first, ...commands] =
      signing === undefined
        ? [
            "To start one and approve it, run",
            `  ${nextCommand(invocation, "approve", subject.id)} --as NUMBER`,
          ]
        : describeNextSigners(signing, invocation);
    throw new CommandFailed([`No SCA of ${subject.id} waits for the PSU. ${first}`, ...commands]);
  }
  return control.post("/authorisations/{authorisationId}", {
    world,
    parameters: { authorisationId: open.authorisationId },
    body,
  });
};
