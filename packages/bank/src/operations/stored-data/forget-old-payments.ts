import {
  all,
  forUpdate,
  inList,
  one,
  type RecordOf,
  run,
  type Storage,
  sql,
  type Unit,
} from "@varde/storage";
import type { BasketId, PaymentId, WorldId } from "../../ports/ids.ts";
import { paymentTable } from "../../records/payment.ts";

/** Small enough that no other unit waits long for a deletion. */
const paymentsPerTurn = 200;
const turnsMax = 2_000;

/** The fields that show whether a payment can still change. */
const ages = paymentTable.pick(
  "paymentId",
  "parentId",
  "basketId",
  "service",
  "status",
  "batchKind",
  "duplicateKey",
  "statusAt",
);
interface Age extends RecordOf<typeof ages> {}

/**
 * Deletes payments whose status has not changed since an instant and cannot change any more, with
 * their authorisations and events. A bulk, a periodic order and a basket are deleted as a whole,
 * once all their payments can be. Each turn is a unit; the next night deletes what remains.
 */
export const forgetOldPayments = async (
  worldId: WorldId,
  before: number,
  storage: Storage,
): Promise<void> => {
  const seen = new Set<BasketId>();
  let after: Pick<Age, "paymentId" | "statusAt"> = { statusAt: -1, paymentId: "" };
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const roots = await storage.read(() => listRoots(worldId, before, after));
    const plain = roots.filter(({ basketId, service }) => {
      return basketId === undefined && service === "payments";
    });
    await storage.write(() => deleteIfOver(plain, before));
    for (const root of roots.filter((each) => !plain.includes(each))) {
      if (root.basketId === undefined) await storage.write(() => deleteIfOver([root], before));
      else if (!seen.has(root.basketId)) {
        const { basketId } = root;
        seen.add(basketId);
        await storage.write(() => deleteBasketIfOver(basketId, before));
      }
    }
    const last = roots.at(-1);
    if (last === undefined || roots.length < paymentsPerTurn) return;
    after = last;
  }
};

/** Lists payments that are not part of another one, those that changed least recently first. */
const listRoots = (
  worldId: WorldId,
  before: number,
  after: Pick<Age, "paymentId" | "statusAt">,
): Unit<readonly Age[]> =>
  ages.all(
    // The index payment_age has the same condition.
    sql`select ${ages.columns} from payment
      where world_id = ${worldId} and parent_id is null
        and (service <> 'payments' or status in ('ACSC', 'RJCT', 'CANC', 'ACCP'))
        and status_at <= ${before}
        and (status_at > ${after.statusAt}
          or (status_at = ${after.statusAt} and payment_id > ${after.paymentId}))
      order by status_at, payment_id limit ${paymentsPerTurn}`,
  );

/** Deletes those of the payments that are over, each with its parts. */
function* deleteIfOver(roots: readonly Age[], before: number): Unit<void> {
  const rows = yield* lockWithParts(roots.map(({ paymentId }) => paymentId));
  const waiting = yield* listWaiting(rows);
  const rootIds = new Set(roots.map(({ paymentId }) => paymentId));
  const whole = Map.groupBy(rows, ({ paymentId, parentId }) =>
    parentId !== undefined && rootIds.has(parentId) ? parentId : paymentId,
  );
  const over = [...whole.values()]
    .filter((parts) => parts.every((part) => isOver(part, before, waiting)))
    .flat();
  yield* deletePayments(over);
}

function* deleteBasketIfOver(basketId: BasketId, before: number): Unit<void> {
  const basket = yield* one<{ state: string }>(
    // The basket is locked before its payments, as everywhere.
    sql`select state from basket where basket_id = ${basketId} ${forUpdate}`,
  );
  if (basket?.state === "open") return;
  const members = yield* all<{ payment_id: PaymentId }>(
    sql`select payment_id from payment where basket_id = ${basketId}`,
  );
  const rows = yield* lockWithParts(members.map((row) => row.payment_id));
  const waiting = yield* listWaiting(rows);
  if (!rows.every((row) => isOver(row, before, waiting))) return;
  yield* deletePayments(rows);
  yield* deleteSubjects([basketId]);
  yield* run(sql`delete from basket where basket_id = ${basketId}`);
}

const lockWithParts = (paymentIds: readonly PaymentId[]): Unit<readonly Age[]> =>
  ages.all(
    sql`select ${ages.columns} from payment
      where payment_id ${inList(paymentIds)} or parent_id ${inList(paymentIds)}
      order by payment_id ${forUpdate}`,
  );

/** Returns the ids that have an execution to come, or are on their way to the core bank. */
function* listWaiting(rows: readonly Age[]): Unit<ReadonlySet<string>> {
  const ids = rows.map(({ paymentId }) => paymentId);
  const found = yield* all<{ payment_id: string }>(
    sql`select payment_id from periodic_schedule where payment_id ${inList(ids)}
      union all select payment_id from outbox where payment_id ${inList(ids)}`,
  );
  return new Set(found.map((row) => row.payment_id));
}

/**
 * Whether nothing can execute or change the payment. A bulk and a periodic order are over with
 * their parts. A payment that was given up stays ACCP, and no batch takes it again.
 */
const isOver = (
  { paymentId, parentId, service, status, batchKind, statusAt }: Age,
  before: number,
  waiting: ReadonlySet<string>,
): boolean => {
  if (statusAt > before || waiting.has(paymentId)) return false;
  if (["ACSC", "RJCT", "CANC"].includes(status)) return true;
  if (status === "ACCP") return batchKind === undefined;
  const hasParts = service !== "payments" && parentId === undefined;
  return hasParts && ["ACTC", "ACWC"].includes(status);
};

function* deletePayments(payments: readonly Age[]): Unit<void> {
  if (payments.length === 0) return;
  const ids = payments.map(({ paymentId }) => paymentId);
  const keys = payments.flatMap(({ duplicateKey }) => duplicateKey ?? []);
  yield* deleteSubjects(ids);
  yield* run(
    sql`delete from payment_duplicate
      where duplicate_key ${inList(keys)} and payment_id ${inList(ids)}`,
    sql`delete from payment where payment_id ${inList(ids)}`,
  );
}

/** Deletes the authorisations and events of payments or a basket. The audit stays. */
function* deleteSubjects(ids: readonly string[]): Unit<void> {
  yield* run(
    sql`delete from event where subject_id in (
      select sca_id from sca where subject_id ${inList(ids)})`,
    sql`delete from sca where subject_id ${inList(ids)}`,
    sql`delete from event where subject_id ${inList(ids)}`,
  );
}
