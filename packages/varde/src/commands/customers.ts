import { createSandboxClient } from "@varde/tpp";
import type { Command } from "../command.ts";
import { openTpp } from "../open-tpp.ts";
import { tppOptions } from "../options.ts";
import { refuseExtraArguments } from "../refuse-extra-arguments.ts";

export const customers: Command = {
  usage: ["customers"],
  about: [
    "Lists the customers of the sandbox with their customer numbers, which SCA asks for, their " +
      "accounts, and the companies they act for. They are fictitious. Your TPP has its own " +
      "world: other TPPs do not see what you change.",
  ],
  options: tppOptions,
  examples: [{ line: "varde customers" }],
  run: async (invocation) => {
    const { words, terminal } = invocation;
    refuseExtraArguments(words);
    const { client } = openTpp(invocation);
    const sandbox = createSandboxClient(client);
    try {
      const [people, accountList] = await Promise.all([
        sandbox.customers.list(),
        sandbox.accounts.list(),
      ]);
      const accounts = new Map(accountList.map((each) => [each.resourceId, each]));
      for (const customer of people) {
        const { customerName, customerNumber, customerType } = customer;
        terminal.line(
          `${terminal.paint("bold", customerName)}  ${customerNumber}  ${customerType}`,
        );
        for (const id of customer.accounts) {
          const { bban, accountName, currency } = accounts.get(id) ?? {};
          const words = [bban, currency, accountName, id].filter(Boolean);
          terminal.line(`  ${words.join("  ")}`);
        }
        for (const { name } of customerType === "CORPORATE" ? customer.agreements : []) {
          terminal.line(`  agreement ${name}`);
        }
      }
      terminal.json(people);
    } finally {
      client.close();
    }
  },
};
