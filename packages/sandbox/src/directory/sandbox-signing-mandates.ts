import type { AccountId, AgreementId, SigningMandates, SigningRequest, WorldId } from "@varde/bank";
import { all, one, type Storage, sql } from "@varde/storage";
import { decideByRule, type Signer, type SigningRule } from "./signing-rule.ts";

/** Implements the bank's port for mandates with the agreements of the sandbox. */
export const sandboxSigningMandates = (
  storage: Storage,
  dataWorld: (worldId: WorldId) => Promise<WorldId> | WorldId = (worldId) => worldId,
): SigningMandates => {
  const read = async (request: Omit<SigningRequest, "personId">) => {
    const worldId = await dataWorld(request.worldId);
    const { agreementId, accountId } = request;
    return storage.read(function* () {
      const agreement = yield* readRule(worldId, agreementId);
      const people = yield* listPeople(worldId, agreementId, accountId);
      const rule: SigningRule | undefined = agreement?.signing
        ? JSON.parse(agreement.signing)
        : undefined;
      return { rule, people: people.map(toSigner) };
    });
  };
  return {
    decide: (requests) =>
      Promise.all(
        requests.map(async (request) => {
          const { rule, people } = await read(request);
          return decideByRule(request, rule, people);
        }),
      ),
    listSigners: async (request) => {
      const { rule, people } = await read(request);
      return people
        .filter(({ personId }) => {
          const decision = decideByRule({ ...request, personId }, rule, people);
          return decision.kind !== "may-not-sign";
        })
        .map(({ personId, name }) => ({ personId, name }));
    },
  };
};

const readRule = (worldId: WorldId, agreementId: AgreementId) =>
  one<{ signing: string | null }>(
    sql`select signing from sandbox_agreement
      where world_id = ${worldId} and agreement_id = ${agreementId}`,
  );

interface PersonRow {
  readonly person_id: string;
  readonly customer_number: string;
  readonly name: string;
  readonly may_view: bigint;
  readonly may_register: bigint;
  readonly may_approve: bigint;
}

const listPeople = (worldId: WorldId, agreementId: AgreementId, accountId: AccountId) =>
  all<PersonRow>(
    sql`select e.person_id, p.customer_number, p.name, e.may_view, e.may_register, e.may_approve
      from sandbox_engagement e
      join sandbox_person p on p.world_id = e.world_id and p.person_id = e.person_id
      where e.world_id = ${worldId} and e.agreement_id = ${agreementId}
        and e.account_id = ${accountId}
      order by p.name`,
  );

const toSigner = (row: PersonRow): Signer => ({
  personId: row.person_id,
  customerNumber: row.customer_number,
  name: row.name,
  mayView: row.may_view === 1n,
  mayRegister: row.may_register === 1n,
  mayApprove: row.may_approve === 1n,
});
