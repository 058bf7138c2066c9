import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Lists the ids of the first unsigned payments. The bank may be running. */
export const listUnsigned = (folder: string, count: number): readonly string[] => {
  const database = new DatabaseSync(join(folder, "varde.sqlite"), { readOnly: true });
  const rows = database
    .prepare("select payment_id from payment where status = 'RCVD' order by payment_id limit ?")
    .all(count);
  database.close();
  return rows.map(({ payment_id }) => payment_id as string);
};
