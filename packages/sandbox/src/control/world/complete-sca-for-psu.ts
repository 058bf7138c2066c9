import {
  isOpenStep,
  isScaOver,
  isScaTimedOut,
  type OpenStep,
  type RunningBank,
  readPayment,
  readSca,
  type Sca,
  type ScaAction,
  type ScaFault,
  type ScaStep,
  type WorldId,
} from "@varde/bank";
import {
  type BodyOfControl,
  type ControlOperations,
  Invalid,
  isInvalid,
  type ScaToComplete,
  type TppMessageCode,
} from "@varde/protocol";
import { one, sql } from "@varde/storage";
import { ControlRefused } from "../../control-refused.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";

interface ScaChoices extends Omit<ScaToComplete, "scaRedirect" | "customerNumber"> {
  readonly customerNumber: string | undefined;
}

/** Completes an SCA through the same steps as a PSU, and returns the address of the redirect. */
export const completeScaForPsu = async (
  input: ScaToComplete,
  sandbox: Pick<RunningBank, "scaFlow" | "bank">,
): Promise<{ readonly redirect: string } | Invalid> => {
  const secret = /\/sca\/([\w-]+)/.exec(input.scaRedirect)?.[1];
  if (secret === undefined) return new Invalid("scaRedirect is not a link to an SCA of this bank");
  const { step } = await sandbox.scaFlow.open(secret, undefined);
  const first = isOpenStep(step)
    ? await sandbox.scaFlow.bind(step, sandbox.bank.ids.newSecret())
    : step;
  return performChoices(first, input, sandbox);
};

/** Performs the choices of a PSU from a step of an SCA to its end. */
const performChoices = async (
  first: ScaStep,
  input: ScaChoices,
  { scaFlow, bank }: Pick<RunningBank, "scaFlow" | "bank">,
): Promise<{ readonly redirect: string } | Invalid> => {
  let step = first;
  // An SCA has at most three pages: identify, context, approve.
  for (let page = 0; page < 4; page += 1) {
    if (step.at === "leave") return { redirect: step.end.address };
    if (step.at === "redirect") return { redirect: step.address };
    if (step.at === "closed") return new Invalid(await whyClosed(step, bank));
    if (!isOpenStep(step)) break;
    const action = chooseAction(step, input);
    if (typeof action === "string") return new Invalid(action);
    const next = await scaFlow.perform(step, action);
    if (next.at === "identify") return new Invalid("the customerNumber was not accepted");
    step = next;
  }
  return new Invalid("the SCA was not completed after the last page");
};

type ClosedStep = Extract<ScaStep, { at: "closed" }>;

const newLink = "request a new link";
const closedTexts: Readonly<Record<ClosedStep["reason"], string>> = {
  unknown: `no SCA has this link; send scaRedirect exactly as it was returned, or ${newLink}`,
  used: `this SCA is already finished, and a link works only once; ${newLink}`,
  "other-browser":
    "the PSU has already identified, in a browser or by an earlier request; " +
    `continue in that browser, or ${newLink}`,
  "timed-out": `this SCA has expired; ${newLink}`,
  "untrusted-address": `its TPP-Redirect-URI is no longer accepted; ${newLink} with another`,
  "stale-form": `the SCA was continued in another window; continue there, or ${newLink}`,
  "too-many": "too many unknown links were opened; wait a minute",
};

/** Explains why an SCA is closed. Unlike the pages, it says when the SCA is finished or expired. */
const whyClosed = async (
  { reason, sca }: ClosedStep,
  { clock }: Pick<RunningBank["bank"], "clock">,
): Promise<string> => {
  if (reason !== "other-browser" || sca === undefined) return closedTexts[reason];
  if (isScaOver(sca)) return closedTexts.used;
  const isTimedOut = isScaTimedOut(sca, await clock.now(sca.worldId));
  return closedTexts[isTimedOut ? "timed-out" : reason];
};

