import type { RefusedFields } from "../schema.ts";

/** Fields that some products do not have and must not pass over in silence. */
export const refusedFields = {
  /** Where an urgent payment cannot be made; other levels of service are not looked at. */
  urgency: { serviceLevel: (value) => value === "URGP" },
  /** Where a payment is made at once, so that no day can be asked for. */
  executionDay: { requestedExecutionDate: () => true },
} as const satisfies Record<string, RefusedFields>;
