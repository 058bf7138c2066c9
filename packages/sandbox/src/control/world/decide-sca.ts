import { readPayment, readSca, type Sca, type WorldId } from "@varde/bank";
import type { BodyOfControl, ControlOperations } from "@varde/protocol";
import { isInvalid } from "@varde/protocol";
import { one, sql } from "@varde/storage";
import { ControlRefused } from "../../control-refused.ts";
import { performChoices } from "./complete-sca-for-psu.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";

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
  const completed = await performChoices(
    await sandbox.scaFlow.takeOver(sca),
    { decision, customerNumber: psu },
    sandbox,
  );
  if (isInvalid(completed)) throw new ControlRefused(completed.reason);
  return completed;
};

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
