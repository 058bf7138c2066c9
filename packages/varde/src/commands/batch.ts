import { type Command, UsageError } from "../command.ts";
import { findWorld, inWorld } from "../find-world.ts";
import { controlOf } from "../open-tpp.ts";
import { controlOptions } from "../options.ts";

export const batch: Command = {
  usage: ["batch [OPTIONS]"],
  about: [
    "Runs a payment batch now: what is approved and due is sent to clearing, clearing settles, " +
      "and the outcomes come back into the payments' statuses. The sandbox runs batches by " +
      "itself at 05:30, 09:30, 11:30, 13:30 and 15:30 on bank days, by its own clock.",
  ],
  options: controlOptions,
  examples: [{ line: "varde batch" }, { line: "varde batch && varde status" }],
  run: async (invocation) => {
    const { words, terminal } = invocation;
    if (words.length > 0) throw new UsageError(`it takes no words ("${words[0]}")`);
    const control = controlOf(invocation);
    const at = inWorld(await findWorld(invocation, control));
    const answer = await control.post<{ taken: number }>(at("/batches"));
    terminal.line(`The batch took ${answer.taken} payment${answer.taken === 1 ? "" : "s"}.`);
    terminal.json(answer);
  },
};
