import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { CommandLine } from "./a-command-line.ts";

/** Starts a bank and makes a TPP at it from the command line. Both are closed with the stack. */
export const aBankWithTpp = async (
  stack: AsyncDisposableStack,
): Promise<{ readonly bank: TestBank; readonly varde: CommandLine }> => {
  const bank = stack.use(await aBank());
  const varde = stack.adopt(new CommandLine(bank.addresses.http), (one) => one.close());
  await varde.json("tpp", "new");
  return { bank, varde };
};