const chooseAction = (step: OpenStep, input: ScaChoices): ScaAction | string => {
  if (input.decision === "time-out" || input.decision === "fail") {
    return { kind: "fail", fault: createFault(input.decision, input.code) };
  }
  // An identification has no approval page, so a refusal must come before it.
  if (input.decision === "refuse" && step.sca.subjectKind === "identification") {
    return { kind: "refuse" };
  }
  switch (step.at) {
    case "wait":
      return "the SCA waits for the PSU on another device";
    case "identify":
      if (input.customerNumber === undefined) {
        return "the PSU of this SCA is not known; name one in customerNumber";
      }
      return { kind: "identify", identification: { customerNumber: input.customerNumber } };
    case "context": {
      const agreement = step.agreements.find(
        (one) =>
          (input.context === undefined || one.context === input.context) &&
          (input.agreement === undefined ||
            one.agreementId === input.agreement ||
            one.name === input.agreement),
      );
      if (agreement === undefined)
        return "the customer has no agreement that matches context and agreement";
      const { context, agreementId } = agreement;
      return { kind: "choose", choice: { context, agreementId } };
    }
    case "approve": {
      if (input.decision === "refuse") return { kind: "refuse" };
      const offered = step.approval.kind === "consent" ? step.approval.accounts : [];
      const accountIds = selectAccounts(offered, input.accounts);
      return typeof accountIds === "string"
        ? accountIds
        : { kind: "approve", form: { accountIds } };
    }
  }
};

type Offered = Pick<
  Extract<Extract<ScaStep, { at: "approve" }>["approval"], { kind: "consent" }>["accounts"][number],
  "id" | "number"
>;

/** Returns the ids of the selected accounts, or what is wrong: an unknown account is an error. */
const selectAccounts = (
  offered: readonly Offered[],
  selected: readonly string[] | undefined,
): readonly string[] | string => {
  if (selected === undefined || offered.length === 0) return offered.map(({ id }) => id);
  const isNamed = ({ id, number }: Offered, name: string) =>
    name === id || name === number || (/^NO[0-9]{13}$/.test(name) && name.slice(4) === number);
  const unknown = selected.find((name) => !offered.some((one) => isNamed(one, name)));
  if (unknown !== undefined) {
    const there = offered.map(({ id, number }) => `${id} (${number})`).join(", ");
    return `accounts contains ${unknown}, which is not offered; the offered accounts are ${there}`;
  }
  return offered.filter((one) => selected.some((name) => isNamed(one, name))).map(({ id }) => id);
};

const createFault = (decision: "time-out" | "fail", code: TppMessageCode | undefined): ScaFault =>
  decision === "time-out"
    ? { system: "sca", code: "SCA_EXPIRED", message: "The PSU did not finish in time." }
    : { system: "sca", code: code ?? "SYSTEM_ERROR", message: "The SCA has failed." };

/** Completes an open SCA for its PSU without the link. Returns the address of the redirect. */
export const decideSca = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
  authorisationId: string,
  { decision, customerNumber }: BodyOfControl<ControlOperations["decideSca"]>,
): Promise<{ readonly redirect: string }> => {
  const sca = await sandbox.storage.read(() => readSca(authorisationId));
  if (sca?.worldId !== worldId) {
    throw new ControlRefused(`there is no authorisation ${authorisationId} in this world`);
  }
  const psu = customerNumber ?? (await findCustomerNumber(sca, sandbox));
  const agreement = await findOwner(sca, sandbox);
  const completed = await performChoices(
    await sandbox.scaFlow.takeOver(sca),
    { decision, customerNumber: psu, ...(agreement !== undefined && { agreement }) },
    sandbox,
  );
  if (isInvalid(completed)) throw new ControlRefused(completed.reason);
  return completed;
};

/** Returns the agreement under which a payment was made, if it is known. */
const findOwner = async ({ subjectId }: Sca, { storage }: ControlledSandbox) =>
  subjectId === undefined
    ? undefined
    : (await storage.read(() => readPayment(subjectId)))?.agreementId;

/** Returns the number of the person who must approve, or of one who may use the account. */
const findCustomerNumber = async (
  sca: Sca,
  { storage, dataWorld }: ControlledSandbox,
): Promise<string | undefined> => {
  const from = await dataWorld(sca.worldId);
  const { subjectId } = sca;
  const payment =
    subjectId === undefined ? undefined : await storage.read(() => readPayment(subjectId));
  const personId = sca.personId ?? sca.expectedPersonId ?? payment?.personId ?? null;
  const row = await storage.read(() =>
    one<{ customer_number: string }>(
      sql`select customer_number from sandbox_person
        where world_id = ${from} and (person_id = ${personId} or person_id in (
          select person_id from sandbox_engagement where world_id = ${from}
            and account_id = ${payment?.debtorAccountId ?? null} and may_register = 1))
        order by case when person_id = ${personId} then 0 else 1 end, person_id limit 1`,
    ),
  );
  return row?.customer_number;
};
