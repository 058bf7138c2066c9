import assert from "node:assert/strict";
import { sign } from "node:crypto";
import { after, describe, test } from "node:test";
import { openControl } from "@varde/protocol/control-client";
import { aBank } from "@varde/testkit/bank";
import { aSession } from "@varde/testkit/psu";
import { aTpp, RawTpp } from "@varde/testkit/tpp";
import { certificateMistakes } from "./mistakes/certificate-mistakes.ts";
import { dateMistakes } from "./mistakes/date-mistakes.ts";
import { digestMistakes } from "./mistakes/digest-mistakes.ts";
import { headerMistakes } from "./mistakes/header-mistakes.ts";
import { keyIdMistakes } from "./mistakes/key-id-mistakes.ts";
import { keyMistakes } from "./mistakes/key-mistakes.ts";
import {
  type Change,
  digestOf,
  minified,
  put,
  sendMistaken,
  target,
} from "./mistakes/send-mistaken.ts";
import { stringMistakes } from "./mistakes/string-mistakes.ts";
import { valueMistakes } from "./mistakes/value-mistakes.ts";

const classes = {
  certificate: certificateMistakes,
  Date: dateMistakes,
  Digest: digestMistakes,
  "Signature header": headerMistakes,
  keyId: keyIdMistakes,
  "signing string": stringMistakes,
  "signed values": valueMistakes,
  key: keyMistakes,
};
const mistakes = Object.entries(classes).flatMap(([name, table]) =>
  Object.entries(table).map(([title, [change, names]]) => ({
    title: `${name}: ${title}`,
    change,
    names,
  })),
);

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const kari = await aSession(bank, tpp);
const issued = async (kind: "expired" | "1024-bit" | "ec-key") => {
  const wish = { name: "Failing", organisationNumber: "310000026", roles: ["PSP_PI"] as const };
  return new RawTpp(
    bank.addresses.http,
    await bank.authority.issueTppCertificate({ ...wish, kind }),
  );
};
const send = (change: Change) => sendMistaken(change, tpp, kari);

interface ShownExplanation {
  readonly request: string;
  readonly verdict: string;
  readonly computedDigest: string;
  readonly text: string;
  readonly checks: readonly { readonly text: string; readonly verdict: string }[];
}

