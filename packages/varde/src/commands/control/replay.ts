import assert from "node:assert/strict";
import { countOf } from "@varde/protocol";
import { ControlRefused, type Replay, startBank } from "@varde/sandbox";
import {
  type Command,
  CommandFailed,
  FailedWithResult,
  type Invocation,
  refuseExtraArguments,
  UsageError,
} from "../../command.ts";
import { generalOptions } from "../../options.ts";
import { readFileText } from "../../read-file.ts";

export const replay: Command = {
  usage: ["replay FILE"],
  about: [
    "Repeats a recording of varde record at a fresh bank in memory, and says where a response " +
      "differs from the recorded one. No bank has to run. Requests are signed with a new key and " +
      "ids that the bank makes are those of the fresh bank; everything else has to be the same.",
    "The exit code is 0 if every response is the same, 1 if one differs or could not be " +
      "repeated, 2 if the file cannot be read.",
  ],
  options: generalOptions,
  examples: [{ line: "varde replay bug.har" }],
  run: async (invocation) => {
    const [file, ...more] = invocation.words;
    refuseExtraArguments(more);
    if (file === undefined) throw new UsageError("give the recording");
    const result = await replayFile(readFileText(file));
    print(result, invocation);
    const { differences, skipped } = result;
    if (differences.length + skipped.length === 0) return;
    const parts = [
      ...(differences.length > 0 ? [countOf(differences.length, "difference")] : []),
      ...(skipped.length > 0 ? [`${countOf(skipped.length, "step")} not repeated`] : []),
    ];
    throw new FailedWithResult(`${parts.join(", ")}.`);
  },
};

const replayFile = async (text: string): Promise<Replay> => {
  const bank = await startBank({ replay: text }).catch((error: unknown) => {
    if (!(error instanceof ControlRefused)) throw error;
    throw new CommandFailed(`${error.message}.`, { cause: error });
  });
  await bank.close();
  assert(bank.replay !== undefined, "a bank that is started with a recording replays it");
  return bank.replay;
};

const print = ({ entries, differences, skipped }: Replay, { terminal }: Invocation): void => {
  for (const { entry, request, reason } of skipped) {
    terminal.line(`${entry}  ${request}`);
    terminal.line(`   not repeated: ${reason}`);
  }
  for (const { entry, request, where, recorded, replayed } of differences) {
    terminal.line(`${entry}  ${request}`);
    terminal.line(`   ${where}`);
    terminal.line(`   recorded  ${recorded ?? "(missing)"}`);
    terminal.line(`   replayed  ${replayed ?? "(missing)"}`);
  }
  terminal.line(
    `Replayed ${countOf(entries, "step")}, ${countOf(differences.length, "difference")}`,
  );
  terminal.json({ entries, differences, skipped });
};
