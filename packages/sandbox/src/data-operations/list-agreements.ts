import { type AgreementId, refuse, respondWith, respondWithList, type WorldId } from "@varde/bank";
import { run, sql } from "@varde/storage";
import { lockWorld } from "../worlds/lock-world.ts";
import { listAgreementPage, listEngagementRecords, readAgreementRow } from "./agreement-store.ts";
import { readCustomerRow } from "./customer-store.ts";
import { type DataOperation, type DataParts, pageRecords, unknownRecord } from "./data-parts.ts";
import { presentAgreement, presentEngagement } from "./present-agreement.ts";

export const listSandboxAgreements: DataOperation = async (_context, parts) =>
  respondWithList(200, agreementPages(parts.worldId, parts));

async function* agreementPages(worldId: WorldId, parts: DataParts) {
  for (let after = ""; ; ) {
    const from = after;
    const page = await parts.storage.read(() => listAgreementPage(worldId, from, pageRecords));
    const last = page.at(-1);
    if (last === undefined) return;
    yield page.map((agreement) => presentAgreement(agreement, undefined));
    after = last.agreementId;
  }
}

export const readSandboxAgreement: DataOperation<"agreementId"> = async (context, parts) => {
  const { worldId } = parts;
  const { agreementId } = context.received.parameters;
  const agreement = await parts.storage.read(() => readAgreementRow(worldId, agreementId));
  if (agreement === undefined) return unknownRecord("agreement");
  const owner = await parts.storage.read(() => readCustomerRow(worldId, agreement.ownerId));
  return respondWith(200, presentAgreement(agreement, owner?.customerNumber));
};

export const deleteSandboxAgreement: DataOperation<"agreementId"> = async (context, parts) => {
  const { worldId } = parts;
  const { agreementId } = context.received.parameters;
  const agreement = await parts.storage.read(() => readAgreementRow(worldId, agreementId));
  if (agreement === undefined) return unknownRecord("agreement");
  if (agreement.context === "PRIVATE") {
    const text = "A private customer's agreement cannot be deleted; delete the customer instead.";
    return refuse({ code: "CONFLICT", text });
  }
  await parts.storage.write(function* () {
    yield* lockWorld(worldId);
    yield* run(
      sql`delete from sandbox_engagement
        where world_id = ${worldId} and agreement_id = ${agreementId}`,
      sql`delete from sandbox_agreement
        where world_id = ${worldId} and agreement_id = ${agreementId}`,
    );
  });
  return respondWith(204);
};

export const listEngagements: DataOperation<"agreementId"> = async (context, parts) => {
  const { worldId } = parts;
  const { agreementId } = context.received.parameters;
  const agreement = await parts.storage.read(() => readAgreementRow(worldId, agreementId));
  if (agreement === undefined) return unknownRecord("agreement");
  return respondWith(200, await listedEngagements(worldId, agreementId, parts));
};

export const listedEngagements = async (
  worldId: WorldId,
  agreementId: AgreementId,
  { storage, ledger }: DataParts,
): Promise<readonly object[]> => {
  const engagements = await storage.read(() => listEngagementRecords(worldId, agreementId));
  return Promise.all(
    engagements.map(async (engagement) =>
      presentEngagement(
        engagement,
        (await ledger.readAccount(worldId, engagement.account_id))?.iban,
      ),
    ),
  );
};
