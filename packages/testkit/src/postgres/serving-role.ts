import { randomBytes } from "node:crypto";
import { runOnServer } from "./postgres.ts";

/** A role that may read and write the rows of a database, and nothing else. */
export interface ServingRole extends AsyncDisposable {
  /** The address of the database for this role. */
  readonly url: string;
}

/** Creates such a role for a database and drops it at disposal. */
export async function aServingRole(databaseUrl: string): Promise<ServingRole> {
  const role = `varde_test_${randomBytes(8).toString("hex")}`;
  await runOnServer(
    databaseUrl,
    `create role ${role} login;
    grant select, insert, update, delete on all tables in schema public to ${role};
    alter default privileges in schema public
      grant select, insert, update, delete on tables to ${role}`,
  );
  const url = new URL(databaseUrl);
  url.username = role;
  const drop = async () =>
    void (await runOnServer(databaseUrl, `drop owned by ${role}; drop role ${role}`));
  return { url: url.href, [Symbol.asyncDispose]: drop };
}
