import { isOneOf, tppMessageCodes } from "@varde/protocol";
import { parseContextChoice } from "../../pages/parts/context-choice.ts";
import type { Form } from "../../request/form.ts";
import { refusedFault, timedOutFault } from "../../sca/fail-sca.ts";
import type { ScaAction, ScaStep } from "../../sca/sca-step.ts";

/** Parses the form of a page. */
export const parseAction = (form: Form): ScaAction | undefined => {
  if (form.get("decision") === "refuse") return { kind: "refuse" };
  switch (form.get("step")) {
    case "identify":
      return { kind: "identify", identification: parseIdentification(form) };
    case "context":
      return { kind: "choose", choice: parseContextChoice(form.get("context") ?? undefined) };
    case "approve":
    case "consent":
      return { kind: "approve", form: { accountIds: form.getAll("account") } };
    default:
      return undefined;
  }
};

const customerNumberCharactersMax = 128;

/** Parses what a PSU has typed to identify. A longer text is cut, and identifies nobody. */
export const parseIdentification = (form: Form): { customerNumber: string } => ({
  customerNumber: (form.get("customerNumber") ?? "").trim().slice(0, customerNumberCharactersMax),
});

/** Parses a form of the sandbox's panel beside the page. */
export const parseOutcome = (form: Form, step: ScaStep): ScaAction | undefined => {
  switch (form.get("outcome")) {
    case "approve":
      return { kind: "approve", form: { accountIds: everyAccount(step) } };
    case "refuse":
      return { kind: "fail", fault: refusedFault };
    case "time-out":
      return { kind: "fail", fault: timedOutFault };
    case "fail": {
      const code = form.get("code");
      const message = "The sandbox was requested to fail.";
      return isOneOf(tppMessageCodes, code)
        ? { kind: "fail", fault: { system: "sca", code, message } }
        : undefined;
    }
    default:
      return undefined;
  }
};

/** Returns all accounts, because the panel has no checklist. */
const everyAccount = (step: ScaStep): readonly string[] =>
  step.at === "approve" && step.approval.kind === "consent"
    ? step.approval.accounts.map(({ id }) => id)
    : [];
