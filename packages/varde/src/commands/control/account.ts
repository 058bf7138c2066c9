import type { ControlClient } from "@varde/protocol/control-client";
import {
  type Command,
  chooseAct,
  type Invocation,
  refuseExtraArguments,
  UsageError,
} from "../../command.ts";
import { findWorld } from "../../identity/find-world.ts";
import { openControlApi } from "../../identity/open-tpp.ts";
import { controlOptions } from "../../options.ts";
import { readFileJson } from "../../read-file.ts";

export const account: Command = {
  usage: [
    "account show ACCOUNT",
    "account list ACCOUNT [--search TEXT] [--until DATE]",
    "account add NUMBER --customer NUMBER [OPTIONS]",
    "account book ACCOUNT --amount=AMOUNT [--party NAME] [--text TEXT]",
    "account generate ACCOUNT --count COUNT",
    "account load ACCOUNT --file FILE",
    "account rename ACCOUNT --name NAME",
    "account close ACCOUNT",
  ],
  about: [
    "Shows and changes the accounts of your TPP's sandbox world, whoever owns them. ACCOUNT is " +
      "an id, an account number or an IBAN.",
    "list prints the newest transactions. book books a transaction today, which changes the " +
      "balance. generate and load add past transactions and leave the balance as it is; FILE is " +
      "a JSON list as POST /v1/sandbox/accounts/…/transactions takes it.",
  ],
  options: {
    search: { value: "TEXT", about: "With list: part of a name, text or amount." },
    until: { value: "DATE", about: "With list: the latest booking date." },
    customer: { value: "NUMBER", about: "With add: the customer number." },
    name: { value: "NAME", about: "With add and rename: its name." },
    currency: { value: "CODE", about: "With add: its currency. Default: NOK." },
    balance: { value: "AMOUNT", about: "With add: its balance. Default: 0." },
    amount: { value: "AMOUNT", about: "With book: like 100.00, or =-100.00." },
    party: { value: "NAME", about: "With book: the other party." },
    text: { value: "TEXT", about: "With book: the message." },
    count: { value: "COUNT", about: "With generate: how many." },
    file: { value: "FILE", about: "With load: the file." },
    ...controlOptions,
  },
  examples: [
    { line: "varde account show 99901010028" },
    { line: "varde account book 99901010028 --amount=-25.50 --party Kiosk" },
    { line: "varde account generate 99901010028 --count 10000" },
  ],
  run: async (invocation) => {
    const [act, named, ...more] = invocation.words;
    refuseExtraArguments(more);
    const run = chooseAct(acts, act);
    if (named === undefined) throw new UsageError("give an account");
    const control = openControlApi(invocation);
    const world = await findWorld(invocation, control);
    const result = await run(named, { invocation, control, world });
    invocation.terminal.json(result ?? { [String(act)]: named });
    if (result === undefined) invocation.terminal.line(`Done: ${act} ${named}`);
  },
};

interface Context {
  readonly invocation: Invocation;
  readonly control: ControlClient;
  readonly world: string;
}

type Act = (named: string, context: Context) => Promise<object | undefined>;

const acts = {
  show: async (named, { invocation: { terminal }, control, world }) => {
    const parameters = { account: named };
    const shown = await control.get("/accounts/{account}", { world, parameters });
    terminal.line(`${shown.name}  ${shown.number}  ${shown.owner}`);
    terminal.line(`  booked ${shown.booked} ${shown.currency}, available ${shown.available}`);
    terminal.line(`  transactions ${shown.transactions}`);
    return shown;
  },
  list: async (named, { invocation: { terminal, text }, control, world }) => {
    const [search, until] = [text("search"), text("until")];
    const listed = await control.get("/accounts/{account}/transactions", {
      world,
      parameters: { account: named },
      query: {
        ...(search !== undefined && { text: search }),
        ...(until !== undefined && { to: until }),
      },
    });
    const rows = listed.transactions.map((one) => [
      one.bookingDate,
      one.amount,
      one.currency,
      one.party ?? one.kind,
      one.text ?? "",
    ]);
    terminal.table(["DATE", "AMOUNT", "", "WITH", "TEXT"], rows, [1]);
    if (listed.searchedTo !== undefined) {
      terminal.note(`Searched back to ${listed.searchedTo}; add --until ${listed.searchedTo}.`);
    }
    return listed;
  },
  add: async (bban, { invocation, control, world }) => {
    const { text } = invocation;
    const body = {
      customerNumber: readOption(invocation, "customer"),
      bban,
      accountName: text("name") ?? "Brukskonto",
      // The sandbox refuses currencies that it does not know.
      currency: (text("currency") ?? "NOK") as "NOK",
      balances: [
        { balanceType: "closingBooked", balanceAmount: { amount: text("balance") ?? "0" } },
      ],
    } as const;
    const added = await control.post("/accounts", { world, body });
    invocation.terminal.line(`Account ${added.accountId}`);
    return added;
  },
  book: async (named, { invocation, control, world }) => {
    const [party, text] = [invocation.text("party"), invocation.text("text")];
    const booked = await control.post("/accounts/{account}/transactions", {
      world,
      parameters: { account: named },
      body: {
        amount: readOption(invocation, "amount"),
        ...(party !== undefined && { party }),
        ...(text !== undefined && { text }),
      },
    });
    invocation.terminal.line(`Booked; the balance is now ${booked.booked}`);
    return booked;
  },
  generate: async (named, { invocation, control, world }) => {
    const count = readOption(invocation, "count");
    if (!/^[1-9]\d{0,7}$/.test(count)) throw new UsageError("--count must be a whole number");
    return control.post("/accounts/{account}/history", {
      world,
      parameters: { account: named },
      body: { transactions: Number(count) },
    });
  },
  load: async (named, { invocation, control, world }) => {
    // The sandbox refuses what it does not know.
    const transactions = readFileJson(readOption(invocation, "file")) as never;
    return control.post("/accounts/{account}/transactions/load", {
      world,
      parameters: { account: named },
      body: { transactions },
    });
  },
  rename: async (named, { invocation, control, world }) => {
    const body = { name: readOption(invocation, "name") };
    await control.patch("/accounts/{account}", { world, parameters: { account: named }, body });
    return undefined;
  },
  close: async (named, { control, world }) => {
    await control.delete("/accounts/{account}", { world, parameters: { account: named } });
    return undefined;
  },
} as const satisfies Record<string, Act>;

const readOption = ({ text }: Invocation, name: string): string => {
  const given = text(name);
  if (given === undefined) throw new UsageError(`add --${name}`);
  return given;
};
