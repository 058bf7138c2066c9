import type { SandboxEngagement } from "@varde/protocol";
import type { ControlClient } from "@varde/protocol/control-client";
import { createSandboxClient } from "@varde/tpp";
import {
  type Command,
  chooseAct,
  type Invocation,
  refuseExtraArguments,
  UsageError,
} from "../../command.ts";
import { findWorld } from "../../identity/find-world.ts";
import { openControlApi, openTpp } from "../../identity/open-tpp.ts";
import { controlOptions } from "../../options.ts";
import type { Terminal } from "../../output/terminal.ts";

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
      for (const { id, name } of customerType === "CORPORATE" ? customer.agreements : []) {
        terminal.line(`  agreement ${name}`);
        listRights(await sandbox.agreements.listEngagements(id), accounts, terminal);
      }
    }
    terminal.json(people);
  },
};

/** Prints the rights of each person under an agreement, and the accounts they are for. */
const listRights = (
  engagements: readonly SandboxEngagement[],
  accounts: ReadonlyMap<string, { readonly bban?: string | undefined }>,
  terminal: Terminal,
): void => {
  const alike = Map.groupBy(
    engagements,
    ({ customer, roles }) => `${customer}  ${roles.join(", ")}`,
  );
  for (const [rights, some] of alike) {
    const numbers = some.map(({ account }) => accounts.get(account.resourceId)?.bban);
    terminal.line(`    ${rights}  ${numbers.filter(Boolean).join(" ")}`.trimEnd());
  }
};

interface Context {
  readonly invocation: Invocation;
  readonly control: ControlClient;
  readonly world: string;
}

type Act = (named: string, context: Context) => Promise<object>;

/** Runs a verb of `varde customers` on one customer. */
const changeCustomers = async (
  act: string,
  named: string | undefined,
  invocation: Invocation,
): Promise<void> => {
  const run = chooseAct(acts, act);
  if (named === undefined) throw new UsageError("give a name or an id");
  const control = openControlApi(invocation);
  const world = await findWorld(invocation, control);
  const result = await run(named, { invocation, control, world });
  invocation.terminal.json(result);
};

const acts = {
  add: async (name, { invocation, control, world }) => {
    const type = invocation.has("company") ? "CORPORATE" : "PRIVATE";
    const body = { name, customerNumber: readOption(invocation, "number"), type } as const;
    const added = await control.post("/customers", { world, body });
    invocation.terminal.line(`Customer ${added.customerId}`);
    for (const warning of added.warnings) invocation.terminal.note(warning);
    return added;
  },
  show: async (customerId, { invocation: { terminal }, control, world }) => {
    const parameters = { customerId };
    const shown = await control.get("/customers/{customerId}", { world, parameters });
    terminal.line(`${shown.name}  ${shown.customerNumber}  ${shown.type}`);
    for (const { number, name, booked, currency } of shown.accounts) {
      terminal.line(`  ${number}  ${name}  ${booked} ${currency}`);
    }
    for (const { name, engagements } of shown.agreements) {
      terminal.line(`  agreement ${name}`);
      for (const { person, account, rights } of engagements) {
        terminal.line(`    ${person}  ${account}  ${rights.join(", ")}`);
      }
    }
    return shown;
  },
  rename: async (customerId, { invocation, control, world }) => {
    const name = readOption(invocation, "name");
    const options = { world, parameters: { customerId }, body: { name } };
    await control.patch("/customers/{customerId}", options);
    invocation.terminal.line(`Done: rename ${customerId}`);
    return { renamed: customerId, name };
  },
  remove: async (customerId, { invocation, control, world }) => {
    await control.delete("/customers/{customerId}", { world, parameters: { customerId } });
    invocation.terminal.line(`Done: remove ${customerId}`);
    return { removed: customerId };
  },
  agreement: async (owner, { invocation, control, world }) => {
    const customer = invocation.text("grant");
    const engagements = customer === undefined ? [] : [readEngagement(invocation)];
    const body = { owner, name: readOption(invocation, "name"), engagements };
    const added = await control.post("/agreements", { world, body });
    invocation.terminal.line(`Agreement ${added.agreementId}`);
    return added;
  },
  rights: async (agreementId, { invocation, control, world }) => {
    await control.post("/agreements/{agreementId}/engagements", {
      world,
      parameters: { agreementId },
      body: { engagements: [readEngagement(invocation)] },
    });
    invocation.terminal.line(`Done: rights ${agreementId}`);
    return { changed: agreementId };
  },
  end: async (agreementId, { invocation, control, world }) => {
    await control.delete("/agreements/{agreementId}", { world, parameters: { agreementId } });
    invocation.terminal.line(`Done: end ${agreementId}`);
    return { ended: agreementId };
  },
} as const satisfies Record<string, Act>;

/** Reads which person gets which rights to which account. */
const readEngagement = (invocation: Invocation) => ({
  customer: readOption(invocation, "grant"),
  account: { iban: readOption(invocation, "iban") },
  roles: invocation.has("view-only") ? (["VIEW"] as const) : (["VIEW", "REGISTER"] as const),
});

const readOption = ({ text }: Invocation, name: string): string => {
  const given = text(name);
  if (given === undefined) throw new UsageError(`add --${name}`);
  return given;
};
