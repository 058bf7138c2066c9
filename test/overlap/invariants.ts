import { all, fragment, sql } from "@varde/storage";
import type { Invariant } from "@varde/testkit/overlap";

type ForEverybody = Invariant<unknown, unknown, unknown>;

/** The worlds of the bank. That of the neighbour in every test database is not listed. */
const here = fragment`(select world_id from sandbox_world)`;

/** Joins what was found to one text, if there is any. */
const join = (found: readonly string[]): string | undefined =>
  found.length === 0 ? undefined : found.join("; ");

/**
 * An instruction moves money once, a standing order is executed once for each of its days, and a
 * payment that waits or was cancelled moves nothing.
 */
const paidOnce: ForEverybody = async ({ bank }) => {
  const wrong = await bank.storage.read(() =>
    all<{ subject: string; fault: string }>(
      sql`select instruction_id as subject, 'is booked twice' as fault from ledger_transaction
          where kind = 'payment' and world_id in ${here} group by instruction_id having count(*) > 1
        union all
        select parent_id as subject, 'is executed twice on a day' as fault from payment
          where service = 'periodic-payments' and parent_id is not null and world_id in ${here}
          group by parent_id, execution_date having count(*) > 1
        union all
        select payment_id as subject, 'is ' || payment.status || ', and booked' as fault
          from payment join ledger_instruction on ledger_instruction.id = payment_id
          where payment.status in ('RCVD', 'CANC', 'ACTC', 'ACCP') and payment.world_id in ${here}
            and ledger_instruction.status in ('booked', 'sent')`,
    ),
  );
  return join(wrong.map(({ subject, fault }) => `${subject} ${fault}`));
};

/** While a process has its lease, nobody else sends what it is about to send. */
const deliveredOnce: ForEverybody = ({ isLeased, submitted }) => {
  const attempts = submitted.map(({ instructionId, attempt }) => `${instructionId}/${attempt}`);
  const twice = new Set(attempts.filter((one, index) => attempts.indexOf(one) !== index));
  return isLeased ? join([...twice].map((one) => `${one} is sent twice`)) : undefined;
};

/**
 * Nothing is left under way when everybody is done: no batch, no instruction, and no payment that
 * the core bank does not know of.
 */
const nothingWaits: ForEverybody = async ({ bank }) => {
  const left = await bank.storage.read(() =>
    all<{ kind: string; id: string; version: bigint }>(
      sql`select 'payment' as kind, payment_id as id, version from payment
          where status = 'PDNG' and world_id in ${here}
        union all select 'instruction' as kind, payment_id as id, 0 as version from outbox
          where world_id in ${here}
        union all select 'batch' as kind, owner as id, 0 as version from batch
          where state = 'running' and world_id in ${here}`,
    ),
  );
  return join(
    left
      .filter(({ id, version }) => !bank.recorder.isPending(id, version))
      .map(({ kind, id }) => `${kind} ${id} waits for ever`),
  );
};

/** The books balance. */
const booksBalance: ForEverybody = async ({ bank }) =>
  join((await bank.checkBooks()).map(({ fault, subject }) => `${fault}: ${subject}`));

/** The invariants of every case. */
export const alwaysHolds: readonly ForEverybody[] = [
  paidOnce,
  deliveredOnce,
  nothingWaits,
  booksBalance,
];
