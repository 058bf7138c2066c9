import type { Storage } from "@varde/storage";
import type { SimulatedTime } from "./simulated-time.ts";

/**
 * A database on a real server. Its units run one after another, so that the seed decides their
 * order, and its driver keeps the real timers.
 */
export const outsideStorage = (storage: Storage, time: SimulatedTime): Storage => ({
  engine: storage.engine,
  write: (unit, options) => time.runOutside(() => storage.write(unit, options)),
  read: (unit) => time.runOutside(() => storage.read(unit)),
  readAtOnce: (unit, options) => time.runOutside(() => storage.readAtOnce(unit, options)),
  createReadCache: (options) => {
    const cache = storage.createReadCache(options);
    return { read: (...given) => time.runOutside(async () => cache.read(...given)) as never };
  },
  now: () => storage.now(),
  isReady: () => time.runOutside(() => storage.isReady()),
  acceptsWrites: () => time.runOutside(() => storage.acceptsWrites()),
  activity: () => storage.activity(),
  observe: (observer) => storage.observe(observer),
  close: () => time.runOutside(() => storage.close()),
});
