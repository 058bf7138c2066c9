import {
  type ContractRule,
  describeSections,
  requireStep,
  type SigningMandatesSubject,
  signingMandatesContract,
  signingMandatesSections,
} from "@varde/bank/contracts";
import type { ContractClient } from "../client/contract-client.ts";
import type { HttpCoreBank } from "../client/create-http-core-bank.ts";
import { contractOperations } from "../contract/contract-operations.ts";
import type { CheckedAccounts, CheckedMandates } from "./checked-accounts.ts";

/** A core bank to check, and the company whose mandates it should know. */
export interface MandatesUnderCheck {
  readonly client: ContractClient;
  readonly http: HttpCoreBank;
  readonly accounts: CheckedAccounts;
  /** Whether a core bank without the operations is not a failure. */
  readonly areOptional: boolean;
}

const [section] = signingMandatesSections;
const { name = "", title = "" } = section ?? {};
const { path } = contractOperations.decideSignings;

/** Returns the rules about mandates, or one in place of all that says why they are skipped. */
export const mandateRules = async (
  checked: MandatesUnderCheck,
): Promise<readonly ContractRule[]> => {
  const { client, http, accounts, areOptional } = checked;
  const { mandates: company } = accounts;
  if (company === undefined) return [skipAll("no company was given, as mandates of the accounts")];
  if (areOptional) {
    const { status } = await client.send(path, '{"requests":[]}');
    if (status === 404) return [skipAll(`the core bank does not have ${path} (404)`)];
  }
  try {
    return signingMandatesContract(await findCompany(http, accounts.worldId, company));
  } catch (error) {
    // The first rule reports the failure, and the others are blocked by it.
    return describeSections(signingMandatesSections).map((rule) => ({
      ...rule,
      check: () => Promise.reject(error),
    }));
  }
};

const skipAll = (skipped: string): ContractRule => ({
  id: name,
  statement: title,
  skipped,
  check: async () => {},
});

const findCompany = async (
  { coreBank, psuDirectory, signingMandates }: HttpCoreBank,
  worldId: string,
  { bban, amountMinor, signers, preparer, viewer, alone }: CheckedMandates,
): Promise<SigningMandatesSubject> => {
  const findId = async (customerNumber: string) => {
    const person = await psuDirectory.findPerson(worldId, customerNumber);
    requireStep(person !== undefined, `nobody was found with the number ${customerNumber}`);
    return person.personId;
  };
  const account = await coreBank.findAccount(worldId, { bban });
  requireStep(account !== undefined, `no account has the number ${bban}`);
  const { accountId } = account;
  const people = [await findId(signers[0]), await findId(signers[1])] as const;
  const agreements = await psuDirectory.listAgreements(worldId, people[0]);
  const agreement = agreements.find(
    ({ context, accountIds }) => context === "CORPORATE" && accountIds.includes(accountId),
  );
  requireStep(
    agreement !== undefined,
    `the customer ${signers[0]} has no agreement of context CORPORATE with the account ${bban}`,
  );
  requireStep(signingMandates !== undefined, "the client has no mandates");
  const minor = BigInt(amountMinor);
  return {
    mandates: signingMandates,
    payment: {
      worldId,
      accountId,
      agreementId: agreement.agreementId,
      product: "NDCT",
      service: "payments",
      currency: "NOK",
      amountMinor: minor,
      nokMinor: minor,
      totalNokMinor: minor,
    },
    signers: people,
    preparer: preparer && (await findId(preparer)),
    viewer: viewer && (await findId(viewer)),
    alone: alone && {
      personId: people[0],
      paymentNokMinor: BigInt(alone.paymentMinor),
      dayNokMinor: BigInt(alone.dayMinor),
    },
  };
};
