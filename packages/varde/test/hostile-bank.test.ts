import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { serveLocally } from "@varde/testkit/processes";
import { aBankWithTpp } from "./a-bank-with-tpp.ts";
import type { CommandLine } from "./a-command-line.ts";

const { kari, ola } = dataSet.people;

/** Texts with a meaning in HTML, XML, a terminal, a path or a log. */
const hostile =
  "<script>alert(1)</script><img src=x onerror=alert(2)>]]>&lt;\u001b]0;owned\u0007\u001b[2J" +
  "\u0000\u0008\ufffe\"'../../etc/passwd\r\n::error::forged";

describe("A36: reports about a hostile bank", () => {
  const stack = new AsyncDisposableStack();
  let varde: CommandLine;
  let outputs = { stdout: "", stderr: "" };
  before(async () => {
    ({ varde } = await aBankWithTpp(stack));
    const { url } = stack.use(
      await serveLocally((request, response) => {
        request.resume();
        const message = { category: "ERROR", code: hostile, text: hostile, path: hostile };
        response.writeHead(400, "<script>", {
          "content-type": "application/json",
          "x-request-id": "<script>alert(3)</script>",
          "aspsp-sca-approach": "<img src=x onerror=alert(4)>",
        });
        response.end(JSON.stringify({ tppMessages: [message], [hostile]: hostile }));
      }),
    );
    const lines = [
      `bank: ${url}`,
      "certificate: .varde-tpp/certificate.pem",
      "key: .varde-tpp/key.pem",
      `sca: { varde: { customer: "${kari.customerNumber}" } }`,
      `debtor: { bban: "${kari.current.bban}" }`,
      `creditor: { bban: "${ola.current.bban}", name: ${ola.name} }`,
    ];
    writeFileSync(join(varde.folder, "bank.yaml"), lines.join("\n"));
    outputs = await varde.run(
      ...["check-bank", "bank.yaml", "--json-report", "r.json", "--html", "r.html"],
      ...["--junit", "r.xml", "--har", "r.har"],
    );
  });
  after(() => stack.disposeAsync());

  const read = (name: string) => readFileSync(join(varde.folder, name), "utf8");

  test("carry its markup as text", () => {
    const page = read("r.html");
    assert.match(page, /&lt;script&gt;/);
    assert.doesNotMatch(page, /<script|<img/i);
    assert.match(page, /Content-Security-Policy/);
  });

  test("are well-formed XML and JSON", () => {
    const xml = read("r.xml");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML must not have them
    assert.doesNotMatch(xml, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    assert.doesNotMatch(xml, /<script|<img/i);
    const har = JSON.parse(read("r.har"));
    assert.ok(har.log.entries.length > 0);
    assert.doesNotMatch(read("r.json"), /PRIVATE KEY/);
    assert.doesNotMatch(read("r.har"), /PRIVATE KEY/);
  });

  test("print nothing that the terminal obeys, and no line of its own", () => {
    for (const text of [outputs.stdout, outputs.stderr]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal obeys them
      assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f\u007f]/);
      assert.doesNotMatch(text, /^::error/m);
    }
  });
});
