import process from "node:process";
import { aBank } from "@varde/testkit/bank";

const bank = await aBank({
  bank: { trustedProxies: ["127.0.0.1"], clientCertificate: "optional", requestsInFlightMax: 1000 },
});

/** The CPU time of this thread, which serves all requests. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

process.on("message", () => process.send?.({ cpuMs: cpuMs() }));
process.once("disconnect", () => process.exit());
process.send?.({
  http: bank.addresses.http,
  tpp: bank.tpp,
  routes: bank.app.printRoutes({ commonPrefix: false }),
});
