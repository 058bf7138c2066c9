/** The limits of this package; those that callers may change are options of `openStorage`. */
export const storageLimits = {
  /** Units that may wait for their turn; a further one is refused immediately. */
  waitingUnitsMax: 4096,

  /** How long writes count as unavailable after one was refused. */
  refusedWritesMs: 5_000,

  sqliteBatchMs: 20,
  /** Pauses before a batch that met a full disk is retried; after the last it is refused. */
  sqliteFullDiskPausesMs: [50, 200],
  /** The cache of a process that writes little; SQLite's own default. */
  sqliteCacheKib: 2_000,
  /** A larger one saves nothing measurable: pages it lacks are in the cache of the system. */
  sqliteBusyCacheKib: 8_192,
  /** Commits after which a process gets a larger cache, and a thread for checkpoints. */
  sqliteThreadCommits: 256,
  /** Pages of the log after which a commit runs a checkpoint; SQLite's own default. */
  sqliteCheckpointPages: 1_000,
  /** Pages after which the thread runs one: many are written repeatedly, and copied once. */
  sqliteThreadPages: 4_000,
  sqliteCheckpointPauseMs: 10,
  /** Pages the log may have before a commit copies the rest and restarts the log. */
  sqliteLogPages: 16_000,
  /** Small, because a database in memory needs no second copy there. */
  memoryCacheKib: 512,

  postgresConnections: 10,
  /** Reads of concurrent callers that share a pipeline; more go to the next connection. */
  postgresReadsTogether: 8,
  postgresConnectMs: 3_000,
  /** At a start nobody waits for a response yet, and the database may be starting too. */
  postgresFirstConnectMs: 15_000,
  postgresStatementMs: 5_000,
  /** A process that stalls inside a unit loses its locks, and its unit, after this. */
  postgresIdleInUnitMs: 5_000,
  /** From the call to the result or the error, including retries. */
  postgresUnitMs: 6_000,
  /** The same for a unit that moves a whole world, and for each of its statements. */
  postgresLongUnitMs: 120_000,
  /** After this a unit is not retried, because the next connection may be slow too. */
  postgresRetryWithinMs: 3_000,
  postgresAttemptsMax: 4,
  postgresReadyMs: 2_000,
  /** The age of the last known time of the server after which an idle process asks for it. */
  postgresClockMs: 60_000,
  /** How long to wait for a shared query that is under way before the next one is sent. */
  postgresPatienceMs: 250,
  postgresMigrationMs: 600_000,
  /** How long a migration waits for a lock, and all later units behind it, before it pauses. */
  postgresMigrationLockMs: 1_000,
  postgresMigrationPauseMs: 500,
  postgresMigrationAttemptsMax: 60,
  /** Row changes read at a time; if there are more, the caches are emptied instead. */
  postgresChangesMax: 1_000,
  /** Row changes that a question may return again; with more, each is returned once. */
  postgresChangesRepeatedMax: 100,
  /** How long row changes are kept for processes that have not read them. */
  postgresChangesKeptMs: 3_600_000,
  postgresPruneMs: 600_000,
} as const;
