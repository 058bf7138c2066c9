import { type Storage, sql } from "@varde/storage";
import { type AuditSeal, auditSealTable } from "./audit-seal.ts";

const sealsPerPage = 500;

/** Yields the seals in their order, until the one with this number. */
export async function* listSeals(
  storage: Storage,
  until = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<AuditSeal> {
  for (let after = 0; ; ) {
    const page = await storage.read(() =>
      auditSealTable.all(
        sql`select * from audit_seal where number > ${after} and number <= ${until}
          order by number limit ${sealsPerPage}`,
      ),
    );
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.number;
  }
}
