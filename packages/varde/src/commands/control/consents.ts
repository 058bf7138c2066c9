import { type Command, refuseExtraArguments, UsageError, unknownWord } from "../../command.ts";
import { findWorld } from "../../identity/find-world.ts";
import { openControlApi } from "../../identity/open-tpp.ts";
import { controlOptions } from "../../options.ts";

export const consents: Command = {
  usage: ["consents", "consents expire NAME"],
  about: [
    "Lists what each TPP may read in the sandbox world of your TPP, with the calls without the " +
      "PSU that are left: four a day for balances and four for transactions of each account.",
    "expire lets a valid consent expire now, as if its 180 days had passed. NAME is the name of " +
      "its PSU, company or TPP, or its id. The next request needs a new SCA.",
  ],
  options: controlOptions,
  examples: [{ line: "varde consents" }, { line: 'varde consents expire "Kari Nordli"' }],
  run: async (invocation) => {
    const { words, terminal } = invocation;
    const [act, consent, ...more] = words;
    refuseExtraArguments(more);
    if (act !== undefined && act !== "expire") throw unknownWord("argument", act, ["expire"]);
    if (act === "expire" && consent === undefined) {
      throw new UsageError("give the name or the id of a consent");
    }
    const control = openControlApi(invocation);
    const world = await findWorld(invocation, control);
    if (consent !== undefined) {
      await control.post("/consents/{consent}/expire", { world, parameters: { consent } });
      terminal.line(`Expired the consent of ${consent}`);
      return terminal.json({ expired: consent });
    }
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
