import { createSandboxClient } from "@varde/tpp";
import type { Command } from "../command.ts";
import { changeCustomers } from "../customers/change-customers.ts";
import { openTpp } from "../open-tpp.ts";
import { controlOptions } from "../options.ts";
import { refuseExtraArguments } from "../refuse-extra-arguments.ts";

export const customers: Command = {
  usage: [
    "customers",
    "customers add NAME --number NUMBER [--company]",
    "customers show ID",
    "customers rename ID --name NAME",
    "customers remove ID",
    "customers agreement ID --name NAME [--grant NUMBER --iban IBAN]",
    "customers rights AGREEMENT --grant NUMBER --iban IBAN [--view-only]",
    "customers end AGREEMENT",
  ],
  about: [
    "Lists the customers of the sandbox with their customer numbers, which SCA asks for, their " +
      "accounts, and the companies they act for. They are fictitious. Your TPP has its own " +
      "world: other TPPs do not see what you change.",
    "add creates a customer, rename changes its name, remove deletes one with its accounts. " +
      "agreement gives a company, by its id, an agreement, and with --grant lets a person see " +
      "and pay from one account. rights gives a person rights under an agreement or changes " +
      "them, end deletes an agreement.",
  ],
  options: {
    number: { value: "NUMBER", about: "With add: the customer number." },
    company: { about: "With add: a company instead of a person." },
    name: { value: "NAME", about: "With rename and agreement: the name." },
    grant: { value: "NUMBER", about: "With agreement and rights: the person." },
    iban: { value: "IBAN", about: "With agreement and rights: the account." },
    "view-only": { about: "With rights: the person sees but cannot pay." },
    ...controlOptions,
  },
  examples: [
    { line: "varde customers" },
    { line: "varde customers add 'Konsoll AS' --number 310000026 --company" },
  ],
  run: async (invocation) => {
    const { words, terminal } = invocation;
    const [act, named, ...more] = words;
    refuseExtraArguments(more);
    if (act !== undefined) return changeCustomers(act, named, invocation);
    using tpp = openTpp(invocation);
    const sandbox = createSandboxClient(tpp.client);
    const [people, accountList] = await Promise.all([
      sandbox.customers.list(),
      sandbox.accounts.list(),
    ]);
    const accounts = new Map(accountList.map((each) => [each.resourceId, each]));
    for (const customer of people) {
      const { customerName, customerNumber, customerType } = customer;
      terminal.line(`${terminal.paint("bold", customerName)}  ${customerNumber}  ${customerType}`);
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
  },
};
