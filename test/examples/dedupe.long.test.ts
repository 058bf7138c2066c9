import { describe, test } from "node:test";
import { accountDataProfiles } from "@varde/protocol";
import { aPartOf } from "@varde/testkit/rounds";
import { aBankWith, copyForWeeks, openSources } from "./copied-accounts.ts";

describe("the example that copies accounts", () => {
  for (const profile of aPartOf(accountDataProfiles, 2)) {
    test(`has every entry once under the profile ${profile}`, async () => {
      await using bank = await aBankWith([profile]);
      const { client, sources } = await openSources(bank);
      await copyForWeeks(bank, sources);
      client.close();
    });
  }
});
