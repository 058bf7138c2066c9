import type { ControlResponse } from "@varde/protocol";
import { formatHour, formatMinute } from "../shown/format-clock.ts";

export type Payment = ControlResponse<"readPayment">;
export type Signer = Payment["signers"][number];

/** A button that continues a payment: by a person, a batch now, or a later time of the clock. */
export type NextButton =
  | { readonly kind: "sign"; readonly words: string; readonly signer: Signer }
  | { readonly kind: "approve"; readonly words: string }
  | { readonly kind: "batch"; readonly words: string }
  | { readonly kind: "advance"; readonly words: string; readonly to?: string };

/** The next step in a sentence, with the buttons for it. */
export interface NextStep {
  readonly text: string;
  readonly buttons: readonly NextButton[];
}

const signersMax = 6;

/** Describes what a payment waits for; undefined once it is over. */
export const describeNext = (payment: Payment): NextStep | undefined => {
  const { next, status } = payment;
  switch (next?.kind) {
    case "approval":
    case "authorisation":
      return describeApproval(payment);
    case "batch":
      return describeBatch(next);
    case "settlement":
      return status === "PDNG"
        ? { text: "The core bank has it.", buttons: [runBatch("Run a batch")] }
        : {
            text: "It is settled on a later bank day.",
            buttons: [{ kind: "advance", words: "Advance the clock by a day" }],
          };
    default:
      return undefined;
  }
};

type Approvable = Pick<Payment, "signers" | "scas"> & Partial<Pick<Payment, "signatures">>;

/** Describes who must approve a payment, basket or consent, with a button for each person. */
export const describeApproval = (approvable: Approvable): NextStep => {
  const buttons = listApprovals(approvable);
  if (buttons.length === 0) {
    return { text: "The TPP must start an authorisation: POST …/authorisations.", buttons };
  }
  return { text: describeSigners(approvable), buttons };
};

const describeSigners = ({ signatures, signers, scas }: Approvable): string => {
  if (signatures !== undefined) {
    const { given, needed } = signatures;
    const names = given.map(({ name }) => name).join(", ");
    return `${given.length} of ${needed} people have signed: ${names}. Another one must sign.`;
  }
  if (signers.length > 1) return "One of these people must approve.";
  const psu = signers[0]?.name ?? scas.find(({ isOpen }) => isOpen)?.psu;
  return `The PSU (the bank's customer)${psu === undefined ? "" : `, ${psu},`} must approve.`;
};

const listApprovals = ({ signers, signatures, scas }: Approvable): readonly NextButton[] => {
  const isOfCompany = signatures !== undefined || signers.some(isJoint);
  const buttons = signers.slice(0, signersMax).map((signer) => ({
    kind: "sign" as const,
    words: `${isOfCompany ? "Sign" : "Approve"} as ${signer.name}`,
    signer,
  }));
  if (buttons.length > 0 || !scas.some(({ isOpen }) => isOpen)) return buttons;
  return [{ kind: "approve", words: "Approve as the PSU" }];
};

const isJoint = ({ via, missing }: Signer): boolean => via === "app" || missing > 0;

const describeBatch = ({ at = "", isDue = false }: NonNullable<Payment["next"]>): NextStep => {
  const hour = formatHour(at);
  const text = `The batch of ${formatMinute(at)} takes it.`;
  return isDue
    ? { text, buttons: [runBatch(`Run the ${hour} batch`)] }
    : { text, buttons: [{ kind: "advance", words: `Advance to the ${hour} batch`, to: at }] };
};

const runBatch = (words: string): NextButton => ({ kind: "batch", words });
