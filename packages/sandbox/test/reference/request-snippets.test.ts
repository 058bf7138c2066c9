import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { missingPrograms } from "@varde/testkit/processes";
import { aPsu } from "@varde/testkit/psu";
import { dataSet, startBank, type TestBank } from "../../src/index.ts";
import { snippetLanguages } from "../../src/reference/snippets/snippet-languages.ts";
import { readSnippet } from "./read-snippet.ts";
import { programsByLanguage, SnippetFolder } from "./snippet-folder.ts";

const { kari } = dataSet.people;

describe("requests in each language", { concurrency: true }, () => {
  let bank: TestBank;
  /** Values for the names in braces. */
  let values: Readonly<Record<string, string>> = {};
  before(async () => {
    bank = await startBank();
    const { psuId, sessionId } = await aPsu(bank, { customerNumber: kari.customerNumber });
    values = { psuId, sessionId };
  });
  after(() => bank.close());

  for (const [at, language] of snippetLanguages.entries()) {
    const { id, title } = language;
    const skip = missingPrograms(programsByLanguage[id] ?? []);

    test(`${title} creates a payment with the snippet of the page`, { skip }, async () => {
      using folder = new SnippetFolder(bank.addresses.http, bank.tpp);
      const operation = "createPayment.payments.NDCT";
      const snippet = await readSnippet(bank.addresses.http, operation, id, values);
      // Another amount each time: the same payment again would be refused as a duplicate.
      const output = await folder.run(language, snippet.replace("249.50", `249.5${at + 1}`));
      assert.match(output, /transactionStatus\W+RCVD/);
    });
  }
});
