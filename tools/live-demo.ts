import { describeLiveDemo } from "./live-demo/describe-live-demo.ts";
import { startLiveDemo } from "./live-demo/start-live-demo.ts";

// Starts everything that a bank in production consists of, on this machine, until Ctrl-C.
console.log("Starting PostgreSQL, an eID, a core bank, an OCSP responder and two bank processes …");
const demo = await startLiveDemo();
console.log(describeLiveDemo(demo));

let isStopping = false;
const stop = async () => {
  if (isStopping) return;
  isStopping = true;
  await demo[Symbol.asyncDispose]();
  process.exit(0);
};
process.on("SIGINT", stop).on("SIGTERM", stop).on("SIGHUP", stop);
