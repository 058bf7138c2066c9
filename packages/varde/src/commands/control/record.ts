import { countOf } from "@varde/protocol";
import { type Command, refuseExtraArguments, UsageError } from "../../command.ts";
import { findWorld } from "../../identity/find-world.ts";
import { openControlApi } from "../../identity/open-tpp.ts";
import { controlOptions } from "../../options.ts";
import { refuseExistingFile, writeFileText } from "../../read-file.ts";

export const record: Command = {
  usage: ["record FILE"],
  about: [
    "Writes what happened in your TPP's world since it was opened to a new file: requests and " +
      "responses, how each SCA ended, and what was done to the clock, scenarios and test data. " +
      "varde replay repeats it at a fresh bank, so that the file is a bug report and a test.",
    "The file is an HTTP archive (HAR 1.2), which many programs can show. It contains no keys, " +
      "signatures and SCA links, and names of test people instead of their numbers. A world can " +
      "be recorded for its first 1 000 steps, while the sandbox that opened it runs.",
  ],
  options: controlOptions,
  examples: [
    { line: "varde record bug.har" },
    { line: "varde record bug.har && varde replay bug.har" },
  ],
  run: async (invocation) => {
    const { words, terminal } = invocation;
    const [file, ...more] = words;
    refuseExtraArguments(more);
    if (file === undefined) throw new UsageError("give the file to write");
    refuseExistingFile(file);
    const control = openControlApi(invocation);
    const world = await findWorld(invocation, control);
    const recording = await control.get("/recording", { world });
    writeFileText(file, `${JSON.stringify(recording, undefined, 1)}\n`);
    const steps = recording.log.entries.length;
    terminal.line(`Recorded ${countOf(steps, "step")} in ${file}`);
    terminal.json({ file, steps });
  },
};
