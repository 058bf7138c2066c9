import { figurePeriods } from "@varde/protocol";
import { type Command, refuseExtraArguments, unknownWord } from "../../command.ts";
import { openControlApi } from "../../identity/open-tpp.ts";
import { tppOptions } from "../../options.ts";

export const figures: Command = {
  usage: ["figures [PERIOD]"],
  about: [
    "Shows what the sandbox did in the last minute (default), hour or day, in all worlds: " +
      "requests, latencies, refusals by code, SCAs, and calls without the PSU.",
  ],
  options: tppOptions,
  examples: [{ line: "varde figures hour" }],
  run: async (invocation) => {
    const { words, terminal } = invocation;
    const [period = "minute", ...more] = words;
    refuseExtraArguments(more);
    if (!figurePeriods.some((one) => one === period)) {
      throw unknownWord("period", period, figurePeriods);
    }
    const control = openControlApi(invocation);
    const shown = await control.get("/figures", { query: { period } });
    const { requests, succeeded, refused, failed, p50Ms, p95Ms, p99Ms } = shown.total;
    const { sca, unattended, refusals } = shown;
    const lines: readonly (readonly [string, string])[] = [
      ["requests", `${requests}, refused ${refused}, failed ${failed}, succeeded ${succeeded}`],
      ["latency", `p50 ${p50Ms ?? "-"} ms, p95 ${p95Ms ?? "-"} ms, p99 ${p99Ms ?? "-"} ms`],
      ["SCA", `started ${sca.started}, approved ${sca.approved}, failed ${sca.failed}`],
      ["without the PSU", `${unattended.admitted}, over the quota ${unattended.refused}`],
      ...refusals.map(({ code, count }) => [code, String(count)] as const),
    ];
    const width = Math.max(...lines.map(([name]) => name.length));
    for (const [name, words] of lines) terminal.line(`${name.padEnd(width)}  ${words}`);
    terminal.json(shown);
  },
};
