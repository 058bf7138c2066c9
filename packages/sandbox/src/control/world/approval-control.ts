import type { AgreementId, AppUser, PersonId, WorldId } from "@varde/bank";
import { type Currency, formatAmount } from "@varde/protocol";
import { one, sql } from "@varde/storage";
import { ControlRefused } from "../../control-refused.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";

/** An approval that waits in a customer's app. */
export interface WaitingInApp {
  readonly authorisationId: string;
  /** Name of the TPP that requested it. */
  readonly tpp: string;
  /** The agreement under which it would be approved. */
  readonly agreement?: AgreementId;
  /** Subject of the approval, as the app shows it. */
  readonly subject: object;
}

/** Lists and decides app approvals for a customer, in place of the customer's phone. */
export const approvalControl = (sandbox: ControlledSandbox, worldId: WorldId) => {
  const decide =
    (decision: "approve" | "refuse") =>
    async (
      authorisationId: string,
      customerNumber: string,
      agreementId?: AgreementId,
    ): Promise<string> => {
      const user = await findUser(worldId, customerNumber, sandbox);
      return sandbox.appApprovals.decide(user, authorisationId, decision, { agreementId });
    };
  return {
    list: async (customerNumber: string): Promise<readonly WaitingInApp[]> => {
      const user = await findUser(worldId, customerNumber, sandbox);
      const waiting = await sandbox.appApprovals.list(user);
      return waiting.map(({ authorisationId, agreementId, requester, subject }) => ({
        authorisationId,
        tpp: requester.name,
        ...(agreementId === undefined ? {} : { agreement: agreementId }),
        subject: readable(subject) as object,
      }));
    },
    approve: decide("approve"),
    refuse: decide("refuse"),
  };
};

/** Replaces amounts in minor units, as the pages hold them, with amounts of the interface. */
const readable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== "object" || value === null) return value;
  if ("amountMinor" in value && "currency" in value) {
    const { amountMinor, currency } = value as { amountMinor: bigint; currency: Currency };
    return { amount: formatAmount(amountMinor, currency), currency };
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, readable(one)]));
};

const findUser = async (
  worldId: WorldId,
  customerNumber: string,
  { storage, dataWorld }: ControlledSandbox,
): Promise<AppUser> => {
  const from = await dataWorld(worldId);
  const person = await storage.read(() =>
    one<{ person_id: PersonId }>(
      sql`select person_id from sandbox_person
        where world_id = ${from} and customer_number = ${customerNumber}`,
    ),
  );
  if (person === undefined)
    throw new ControlRefused(`this world has no customer with customerNumber "${customerNumber}"`);
  return { worldId, personId: person.person_id };
};
