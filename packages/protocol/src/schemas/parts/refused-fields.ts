import type { RefusedFields } from "../schema.ts";

/** Fields that some products do not support and must not ignore silently. */
export const refusedFields = {
  /** For products without urgent payments; other service levels are ignored. */
  urgency: { serviceLevel: (value) => value === "URGP" },
  /** For products that are executed immediately, so that no date can be requested. */
  executionDay: { requestedExecutionDate: () => true },
} as const satisfies Record<string, RefusedFields>;
