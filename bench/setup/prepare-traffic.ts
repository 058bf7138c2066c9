import { paymentCreations, readPaymentId } from "../load/caller.ts";
import type { LoadGenerator } from "../load/load-generator.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { sendRound } from "../load/send-round.ts";
import { type SandboxPlace, startSandbox } from "../servers/start-sandbox.ts";
import { fillPsus } from "./fill-psus.ts";
import { countPsus, TrafficMix } from "./traffic-mix.ts";

/** Creates the data of a bank with enough PSUs for so many calls of its traffic, and stops it. */
export const prepareTraffic = async (
  load: LoadGenerator,
  place: SandboxPlace,
  calls: number,
): Promise<TrafficMix> => {
  const bank = await startSandbox(place);
  const caller = await prepareCaller(bank.port);
  await load.sign(paymentCreations(caller, 64));
  const paymentId = readPaymentId((await sendRound(load, bank, 64)).lastBody);
  await bank.stop();
  const psus = countPsus(calls);
  await fillPsus(place, psus);
  return new TrafficMix(caller, psus, paymentId);
};
