import { ConfigurationRefused } from "@varde/bank";
import { StorageRefused } from "@varde/storage";
import type { ServerSettings } from "../../configuration/load-server-settings.ts";
import { type ServedBank, serveBank } from "../../serve-bank.ts";
import type { WorkerOrder, WorkerReport } from "../worker-messages.ts";

// One worker of a bank: the primary process sends its settings, and later the order to stop.

let bank: ServedBank | undefined;
let isStopping = false;

const report = (message: WorkerReport, sent = () => {}) => process.send?.(message, sent);

const serve = async (settings: ServerSettings) => {
  try {
    // The primary process has reported faults with their places before it started workers.
    bank = await serveBank({ values: settings, sources: {} as never, warnings: [], placeOf });
    report({ kind: "listening", addresses: bank.addresses });
  } catch (error) {
    if (!(error instanceof ConfigurationRefused || error instanceof StorageRefused)) throw error;
    report({ kind: "refused", message: error.message }, () => process.exit(1));
  }
};

const placeOf = () => "";

const stop = async () => {
  if (isStopping) return;
  isStopping = true;
  await bank?.close();
  process.exit(0);
};

process.on("message", (order: WorkerOrder) => {
  if (order.kind === "serve") serve(order.settings);
  else stop();
});
process.on("SIGTERM", stop);
// A terminal sends these to every process; the primary process then orders the workers to stop.
process.on("SIGINT", () => {}).on("SIGHUP", () => {});
