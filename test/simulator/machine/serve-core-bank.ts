import type { RequestListener } from "node:http";
import type { CoreBank, PsuDirectory } from "@varde/bank";
import { contractListener } from "@varde/core-bank-http";
import { disorder } from "./faulty-ports.ts";
import type { Life } from "./life.ts";
import type { Machine } from "./machine.ts";

/** Returns a listener that serves the core bank as the HTTP contract. */
export const serveCoreBank = (
  find: () => { readonly coreBank: CoreBank; readonly life: Life },
  machine: Machine,
): RequestListener => {
  return (request, response) => {
    const { coreBank, life } = find();
    const listOutcomes: CoreBank["listOutcomes"] = async (worldId, limit) =>
      disorder(await coreBank.listOutcomes(worldId, limit), limit, machine);
    const serve = contractListener({
      coreBank: { ...coreBank, listOutcomes },
      psuDirectory: {} as PsuDirectory,
      priceList: { feeCurrency: "NOK", fees: [], conversionPpm: 0n, rates: [] },
      onFailure: (operation) => machine.trace.note(`the core bank fails in ${operation}`),
    });
    machine.time.runAs(life, () => serve(request, response));
  };
};
