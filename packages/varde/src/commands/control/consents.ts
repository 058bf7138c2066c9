import { type Command, refuseExtraArguments } from "../../command.ts";
import { findWorld } from "../../identity/find-world.ts";
import { openControlApi } from "../../identity/open-tpp.ts";
import { controlOptions } from "../../options.ts";

export const consents: Command = {
  usage: ["consents"],
  about: [
    "Lists what each TPP may read in the sandbox world of your TPP, with the calls without the " +
      "PSU that are left: four a day for balances and four for transactions of each account.",
  ],
  options: controlOptions,
  examples: [{ line: "varde consents" }],
  run: async (invocation) => {
    const { words, terminal } = invocation;
    refuseExtraArguments(words);
    const control = openControlApi(invocation);
    const world = await findWorld(invocation, control);
    const { consents: found } = await control.get("/consents", { world });
    const rows = found.flatMap((consent) =>
      consent.accounts.map((account) => [
        consent.tpp,
        consent.psu,
        consent.state,
        account.number,
        String(account.balancesLeft),
        String(account.transactionsLeft),
      ]),
    );
    const headings = ["TPP", "PSU", "STATE", "ACCOUNT", "BALANCES LEFT", "TRANSACTIONS LEFT"];
    terminal.table(headings, rows, [4, 5]);
    terminal.json(found);
  },
};
