import type {
  AccountId,
  Clock,
  Identification,
  PersonId,
  PsuDirectory,
  ScaAttempt,
  ScaMethod,
  ScaResult,
  WorldId,
} from "@varde/bank";
import { all, type Storage, sql } from "@varde/storage";
import type { Note } from "./note.ts";

const testCustomersMax = 12;

interface ListedPerson {
  readonly person_id: PersonId;
  readonly customer_number: string;
  readonly name: string;
  readonly may_pay: bigint;
}

/**
 * Identifies a PSU by customer number alone, and accepts the press of the button as approval. The
 * page that asks for the number lists some test customers, seeded ones first, each with a note.
 */
export function sandboxScaMethod(
  storage: Storage,
  directory: PsuDirectory,
  clock: Clock,
  notes: ReadonlyMap<string, Note>,
): Required<ScaMethod> {
  return {
    usesForm: () => true,
    begin: async () => ({ kind: "page" }),
    finish: async (sca, callback) => {
      const fields = callback.kind === "form" ? callback.fields : {};
      const personId = await findPerson(sca, fields, directory);
      if (personId === undefined) return unknownCustomer;
      const at = await clock.now(sca.worldId);
      return { kind: "proven", personId, evidence: { method: "sandbox-form", at } };
    },
    listTestCustomers: async (worldId, accountId) => {
      const rows = await storage.read(() => findTestCustomers(worldId, accountId));
      return rows.map(({ person_id, customer_number, name, may_pay }) => {
        const note = notes.get(person_id);
        return {
          customerNumber: customer_number,
          name,
          ...(note === undefined ? {} : { note }),
          ...(may_pay === 1n && { mayPay: true }),
        };
      });
    },
  };
}

const unknownCustomer: ScaResult = {
  kind: "failed",
  because: "invalid",
  reason: "no customer has this number",
};

/** Returns the person with this number, or the one who approves. */
const findPerson = async (
  { step, worldId, personId }: ScaAttempt,
  { customerNumber = "" }: Identification,
  directory: PsuDirectory,
): Promise<PersonId | undefined> => {
  if (step === "approve") return personId;
  const digits = customerNumber.replaceAll(/\s/g, "");
  if (!/^[0-9]{8,11}$/.test(digits)) return undefined;
  return (await directory.findPerson(worldId, digits))?.personId;
};

const findTestCustomers = (worldId: WorldId, accountId: AccountId | undefined) =>
  all<ListedPerson>(sql`
    select p.person_id, p.customer_number, p.name,
      cast(max(case when exists (select 1 from sandbox_engagement e
        where e.world_id = p.world_id and e.person_id = p.person_id and e.may_register = 1
          and e.account_id = ${accountId ?? null}) then 1 else 0 end) as bigint) as may_pay
    from sandbox_person p
    left join sandbox_customer c on c.world_id = p.world_id and c.person_id = p.person_id
    where p.world_id = ${worldId}
    group by p.person_id, p.customer_number, p.name
    order by may_pay desc, max(coalesce(c.is_seeded, 1)) desc,
      max(coalesce(c.customer_type, '')) desc, p.name
    limit ${testCustomersMax}`);
