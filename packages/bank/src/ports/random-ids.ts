import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Ids } from "./ids.ts";

const secretBytes = 16;
/** The twelve bits after the time are a counter that starts low enough to have room. */
const countMax = 0xfff;
const firstCountMax = 0x7ff;

let lastMs = 0;
let lastMsText = "";
let count = 0;

/**
 * A UUID of version 7 that is greater than all this process has made, also within a millisecond, so
 * that what is written together is read in the order it was written.
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
  // A random UUID has its variant and random bits where one of version 7 has them.
  return `${lastMsText}-${versionAndCount}${randomUUID().slice(18)}`;
};

const startMillisecond = (ms: number, firstCount: number): void => {
  lastMs = ms;
  count = firstCount;
  const time = ms.toString(16).padStart(12, "0");
  lastMsText = `${time.slice(0, 8)}-${time.slice(8)}`;
};

/** Time-ordered names for what is stored, 128 random bits for what must not be guessed. */
export const randomIds: Ids = {
  newId: nextUuid,
  newSecret: () => randomBytes(secretBytes).toString("base64url"),
};
