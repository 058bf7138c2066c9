import process from "node:process";
import { Attacker } from "../stall/attacker.ts";
import { Crowd } from "./crowd.ts";

// Attacks from a process of its own, so that what it computes does not delay honest TPPs.
const attacker = await Attacker.start();
const { bank } = attacker;
const crowd = new Crowd(attacker);

process.once("disconnect", () => process.exit());
process.on("message", async (word) => {
  if (word === "attack") {
    await crowd.start();
    process.send?.("attacking");
    return;
  }
  const tally = word === "stop" ? await crowd.stop() : {};
  process.send?.({ ...(await bank.usage()), tally });
});
process.send?.({ http: bank.addresses.http, production: bank.production, tpp: bank.tpp });
