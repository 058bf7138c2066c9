import type { AccountDetails } from "@varde/protocol";
import { type Command, UsageError } from "../command.ts";
import { openTpp } from "../open-tpp.ts";
import { psuOptions } from "../options.ts";
import { openPsu } from "../sca/open-psu.ts";
import { formatTable } from "../terminal/format-table.ts";

export const accounts: Command = {
  usage: ["accounts [OPTIONS]"],
  about: [
    "Lists the accounts the PSU has given this TPP consent to, with their balances. The first " +
      "time, and when the consent or the session has run out, the bank asks the PSU: they " +
      "identify and tick accounts in the browser. --approve NUMBER ticks all of them.",
    "Asking for --consent lets the PSU change what was granted.",
  ],
  options: {
    consent: { type: "boolean", about: "Have the PSU choose the accounts anew." },
    ...psuOptions,
  },
  examples: [
    { line: "varde accounts --approve 03848420491", about: "Kari's accounts" },
    {
      line: "varde accounts --approve 03848420491 --context corporate",
      about: "Those of the company she represents",
    },
  ],
  run: async (invocation) => {
    const { words, terminal, has } = invocation;
    if (words.length > 0) throw new UsageError(`it takes no words ("${words[0]}")`);
    const tpp = openTpp(invocation);
    const atHand = await openPsu(invocation, tpp);
    try {
      if (has("consent")) {
        const { findScaRedirect } = await import("@varde/tpp");
        const address = findScaRedirect(await tpp.client.consents.create(atHand.psu));
        if (address !== undefined) await atHand.approve(address);
      }
      const answer = await atHand.withSca(() =>
        tpp.client.accounts.list(atHand.psu, { withBalance: true }),
      );
      const rows = answer.accounts.map(formatAccount);
      const headings = ["ID", "ACCOUNT", "NAME", "BALANCE", "CURRENCY"];
      for (const line of formatTable(headings, rows, [3])) terminal.line(line);
      terminal.json(answer);
    } finally {
      atHand.close();
      tpp.client.close();
    }
  },
};

const formatAccount = (account: AccountDetails): readonly string[] => {
  const { resourceId, bban, iban, name, balances = [], currency } = account;
  const shown = balances.find(({ balanceType }) => balanceType === "expected") ?? balances[0];
  return [resourceId, bban ?? iban ?? "", name ?? "", shown?.balanceAmount.amount ?? "", currency];
};
