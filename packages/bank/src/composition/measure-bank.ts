import type { Bank } from "../bank.ts";
import type { Connections } from "../http/connections/connections.ts";
import { type OutboxState, readOutbox } from "../payments/execute/outbox-store.ts";

/**
 * Sets the gauges of a bank whenever its metrics are read, and times the units of its storage until
 * the returned function is called.
 */
export const measureBank = (bank: Bank, connections: Connections): (() => void) => {
  const { metrics } = bank;
  metrics.onRead(() => {
    metrics.value("connectionsOpen").set(connections.openCount);
    metrics.value("connectionsRefused").set(connections.refusedCount);
    metrics.value("connectionsUnread").set(connections.unreadCount);
    metrics.value("requestsHalfSent").set(connections.halfSentCount);
    metrics.value("requestsAbandoned").set(connections.abandonedCount);
    readPorts(bank);
    readStorage(bank);
    readAudit(bank);
    metrics.value("clockOffset").set(Math.abs(clockOffsetMs(bank)) / 1_000);
  });
  metrics.onQuery(async () => {
    metrics.value("databaseWritable").set((await bank.storage.acceptsWrites()) ? 1 : 0);
  });
  metrics.onQuery(() => readInstructions(bank));
  metrics.onQuery(() => readOldestTransaction(bank));
  return bank.configuration.metrics ? timeUnits(bank) : () => undefined;
};

/** How far the clock of this process is ahead of the database's. */
export const clockOffsetMs = ({ clock, storage }: Pick<Bank, "clock" | "storage">): number =>
  clock.machineNow() - storage.now();

const timeUnits = ({ storage, metrics }: Bank): (() => void) => {
  const steps = {
    write: metrics.histogram("databaseDuration", "write"),
    read: metrics.histogram("databaseDuration", "read"),
    connect: metrics.histogram("databaseDuration", "connect"),
  };
  return storage.observe((step, ms) => steps[step].observe(ms / 1_000));
};

const readPorts = ({ metrics, portStates }: Bank): void => {
  for (const [port, state] of Object.entries(portStates())) {
    metrics.value("portCallsInFlight", port).set(state.callsInFlight);
    metrics.value("portCallsWaiting", port).set(state.callsWaiting);
    metrics.value("breakerOpen", port).set(state.breaker === "open" ? 1 : 0);
  }
};

const readStorage = ({ metrics, storage, tppCache }: Bank): void => {
  const { unitsWaiting, commits, connections, caches } = storage.activity();
  metrics.value("unitsWaiting").set(unitsWaiting);
  metrics.value("databaseTransactions").set(commits);
  if (connections !== undefined) {
    metrics.value("databaseConnections", "busy").set(connections.busy);
    metrics.value("databaseConnections", "idle").set(connections.idle);
    metrics.value("databaseConnectionsMax").set(connections.max);
  }
  const { hits, misses, size } = tppCache;
  for (const cache of [...caches, { name: "certificates", hits, misses, entries: size }]) {
    metrics.value("cacheHits", cache.name).set(cache.hits);
    metrics.value("cacheMisses", cache.name).set(cache.misses);
    metrics.value("cacheEntries", cache.name).set(cache.entries);
  }
};

const readAudit = ({ metrics, audit }: Bank): void => {
  if (audit === undefined) return;
  const { waiting, written, lost } = audit.counts;
  metrics.value("auditWaiting").set(waiting);
  metrics.value("auditWritten").set(written);
  metrics.value("auditLost").set(lost);
};

const readOldestTransaction = async ({ metrics, storage }: Bank): Promise<void> => {
  metrics.clear("oldestTransaction");
  const ms = await storage.oldestTransactionMs?.().catch((): undefined => undefined);
  if (ms !== undefined) metrics.value("oldestTransaction").set(ms / 1_000);
};

/** The other metrics are still served when the database is unavailable. */
const readInstructions = async ({ metrics, storage, clock }: Bank): Promise<void> => {
  metrics.clear("instructionsWaiting");
  metrics.clear("oldestInstruction");
  const worlds = await storage.read(readOutbox).catch((): undefined => undefined);
  if (worlds === undefined) return;
  const ages = await Promise.all(
    worlds.map(async ({ worldId, oldestAt }) => (await clock.now(worldId)) - oldestAt),
  );
  const waiting = worlds.reduce((sum, world: OutboxState) => sum + world.waiting, 0);
  metrics.value("instructionsWaiting").set(waiting);
  metrics.value("oldestInstruction").set(Math.max(0, ...ages) / 1_000);
};