describe("the explanation of a signing mistake", () => {
  const explanations = new Map<string, string>();

  /** Without this, a mistake could be refused for something else than the mistake. */
  const assertBaseline = async () => {
    const response = await send({});
    assert.equal(response.status, 201, response.text);
    assert.equal(response.headers["varde-explain"], undefined);
  };

  test("is missing if the same payment has no mistake, which is accepted", assertBaseline);

  for (const { title, change, names } of mistakes) {
    test(`SIG-04: ${title}`, async () => {
      const response = await send(change);
      assert.equal(response.status, 400, response.text);
      const [message] = response.json.tppMessages;
      assert.match(message.text, names);
      const link = String(response.headers["varde-explain"]);
      const explanation = (await (await fetch(link)).json()) as ShownExplanation;
      assert.equal(explanation.request, `POST ${target}`);
      assert.equal(explanation.verdict, "wrong");
      assert.ok(explanation.checks.some(({ verdict }) => verdict === "wrong"));
      assert.match(String(explanation.computedDigest), /^SHA-256=/);
      const { text, checks } = explanation;
      assert.ok([text, ...checks.map((each) => each.text)].some((each) => names.test(each)));
      explanations.set(title, message.text);
    });
  }

  test("is still missing then: the payment was accepted before and after", assertBaseline);

  test("names no mistake that was not made", () => {
    assert.equal(explanations.size, mistakes.length);
    assert.ok(mistakes.length >= 130, `${mistakes.length} mistakes`);
    const confused = [...explanations].flatMap(([title, text]) =>
      mistakes
        .filter((other) => other.title !== title && other.names.test(text))
        .map((other) => `${title} is also explained as ${other.title}: ${text}`),
    );
    assert.deepEqual(confused, []);
  });

  test("names the first of two mistakes, or both", async () => {
    const readExplanation = async (change: Change) => (await send(change)).json.tppMessages[0].text;
    const late = { date: new Date(Date.now() - 600_000).toUTCString() };
    const newline: Change = { signs: (s) => `${s}\n` };
    assert.match(await readExplanation({ ...newline, headers: late }), /behind the bank's clock/);
    const both = await readExplanation({
      signs: (...given) =>
        String(put("digest", digestOf(minified))(...given)).replaceAll("\n", "\r\n"),
    });
    assert.match(both, /body exactly as sent/);
    assert.match(both, /CRLF|carriage return/);
    const hashed = await readExplanation({
      signature: (s, { key }) => sign("sha512", Buffer.from(`${s}\n`), key),
    });
    assert.match(hashed, /sha512.*a newline after the last line/s);
    // A string that no known mistake explains gets no explanation.
    const link = (await send({ signs: (s) => `odd ${s} odd` })).headers["varde-explain"];
    const unexplained = await (await fetch(String(link))).text();
    assert.match(unexplained, /no known mistake explains it/);
    for (const { title, names } of mistakes) assert.doesNotMatch(unexplained, names, title);
  });

  /** Lists the parts of the page of an explanation: name, verdict and text of each. */
  const readPage = async (link: string) => {
    const page = await (await fetch(link, { headers: { accept: "text/html" } })).text();
    const [, list = ""] = /<ul class="parts">(.*?)<\/ul>/s.exec(page) ?? [];
    const parts = [...list.matchAll(/<li.*?<\/li>/gs)].map(([item]) =>
      item
        .replaceAll(/<[^>]+>/g, "")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
    return { page, parts };
  };

  test("the page of an explanation has one verdict for each part", async () => {
    const stranger = await bank.authority.issueTppCertificate({
      name: "Revoked",
      organisationNumber: "310000034",
      roles: ["PSP_PI"],
      kind: "revoked",
    });
    const own = new RawTpp(bank.addresses.http, stranger);
    const untrusted = await own.send({ path: "/v1/user" });
    assert.equal(untrusted.status, 403, untrusted.text);
    const { page, parts } = await readPage(String(untrusted.headers["varde-explain"]));
    const certificates = parts.filter((part) => part.startsWith("Certificate "));
    assert.equal(certificates.length, 1, parts.join("\n"));
    assert.match(certificates[0] ?? "", /^Certificate wrong: This bank does not trust.*revoked/);
    assert.doesNotMatch(page, /What is wrong|(?<!\d)1 seconds|--recorded/);
    assert.match(page, /<h2>What to change<\/h2>.*npx varde tpp new/s);
    assert.match(page, /<a href="\/#\/requests\?q=[\w-]+">Open the request in the\s+console<\/a>/);
  });

  test("the page marks the first character in which the signing strings differ", async () => {
    const response = await send({ signs: (s) => s.replace("date: ", "Date: ") });
    const { page, parts } = await readPage(String(response.headers["varde-explain"]));
    assert.match(page, /The first difference is at line 1, character 1\./);
    assert.match(page, /You signed<\/figcaption><pre><mark>D<\/mark>ate: /);
    assert.match(page, /The bank built<\/figcaption><pre><mark>d<\/mark>ate: /);
    assert.match(parts.at(-1) ?? "", /^Signature wrong: You signed/);
    const withNewline = await send({ signs: (s) => `${s}\n` });
    const second = await readPage(String(withNewline.headers["varde-explain"]));
    assert.match(second.page, /<mark>↵ newline<\/mark>/);
    assert.match(second.page, /<mark>end of the string<\/mark>/);
    assert.doesNotMatch(second.page, /full explanation/, "it is the full explanation");
  });

  test("a request whose signature is explained has no hint to explain it", async () => {
    await send({ signs: (s) => `${s}\n` });
    const control = openControl(bank.addresses.http, undefined);
    const [latest] = (await control.get("/requests/all")).requests;
    const { signature, codes } = await control.get("/requests/{exchangeId}", {
      parameters: { exchangeId: latest?.exchangeId ?? "" },
    });
    assert.match(signature?.text ?? "", /a newline after the last line/);
    assert.deepEqual(codes, {});
  });

  test("a Date that is one second off is one second off", async () => {
    const date = new Date(Date.now() - 1_500).toUTCString();
    const response = await send({ headers: { date, digest: "SHA-256=x" } });
    const { parts } = await readPage(String(response.headers["varde-explain"]));
    assert.match(parts.join("\n"), /^Date right: (?:1 second|2 seconds) off; 60 are allowed/m);
  });

  test("distinguishes a refused certificate from a wrong signature", async () => {
    const reasons = await Promise.all(
      (["expired", "1024-bit", "ec-key"] as const).map(async (kind) => {
        const failing = await issued(kind);
        const certificate = failing.certificate.der.toString("base64");
        const response = await send({ headers: { "tpp-signature-certificate": certificate } });
        const link = String(response.headers["varde-explain"]);
        const { stage, text, reason } = (await (await fetch(link)).json()) as Record<
          string,
          string
        >;
        assert.equal(stage, "TPP-Signature-Certificate");
        return `${text} ${reason}`;
      }),
    );
    assert.match(reasons[0] ?? "", /expired/);
    assert.match(reasons[1] ?? "", /1024/);
    assert.match(reasons[2] ?? "", /RSA/);
  });
});
