import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Ids } from "./ids.ts";

const secretBytes = 16;
/** The twelve bits after the time are a counter, which starts in the lower half of its range. */
const countMax = 0xfff;
const firstCountMax = 0x7ff;

let lastMs = 0;
let lastMsText = "";
let count = 0;

/**
 * Returns a UUID of version 7 that is greater than all earlier ones of this process, also within a
 * millisecond, so that rows written together are read in the same order.
 */
const nextUuid = (): string => {
  const now = Date.now();
  if (now > lastMs) {
    startMillisecond(now, randomInt(firstCountMax));
  } else if (count < countMax) {
    count += 1;
  } else {
    startMillisecond(lastMs + 1, 0);
  }
  const versionAndCount = (0x7000 | count).toString(16);
  // A random UUID has its variant and random bits in the same places as version 7.
  return `${lastMsText}-${versionAndCount}${randomUUID().slice(18)}`;
};

const startMillisecond = (ms: number, firstCount: number): void => {
  lastMs = ms;
  count = firstCount;
  const time = ms.toString(16).padStart(12, "0");
  lastMsText = `${time.slice(0, 8)}-${time.slice(8)}`;
};

/** Creates time-ordered ids and secrets of 128 random bits. */
export const randomIds: Ids = {
  newId: nextUuid,
  newSecret: () => randomBytes(secretBytes).toString("base64url"),
};
