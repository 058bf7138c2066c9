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

  /** Reads a snippet from the operation's page and replaces the names in braces. */
  const readSnippet = async (operation: string, language: string): Promise<string> => {
    const page = await (await fetch(`${bank.addresses.http}/docs/operations/${operation}`)).text();
    const details = page.split(`data-language="${language}"`)[1] ?? "";
    const [, code = ""] = /<pre[^>]*><code>(.*?)<\/code>/s.exec(details) ?? [];
    return unescapeHtml(code).replaceAll(/\{(psuId|sessionId)\}/g, (_, name) => values[name] ?? "");
  };

  for (const [at, language] of snippetLanguages.entries()) {
    const { id, title } = language;
    const skip = missingPrograms(programsByLanguage[id] ?? []);

    test(`${title} reads accounts with the snippet of the page`, { skip }, async () => {
      using folder = new SnippetFolder(bank.addresses.http, bank.tpp);
      const output = await folder.run(language, await readSnippet("listAccounts", id));
      assert.match(output, new RegExp(`\\b${kari.current.bban}\\b`));
    });

    test(`${title} creates a payment with the snippet of the page`, { skip }, async () => {
      using folder = new SnippetFolder(bank.addresses.http, bank.tpp);
      const snippet = await readSnippet("createPayment.payments.NDCT", id);
      // Another amount each time: the same payment again would be refused as a duplicate.
      const output = await folder.run(language, snippet.replace("249.50", `249.5${at + 1}`));
      assert.match(output, /transactionStatus\W+RCVD/);
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
      const bank = await startBank();
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
        const request = { operation: "", parameters: {}, method: "POST", path: "/" };
        const snippet = language.write({ ...request, headers: { "x-text": header }, body });
        await folder.run(language, snippet);
        assert.deepEqual(received, [header, body]);
      } finally {
        server.close();
        await bank.close();
      }
    });
  }
});

const signs: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

const unescapeHtml = (markup: string): string =>
  markup.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (sign) => signs[sign] ?? sign);
