import {
  expireConsent,
  findPsuId,
  listConsentScas,
  listWorldConsents,
  readWorldTime,
  type WorldConsent,
  type WorldId,
} from "@varde/bank";
import { type ControlResponse, consentsListedMax } from "@varde/protocol";
import { all, sql } from "@varde/storage";
import { ControlRefused } from "../../control-refused.ts";
import { presentExchange } from "../../requests/present-exchange.ts";
import { summarizeAccount } from "./account-views.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";
import { readPersonNames } from "./read-person-names.ts";
import { readTimeline } from "./read-timeline.ts";
import { isOpenSca, presentScas } from "./sca-views.ts";

type ShownConsent = ControlResponse<"listConsents">["consents"][number];

/** Lists what each TPP may read, with the calls without the PSU that are left. */
export const listConsents = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
  page: { readonly limit: number; readonly before?: string | undefined },
): Promise<readonly ShownConsent[]> => {
  const { storage, clock } = sandbox;
  const consents = await listWorldConsents(
    storage,
    worldId,
    page,
    await readWorldTime(worldId, clock),
  );
  return presentConsents(consents, sandbox, worldId);
};

const presentConsents = async (
  consents: readonly WorldConsent[],
  { storage, ledger }: ControlledSandbox,
  worldId: WorldId,
): Promise<readonly ShownConsent[]> => {
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

const renewalsMax = 20;
const accountPaths = ["/v1/accounts", "/v1/card-accounts", "/v1/consents", "/v1/funds"];

/** Reads a consent with its timeline, and who may renew it now. */
export const readConsent = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
  consentId: string,
): Promise<ControlResponse<"readConsent">> => {
  const { storage, clock } = sandbox;
  const time = await readWorldTime(worldId, clock);
  // The list ends before an id, so the id is the first one before the next.
  const page = { limit: 1, before: `${consentId} ` };
  const [consent] = await listWorldConsents(storage, worldId, page, time);
  const [shown] = consent === undefined ? [] : await presentConsents([consent], sandbox, worldId);
  if (consent?.consentId !== consentId || shown === undefined) {
    throw new ControlRefused(`there is no consent ${consentId} in this world`);
  }
  const scas = await storage.read(() => listConsentScas(consent, renewalsMax));
  const open = scas.find((sca) => isOpenSca(sca, time.now));
  const psuId = await storage.read(() => findPsuId(consent.personId, consent));
  const sessions = scas.map(({ sessionId }) => sessionId);
  return {
    ...shown,
    timeline: await readTimeline(sandbox, worldId, {
      subjectId: consentId,
      scas,
      isAbout: ({ exchangeId, worldId: of, target }) => {
        if (of !== worldId || !accountPaths.some((path) => target.startsWith(path))) return false;
        const recorded = sandbox.requestLog.find(exchangeId);
        const headers = recorded === undefined ? {} : presentExchange(recorded).request.headers;
        // The first request has no PSU-ID yet, but the session of the SCA.
        return headers["psu-id"] === psuId || sessions.includes(headers["tpp-session-id"] ?? "");
      },
    }),
    scas: await presentScas(scas, sandbox, worldId),
    signers: open === undefined ? [] : await listRenewer(sandbox, consent, open.scaId),
  };
};

const listRenewer = async (
  { storage, dataWorld }: ControlledSandbox,
  { worldId, personId }: WorldConsent,
  authorisationId: string,
): Promise<ControlResponse<"readConsent">["signers"]> => {
  const from = await dataWorld(worldId);
  const people = await storage.read(() =>
    all<{ name: string; customer_number: string }>(
      sql`select name, customer_number from sandbox_person
        where world_id = ${from} and person_id = ${personId}`,
    ),
  );
  return people.map(({ name, customer_number: customerNumber }) => ({
    name,
    customerNumber,
    authorisationId,
    via: "sca",
    missing: 0,
  }));
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
