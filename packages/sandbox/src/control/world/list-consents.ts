import { expireConsent, listWorldConsents, type WorldId } from "@varde/bank";
import { type ControlResponse, consentsListedMax } from "@varde/protocol";
import { all, sql } from "@varde/storage";
import { ControlRefused } from "../../control-refused.ts";
import { summarizeAccount } from "./account-views.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";
import { readPersonNames } from "./read-person-names.ts";

type ShownConsent = ControlResponse<"listConsents">["consents"][number];

/** Lists what each TPP may read, with the calls without the PSU that are left. */
export const listConsents = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
  page: { readonly limit: number; readonly before?: string | undefined },
): Promise<readonly ShownConsent[]> => {
  const { storage, ledger, clock } = sandbox;
  const consents = await listWorldConsents(storage, worldId, page, await clock.now(worldId));
  const people = await readPersonNames(storage, worldId);
  const agreements = await readCorporateNames(storage, worldId);
  const shown: ShownConsent[] = [];
  for (const consent of consents) {
    const onBehalfOf = agreements.get(consent.agreementId);
    const found = await Promise.all(
      consent.accountIds.map((id) => ledger.readAccount(worldId, id)),
    );
    shown.push({
      consentId: consent.consentId,
      tpp: consent.tppName,
      psu: people.get(consent.personId) ?? consent.personId,
      ...(onBehalfOf !== undefined && { onBehalfOf }),
      scope: consent.scope,
      state: consent.state,
      grantedAt: new Date(consent.grantedAt).toISOString(),
      validUntil: new Date(consent.endsAt).toISOString(),
      accounts: found
        .filter((account) => account !== undefined)
        .map((account) => {
          const { accountId, name, number } = summarizeAccount(account);
          return {
            accountId,
            name,
            number,
            balancesLeft: consent.callsLeft(accountId, "balances"),
            transactionsLeft: consent.callsLeft(accountId, "transactions"),
          };
        }),
    });
  }
  return shown;
};

/** Lets a valid consent expire, given by its id, or by the name of its PSU, company or TPP. */
export const expireNamedConsent = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
  named: string,
): Promise<ShownConsent> => {
  const consents = await listConsents(sandbox, worldId, { limit: consentsListedMax });
  const isNamed = ({ consentId, psu, onBehalfOf, tpp }: ShownConsent) =>
    [consentId, psu, onBehalfOf, tpp].includes(named);
  const [consent, ...others] = consents.filter((one) => one.state === "valid" && isNamed(one));
  if (consent === undefined) {
    throw new ControlRefused(`no valid consent has the id or name ${named.slice(0, 100)}`);
  }
  if (others.length > 0) {
    const ids = [consent, ...others].map(({ consentId, psu }) => `${consentId} (${psu})`);
    throw new ControlRefused(`several consents match; give the id of one: ${ids.join(", ")}`);
  }
  const at = await sandbox.clock.now(worldId);
  const { consentId } = consent;
  const isExpired = await sandbox.storage.write(() =>
    expireConsent({ worldId, consentId, at }, sandbox.bank.ids),
  );
  if (!isExpired) throw new ControlRefused(`consent ${consentId} is not valid any more`);
  return consent;
};

const readCorporateNames = async (
  storage: ControlledSandbox["storage"],
  worldId: WorldId,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await storage.read(() =>
    all<{ agreement_id: string; name: string }>(
      sql`select agreement_id, name from sandbox_agreement
        where world_id = ${worldId} and context = 'CORPORATE'`,
    ),
  );
  return new Map(rows.map(({ agreement_id, name }) => [agreement_id, name]));
};
