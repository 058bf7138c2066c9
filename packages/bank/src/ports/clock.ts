/**
 * Time. `machineNow` judges what must not be moved (Date, certificates, request ids); `now` is the
 * bank's own time in a world, which a sandbox may move. Both are epoch milliseconds.
 *
 * @example
 * const clock: Clock = { machineNow: () => Date.now(), now: async () => Date.now() };
 */
export interface Clock {
  machineNow(): number;
  now(worldId: string): Promise<number>;
}
