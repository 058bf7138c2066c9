import { figurePeriods } from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import type { ControlHandlers } from "./control-handler.ts";

/** Handlers for figures. */
export const figureHandlers = {
  readFigures: async ({ sandbox, query: { period = "minute" } }) => {
    const known = figurePeriods.find((one) => one === period);
    if (known !== undefined) return sandbox.figures.read(known);
    throw new ControlRefused(`period must be one of ${figurePeriods.join(", ")}`);
  },
} satisfies Partial<ControlHandlers>;
