import process from "node:process";
import { aBank, aProductionBank } from "@varde/testkit/bank";

const { VARDE_DATA: folder } = process.env;
const bank = await aBank({
  ...(folder !== undefined && { location: { engine: "sqlite", folder } }),
  bank: { trustedProxies: ["127.0.0.1"], clientCertificate: "optional", requestsInFlightMax: 1000 },
});
const production = await aProductionBank(bank, {
  trustedProxies: ["127.0.0.1"],
  anchors: [bank.authority.certificate],
});

/** The CPU time of this thread, which serves all requests. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const peakBytes = (): number => process.resourceUsage().maxRSS * 1024;

process.on("message", () => process.send?.({ cpuMs: cpuMs(), peakBytes: peakBytes() }));
process.once("disconnect", () => process.exit());
process.send?.({
  http: bank.addresses.http,
  production: production.addresses.http,
  tpp: bank.tpp,
  routes: bank.app.printRoutes({ commonPrefix: false }),
});
