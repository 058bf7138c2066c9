import { aBank, aProductionBank, type ProductionBank } from "@varde/testkit/bank";
import { oidcTerms } from "@varde/testkit/eid";
import type { JWK } from "jose";
import { createOidcScaMethod } from "../src/index.ts";

/** Everything that the processes of one bank share. It is sent to the other process as JSON. */
export interface SharedBank {
  readonly databaseUrl: string;
  /** Address of the proxy in front of all processes. */
  readonly publicUrl: string;
  readonly issuer: string;
  readonly key: JWK;
}

type Sandbox = Awaited<ReturnType<typeof aBank>>;

/** Opens the database with the people of a sandbox. */
export const openPeople = ({ databaseUrl: url }: Pick<SharedBank, "databaseUrl">) =>
  aBank({ location: { engine: "postgres", url }, bank: { bankId: "eid-bank" } });

/** Starts one process of a bank whose PSUs identify at the provider. */
export const anOidcBank = (
  people: Sandbox,
  { publicUrl, issuer, key }: SharedBank,
): Promise<ProductionBank> => {
  const scaMethod = createOidcScaMethod({
    ...oidcTerms,
    issuer,
    key,
    psuDirectory: people.bank.psuDirectory,
  });
  const anchors = [people.authority.certificate];
  return aProductionBank(people, { publicUrl, anchors }, { scaMethod });
};
