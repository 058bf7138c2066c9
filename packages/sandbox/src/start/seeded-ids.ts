import crypto from "node:crypto";
import type { Ids } from "@varde/bank";

/**
 * Generates the same ids in every run, for tests that compare whole worlds. Ids have the form of a
 * UUID version 7 and sort in the order of their creation. Secrets are predictable too.
 */
export const seededIds = (seed: number): Ids => {
  let count = 0;
  const next = (): string => {
    count += 1;
    return crypto.hash("sha256", `${seed}:${count}`);
  };
  return {
    newId: () => {
      const digits = next();
      const order = count.toString(16).padStart(12, "0");
      const groups = [
        order.slice(0, 8),
        order.slice(8),
        `7${digits.slice(0, 3)}`,
        `8${digits.slice(3, 6)}`,
        digits.slice(6, 18),
      ];
      return groups.join("-");
    },
    newSecret: () => Buffer.from(next().slice(0, 32), "hex").toString("base64url"),
  };
};
