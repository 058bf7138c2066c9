import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { missingPrograms } from "@varde/testkit/processes";
import { aPsu } from "@varde/testkit/psu";
import { dataSet, startBank, type TestBank } from "../../src/index.ts";
import { snippetLanguages } from "../../src/reference/snippets/snippet-languages.ts";
import { readSnippet } from "./read-snippet.ts";
import { programsByLanguage, SnippetFolder } from "./snippet-folder.ts";

const { kari } = dataSet.people;
let bank: TestBank;
/** The values that replace the names in braces. */
let values: Readonly<Record<string, string>> = {};
before(async () => {
  bank = await startBank();
  const { psuId, sessionId } = await aPsu(bank, { customerNumber: kari.customerNumber });
  values = { psuId, sessionId };
});
after(() => bank.close());

describe("requests in each language", { concurrency: true }, () => {
  for (const language of snippetLanguages) {
    const { id, title } = language;
    const skip = missingPrograms(programsByLanguage[id] ?? []);

    test(`${title} reads accounts with the snippet of the page`, { skip }, async () => {
      using folder = new SnippetFolder(bank.addresses.http, bank.tpp);
      const snippet = await readSnippet(bank.addresses.http, "listAccounts", id, values);
      const output = await folder.run(language, snippet);
      assert.match(output, new RegExp(`\\b${kari.current.bban}\\b`));
    });
  }
});

describe("texts that need quoting", () => {
  const header = `it's "quoted" \\n \\\\ $HOME \`id\` %s {name}`;
  const body = {
    text: `${header} \${x} å€😀 <b> \n\t """ '''`,
    list: [true, false, null, 1.5, "\\u0041"],
  };
  // The SDK snippet has no headers, and its bodies are written like those for Node.
  for (const language of snippetLanguages.filter(({ id }) => id !== "sdk")) {
    const { id, title } = language;
    const skip = missingPrograms(programsByLanguage[id] ?? []);

    test(`arrive unchanged from ${title}`, { skip }, async () => {
      const received: unknown[] = [];
      const server = createServer(async (request, response) => {
        received.push(request.headers["x-text"], JSON.parse(await text(request)));
        response.end();
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      using folder = new SnippetFolder(`http://127.0.0.1:${port}`, bank.tpp);
      try {
        const bank = "http://127.0.0.1:8080";
        const request = { bank, operation: "", parameters: {}, method: "POST", path: "/" };
        const snippet = language.write({ ...request, headers: { "x-text": header }, body });
        await folder.run(language, snippet);
        assert.deepEqual(received, [header, body]);
      } finally {
        server.close();
      }
    });
  }
});
