/** The numbers of this package; those a caller may want to change are options of `openStorage`. */
export const limits = {
  /** Units waiting for their turn; one more is refused at once. */
  waitingUnitsMax: 4096,

  /** For how long at most a long piece of work gives way to others between two of its units. */
  giveWayMsMax: 10,
  /** A turn of the event loop that took less had nothing to do. */
  idleTurnMs: 0.1,

  sqliteBatchMs: 20,
  /** Pauses before a batch that met a full disk is tried again; after the last it is refused. */
  sqliteFullDiskPausesMs: [50, 200],
  sqliteCacheKib: 32_768,
  /** Commits after which a process counts as one that writes much. */
  sqliteThreadCommits: 256,
  /** Pages of the log that a commit copies into the database; SQLite's own number. */
  sqliteCheckpointPages: 1_000,
  /** Pages that are worth the thread's while: many are written again and again, and copied once. */
  sqliteThreadPages: 4_000,
  sqliteCheckpointPauseMs: 10,
  /** Pages the log may have before a commit copies what is left and has it start anew. */
  sqliteLogPages: 16_000,
  /** What is in memory already is hardly worth keeping there twice. */
  memoryCacheKib: 512,

  postgresConnections: 10,
  postgresConnectMs: 3_000,
  postgresStatementMs: 5_000,
  /** A process that stalls inside a unit loses its locks, and its unit, after this. */
  postgresIdleInUnitMs: 5_000,
  /** From the call to the answer or the refusal, however often the unit is run. */
  postgresUnitMs: 6_000,
  /** After this a unit is not run again, since the next connection may take its time too. */
  postgresRetryWithinMs: 3_000,
  postgresAttemptsMax: 4,
  postgresReadyMs: 2_000,
  /** How long a question that is under way is waited for before it is asked once more beside it. */
  postgresPatienceMs: 250,
  postgresMigrationMs: 600_000,
} as const;
