import type { AccountDetails } from "@varde/protocol";
import { type Command, refuseExtraArguments } from "../../command.ts";
import { openTpp } from "../../identity/open-tpp.ts";
import { psuOptions } from "../../options.ts";
import { openPsu } from "../../sca/open-psu.ts";

export const accounts: Command = {
  usage: ["accounts [OPTIONS]"],
  about: [
    "Lists the accounts that the PSU has shared with this TPP, with their balances. The first " +
      "time, and when the consent or the session has expired, the bank asks the PSU to identify " +
      "and to choose accounts in the browser. --approve NUMBER chooses all of them.",
    "With --consent the PSU chooses the accounts again.",
  ],
  options: {
    consent: { about: "Let the PSU choose the accounts again." },
    ...psuOptions,
  },
  examples: [
    { line: "varde accounts --approve 03848420491", about: "Kari's accounts" },
    {
      line: "varde accounts --approve 03848420491 --context corporate",
      about: "The accounts of the company she represents",
    },
  ],
  run: async (invocation) => {
    const { words, terminal, has } = invocation;
    refuseExtraArguments(words);
    using tpp = openTpp(invocation);
    using acting = await openPsu(invocation, tpp);
    if (has("consent")) {
      const { findScaRedirect } = await import("@varde/tpp");
      const address = findScaRedirect(await tpp.client.consents.create(acting.psu));
      if (address !== undefined) await acting.approve(address);
    }
    const response = await acting.withSca(() =>
      tpp.client.accounts.list(acting.psu, { withBalance: true }),
    );
    const rows = response.accounts.map(formatAccount);
    const headings = ["ID", "ACCOUNT", "NAME", "BALANCE", "CURRENCY"];
    terminal.table(headings, rows, [3]);
    terminal.json(response);
  },
};

const formatAccount = (account: AccountDetails): readonly string[] => {
  const { resourceId, bban, iban, name, balances = [], currency } = account;
  const shown = balances.find(({ balanceType }) => balanceType === "expected") ?? balances[0];
  return [resourceId, bban ?? iban ?? "", name ?? "", shown?.balanceAmount.amount ?? "", currency];
};
