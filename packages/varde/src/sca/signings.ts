import type { ControlResponse } from "@varde/protocol";
import { type ControlClient, ControlFailed } from "@varde/protocol/control-client";
import { findScaRedirect, RefusedError, ScaFailedError } from "@varde/tpp";
import { CommandFailed, type Invocation } from "../command.ts";
import { findWorld } from "../identity/find-world.ts";
import type { OpenTpp } from "../identity/open-tpp.ts";
import type { MadeRecord } from "../identity/tpp-folder.ts";
import { nextCommand, quoteWord } from "../options.ts";
import { openPsu } from "./open-psu.ts";

/** A payment or basket of a company that waits for signatures. */
export type Signing = ControlResponse<"listSignings">["signings"][number];

/** Finds what waits for signatures, by its id. A bank without a control API has nothing to find. */
export const findSigning = async (
  id: string,
  invocation: Invocation,
  control: ControlClient,
): Promise<Signing | undefined> => {
  try {
    const world = await findWorld(invocation, control);
    const { signings } = await control.get("/signings", { world });
    return signings.find((each) => each.id === id);
  } catch (error) {
    if (error instanceof ControlFailed) return undefined;
    throw error;
  }
};

/** Returns how to see who may approve. */
export const describeWaiting = (invocation: Invocation): readonly string[] => [
  "To see who may approve it next (sandbox only), run",
  `  ${nextCommand(invocation, "payments", "--waiting")}`,
];

const commandsMax = 3;

/** Returns who may approve next, each with the command that approves as this person. */
export const describeNextSigners = (
  { id, next, waiting }: Signing,
  invocation: Invocation,
): readonly string[] => {
  if (next.length === 0) {
    const cancellations = waiting
      .slice(0, commandsMax)
      .map(({ paymentId }) => `  ${nextCommand(invocation, "payments", "cancel", paymentId)}`);
    const reason = "Nobody of the company may approve it now. To cancel it, run";
    return [reason, ...cancellations];
  }
  const approve = nextCommand(invocation, "approve", id);
  const commands = next
    .slice(0, commandsMax)
    .flatMap(({ name, customerNumber }) => [
      `To approve it as ${name}, run`,
      `  ${approve} --as ${quoteWord(customerNumber)}`,
    ]);
  return next.length > commandsMax ? [...commands, ...describeWaiting(invocation)] : commands;
};

/**
 * Starts an authorisation for a customer, who approves it. If the bank refuses this person, prints
 * who may approve instead.
 */
export const approveAs = async (
  customerNumber: string,
  { id, kind, product = "NDCT" }: Pick<MadeRecord, "id" | "kind" | "product">,
  invocation: Invocation,
  tpp: OpenTpp,
): Promise<void> => {
  const signing = await findSigning(id, invocation, tpp.control);
  using acting = await openPsu(invocation, tpp, { customerNumber, company: signing?.company });
  const { payments, baskets, user } = tpp.client;
  try {
    // An authorisation needs a known PSU.
    await acting.withSca(() => user.read(acting.psu));
    const begun = await acting.withSca<object>(() =>
      kind === "basket"
        ? baskets.authorise(id, acting.psu)
        : payments.authorise({ product, paymentId: id }, acting.psu),
    );
    const address = findScaRedirect(begun);
    if (address === undefined) throw new CommandFailed("The bank sent no link to approve it.");
    await acting.approve(address);
  } catch (error) {
    const isRefused = [RefusedError, ScaFailedError, ControlFailed].some((one) => {
      return error instanceof one;
    });
    if (signing !== undefined && isRefused) {
      invocation.terminal.note(describeNextSigners(signing, invocation), { next: signing.next });
    }
    throw error;
  }
};
