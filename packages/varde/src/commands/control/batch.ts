import { countOf } from "@varde/protocol";
import { type Command, refuseExtraArguments } from "../../command.ts";
import { findWorld } from "../../identity/find-world.ts";
import { openControlApi } from "../../identity/open-tpp.ts";
import { controlOptions } from "../../options.ts";

export const batch: Command = {
  usage: ["batch [OPTIONS]"],
  about: [
    "Runs a payment batch now: sends approved payments that are due to clearing, settles them, " +
      "and updates their statuses. The sandbox also runs batches by itself, at 05:30, 09:30, " +
      "11:30, 13:30 and 15:30 on bank days, by the clock of the world.",
  ],
  options: controlOptions,
  examples: [{ line: "varde batch" }, { line: "varde batch && varde status" }],
  run: async (invocation) => {
    const { words, terminal } = invocation;
    refuseExtraArguments(words);
    const control = openControlApi(invocation);
    const world = await findWorld(invocation, control);
    const response = await control.post("/batches", { world });
    terminal.line(`The batch processed ${countOf(response.taken, "payment")}.`);
    terminal.json(response);
  },
};
