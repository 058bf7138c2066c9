import type { PaymentProduct } from "@varde/protocol";
import { ControlFailed } from "@varde/protocol/control-client";
import {
  type CreatedPayment,
  findScaRedirect,
  isWaitingForSigners,
  type PaymentReference,
  RefusedError,
  ScaFailedError,
} from "@varde/tpp";
import { CommandFailed, type Invocation, UsageError } from "../command.ts";
import { findWorld } from "../identity/find-world.ts";
import type { OpenTpp } from "../identity/open-tpp.ts";
import { describeUnapproved, scaStatusReader } from "./approver.ts";
import type { ActingPsu } from "./open-psu.ts";
import { approveAs, describeNextSigners, findSigning } from "./signings.ts";

type Payment = CreatedPayment<PaymentProduct> | PaymentReference;

/** Whether some or all approvals of a payment are missing. A bank may show some as PATC. */
export const isUnsigned = (status: string): boolean => status === "RCVD" || status === "PATC";

/** Returns the people who approve after the first one, in their order. */
export const readOtherSigners = ({ texts, has }: Invocation): readonly string[] => {
  const signers = texts("approve");
  const repeated = signers.find((number, index) => signers.indexOf(number) < index);
  if (repeated !== undefined) {
    throw new UsageError(`--approve names ${repeated} twice, and a person approves once`);
  }
  const others = signers.slice(1);
  if (others.length > 0 && has("psu")) {
    throw new UsageError("--psu names one PSU; omit it if several people approve");
  }
  if (others.length > 0 && has("unsigned")) {
    throw new UsageError(
      "with --unsigned nobody approves; give --approve once, for who creates it",
    );
  }
  return others;
};

/** Lets the PSU approve a payment, and then the other people that --approve names. */
export const signInTurn = async (
  payment: Payment,
  invocation: Invocation,
  tpp: OpenTpp,
  acting: ActingPsu,
): Promise<void> => {
  const { terminal } = invocation;
  const others = readOtherSigners(invocation);
  if (others.length === 0 || !(await hasFirstSigned(payment, invocation, tpp))) {
    await signFirst(payment, invocation, tpp, acting);
  }
  for (const number of others) {
    const status = await tpp.client.payments.status(payment);
    if (!isWaitingForSigners(status)) {
      terminal.note(`The payment is approved. ${number} did not have to approve it.`);
      return;
    }
    const made = { id: payment.paymentId, kind: "payment", product: payment.product } as const;
    await approveAs(number, made, invocation, tpp);
  }
};

/** Whether the first person has approved a payment that an earlier command made. */
const hasFirstSigned = async (
  payment: Payment,
  invocation: Invocation,
  { control }: OpenTpp,
): Promise<boolean> => {
  if ("transactionStatus" in payment) return false;
  const number = invocation.text("approve");
  const signing = await findSigning(payment.paymentId, invocation, control);
  const hasSigned = signing?.signed.some(({ customerNumber }) => customerNumber === number);
  if (hasSigned) invocation.terminal.note(`${number} has approved it already.`);
  return hasSigned === true;
};

/** If the bank refuses the PSU, prints who may approve a company's payment instead. */
const signFirst = async (
  payment: Payment,
  invocation: Invocation,
  tpp: OpenTpp,
  acting: ActingPsu,
): Promise<void> => {
  try {
    await signPayment(payment, invocation, tpp, acting);
  } catch (error) {
    if (error instanceof RefusedError) {
      const signing = await findSigning(payment.paymentId, invocation, tpp.control);
      if (signing !== undefined) invocation.terminal.note(describeNextSigners(signing, invocation));
    }
    throw error;
  }
};

/**
 * Lets the PSU approve a payment: with the link in the bank's response, if it has one (a single
 * SCA), or with that of a new authorisation.
 */
const signPayment = async (
  payment: Payment,
  invocation: Invocation,
  { client }: OpenTpp,
  acting: ActingPsu,
): Promise<void> => {
  const begun =
    findScaRedirect(payment) === undefined
      ? await acting.withSca(() => client.payments.authorise(payment, acting.psu))
      : payment;
  const address = findScaRedirect(begun);
  if (address === undefined) {
    throw new CommandFailed("The bank created the payment but sent no link to approve it.");
  }
  const { paymentId } = payment;
  await acting.approve(address, {
    isApproved: async () => !isUnsigned((await client.payments.status(payment)).transactionStatus),
    readScaStatus: scaStatusReader(begun, (id) => client.payments.authorisation(payment, id)),
    interruptedNote: describeUnapproved(
      `Payment ${paymentId} is not approved yet`,
      paymentId,
      invocation,
    ),
  });
};

/** Returns a failed SCA instead of throwing it: the status of the payment is shown all the same. */
export const catchScaFailure = async (
  signing: Promise<void>,
): Promise<ScaFailedError | ControlFailed | undefined> => {
  try {
    await signing;
    return undefined;
  } catch (error) {
    if (error instanceof ScaFailedError || error instanceof ControlFailed) return error;
    throw error;
  }
};

/**
 * Cancels a payment that --approve could not approve because of the person, unless somebody else
 * has approved it: the same payment can then be sent again.
 */
export const withdrawUnsigned = async (
  payment: Payment,
  fault: ScaFailedError | ControlFailed,
  invocation: Invocation,
  { client, control }: OpenTpp,
): Promise<void> => {
  const isWrongPsu = fault instanceof ControlFailed || fault.code === "PSU_CREDENTIALS_INVALID";
  if (!isWrongPsu || invocation.text("approve") === undefined) return;
  if (isWaitingForSigners(await client.payments.status(payment))) return;
  const { paymentId } = payment;
  const world = await findWorld(invocation, control);
  await control.post("/payments/{paymentId}/cancel", { world, parameters: { paymentId } });
  const { terminal, text } = invocation;
  terminal.note("The payment was cancelled, so that you can send it again.");
  if (text("context")?.toLowerCase() === "corporate") {
    terminal.note("A person who may prepare a payment but not approve it needs --unsigned.");
  }
};
