import type { TestBank } from "@varde/sandbox";
import { one, sql } from "@varde/storage";

/** Counts payments, stored responses and SCAs, which a refused request must not add to. */
export const countRows = async ({ storage }: Pick<TestBank, "storage">) => {
  const row = await storage.read(() =>
    one<{ payments: bigint; requests: bigint; scas: bigint }>(
      sql`select (select count(*) from payment) as payments,
        (select count(*) from request) as requests, (select count(*) from sca) as scas`,
    ),
  );
  if (row === undefined) throw new Error("a count has one row");
  const { payments, requests, scas } = row;
  return { payments: Number(payments), requests: Number(requests), scas: Number(scas) };
};
