import {
  type AccountResource,
  isRefusal,
  type Refusal,
  refuse,
  respondWith,
  respondWithList,
  type WorldId,
} from "@varde/bank";
import { type Account, accountClosing } from "@varde/ledger";
import { all, one, run, sql } from "@varde/storage";
import {
  type DataOperation,
  type DataParts,
  type DataRequest,
  pageRecords,
  unknownRecord,
} from "../data-parts.ts";
import { presentSandboxAccount } from "./present-account.ts";

export const listSandboxAccounts =
  (resource: AccountResource): DataOperation =>
  async (_context, parts) =>
    respondWithList(200, accountPages(parts.worldId, resource, parts));

async function* accountPages(worldId: WorldId, resource: AccountResource, parts: DataParts) {
  for (let afterId = ""; ; ) {
    const page = await parts.ledger.listAccountPage(worldId, { afterId, limit: pageRecords });
    const last = page.at(-1);
    if (last === undefined) return;
    const numbers = await readOwnerNumbers(worldId, page, parts);
    yield page
      .filter((account) => accountResource(account) === resource)
      .map((account) => presentSandboxAccount(account, numbers.get(account.ownerId)));
    afterId = last.id;
  }
}

/** Reads the customer numbers of the owners, by owner id, in one range query. */
const readOwnerNumbers = async (
  worldId: WorldId,
  accounts: readonly Account[],
  { storage }: DataParts,
): Promise<ReadonlyMap<string, string>> => {
  const owners = accounts.map(({ ownerId }) => ownerId).toSorted();
  const [first = "", last = ""] = [owners[0], owners.at(-1)];
  const rows = await storage.read(() =>
    all<{ customer_id: string; customer_number: string }>(
      sql`select c.customer_id, p.customer_number from sandbox_customer c
        join sandbox_person p on p.world_id = c.world_id and p.person_id = c.person_id
        where c.world_id = ${worldId} and c.customer_id >= ${first} and c.customer_id <= ${last}`,
    ),
  );
  return new Map(rows.map((row) => [row.customer_id, row.customer_number]));
};

export const readSandboxAccount =
  (resource: AccountResource): DataOperation<"accountId"> =>
  async (context, parts) => {
    const account = await findSandboxAccount(resource, context, parts);
    if (isRefusal(account)) return account;
    const owner = await parts.storage.read(() =>
      one<{ customer_number: string }>(
        sql`select p.customer_number from sandbox_customer c
          join sandbox_person p on p.world_id = c.world_id and p.person_id = c.person_id
          where c.world_id = ${account.worldId} and c.customer_id = ${account.ownerId}`,
      ),
    );
    return respondWith(200, presentSandboxAccount(account, owner?.customer_number));
  };

/** Closes an account; refuses if it has payments in progress. */
export const deleteSandboxAccount =
  (resource: AccountResource): DataOperation<"accountId"> =>
  async (context, parts) => {
    const account = await findSandboxAccount(resource, context, parts);
    if (isRefusal(account)) return account;
    const { worldId, id } = account;
    const refusal = await parts.storage.write(function* () {
      yield* accountClosing(parts.ids, worldId, id, BigInt(context.now));
      yield* run(
        sql`delete from sandbox_engagement
            where world_id = ${worldId} and account_id = ${id}`,
      );
      return undefined;
    });
    if (refusal === undefined) return respondWith(204);
    if (refusal.refused === "account-unknown") return unknownRecord("account");
    return refuse({ code: "CONFLICT", text: refusal.text });
  };

/** Finds the open account of the path, if it is one that the path serves. */
export const findSandboxAccount = async (
  resource: AccountResource,
  context: DataRequest<"accountId">,
  { ledger, worldId }: DataParts,
): Promise<Account | Refusal> => {
  const { accountId } = context.received.parameters;
  const account = await ledger.readAccount(worldId, accountId);
  const isThere =
    account !== undefined && account.closedAt === null && accountResource(account) === resource;
  return isThere ? account : unknownRecord(resource === "card" ? "card account" : "account");
};

const accountResource = ({ kind }: Account): AccountResource =>
  kind === "card" ? "card" : "account";
