import type { RefusedFields } from "../schema.ts";

/** Where an urgent payment cannot be made; other levels of service are not looked at. */
export const urgency: RefusedFields = { serviceLevel: (value) => value === "URGP" };

/** Where a payment is made at once, so that no day can be asked for. */
export const executionDay: RefusedFields = { requestedExecutionDate: () => true };
