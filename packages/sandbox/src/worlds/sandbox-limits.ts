/** Limits of a sandbox, which the setting `sandboxLimits` changes. */
export interface SandboxLimits {
  /** Worlds in all. */
  readonly worlds: number;
  /** Worlds that this process opens within a minute. */
  readonly worldsPerMinute: number;
  /**
   * Rows of a snapshot. They are inserted in one unit. On SQLite that takes half a second for the
   * default number, and nothing else runs in that time.
   */
  readonly snapshotRows: number;
  /** Event streams of the control API that are open at a time, half of them from one address. */
  readonly eventStreams: number;
}

export const sandboxLimits: SandboxLimits = {
  worlds: 5_000,
  worldsPerMinute: 1_000,
  snapshotRows: 100_000,
  eventStreams: 200,
};
