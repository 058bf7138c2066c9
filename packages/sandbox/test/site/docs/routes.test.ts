import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { sandboxConfiguration } from "@varde/bank";
import { operations } from "@varde/protocol";
import { startBank, type TestBank } from "@varde/sandbox";
import { buildOpenApi } from "@varde/sandbox/reference";
import { aTpp } from "@varde/testkit/tpp";

describe("the reference at /docs", () => {
  let bank: TestBank;
  before(async () => {
    bank = await startBank();
  });
  after(() => bank.close());
  const get = (path: string, accept = "*/*") =>
    fetch(`${bank.addresses.http}${path}`, { headers: { accept } });

  test("links to a page for every operation, schema and error, and has no dead link", async () => {
    const anchors = new Map<string, Set<string>>();
    const targets = new Set<string>();
    const seen = new Set<string>(["/docs"]);
    for (const path of seen) {
      const response = await get(path);
      assert.equal(response.status, 200, path);
      const text = await response.text();
      if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
      anchors.set(path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id)));
      assert.equal(
        anchors.get(path)?.size,
        text.match(/ id="/g)?.length ?? 0,
        `${path} repeats an id`,
      );
      for (const [, reference = ""] of text.matchAll(/ (?:href|src|srcset)="([^"]+)"/g)) {
        const { pathname, hash, origin } = new URL(reference, `http://bank${path}`);
        assert.equal(origin, "http://bank", "everything comes from the bank itself");
        if (pathname === "/") {
          if (hash === "#/requests") continue;
          const operation = /^#\/requests\?q=operation:(\w+)$/.exec(hash)?.[1] ?? "";
          assert(Object.hasOwn(operations, operation), `${reference} filters by no operation`);
          continue;
        }
        assert.match(pathname, /^\/docs/);
        seen.add(pathname);
        if (hash !== "") targets.add(pathname + hash);
      }
    }
    for (const target of targets) {
      const [path = "", id = ""] = target.split("#");
      assert(anchors.get(path)?.has(id), `${target} leads nowhere`);
    }
    const { paths, components } = buildOpenApi();
    const served = Object.values(paths).flatMap((item) => Object.keys(item)).length;
    const listed = (prefix: string) => [...seen].filter((path) => path.startsWith(prefix)).length;
    assert.equal(listed("/docs/operations/"), served);
    assert.equal(listed("/docs/schemas/"), Object.keys(components.schemas ?? {}).length);
  });

  test("the page of an operation is complete without JavaScript", async () => {
    const text = await (await get("/docs/operations/createPayment.payments.NDCT")).text();
    for (const expected of [
      "allowLogicalDuplicate",
      "TPP-Redirect-URI",
      "remittanceInformationStructuredArray",
      "&quot;Ola Bråten&quot;",
      "The creditor account requires a KID.",
      "Ask the PSU to compare reference with the KID on the invoice.",
      ">deprecated<",
    ]) {
      assert(text.includes(expected), expected);
    }
    assert(!text.includes("CONSENT_UNKNOWN</code></a></dt>"), "a code of other operations");
    const old = await (await get("/docs/operations/createConsentDeprecated")).text();
    assert.match(old, /<strong>Deprecated\.<\/strong> Will be removed/);
  });

  test("pages use only scripts and styles of the bank, and none inline", async () => {
    for (const path of ["/docs", "/docs/operations/createBasket", "/docs/callback?psu-id=1"]) {
      const response = await get(path);
      const policy = response.headers.get("content-security-policy") ?? "";
      assert.match(policy, /^default-src 'none'/);
      assert.doesNotMatch(policy, /unsafe|http|data:|\*/);
      const text = await response.text();
      assert.doesNotMatch(text, /<script(?! type="module" src=)|<style|style="| on\w+="/);
    }
  });

  test("parameters of a redirect are shown as text", async () => {
    const response = await get(`/docs/callback?psu-id=${encodeURIComponent("<b onclick=x>")}`);
    assert.match(await response.text(), /&lt;b onclick=x&gt;/);
  });

  test("is linked from unknown paths", async () => {
    for (const path of ["/accounts", "/v1/nothing"]) {
      const response = await get(path);
      assert.equal(response.status, 404);
      assert.match(await response.text(), /See \/docs/);
    }
  });

  test("unknown paths and explanations are pages in a browser, JSON for a program", async () => {
    const signed = await aTpp(bank).send({ path: "/v1/accounts", headers: { Digest: "x" } });
    const explained = new URL(String(signed.headers["varde-explain"]), bank.addresses.http)
      .pathname;
    for (const [path, status, shown] of [
      ["/docs/", 200, /<h1>Documentation<\/h1>/],
      ["/docs/nothing", 404, /No such page/],
      ["/docs/operations/nothing", 404, /No such page/],
      ["/nothing", 404, /href="\/docs"/],
      ["/explain/nothing", 404, /Varde-Explain/],
      [explained, 200, /<strong>Digest<\/strong> <span class="hidden">wrong:/],
    ] as const) {
      const page = await get(path, "text/html,application/xhtml+xml,*/*;q=0.8");
      assert.equal(page.status, status, path);
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/, path);
      assert.match(await page.text(), shown, path);
      if (path === "/docs/") continue;
      const json = await get(path);
      assert.equal(json.status, status, path);
      assert.match(json.headers.get("content-type") ?? "", /^application\/json/, path);
    }
  });

  test("the form follows the description, and examples show what a first call needs", async () => {
    const text = await (await get("/docs/operations/listAccounts")).text();
    assert(text.indexOf('id="call"') < text.indexOf("<h2>Responses"));
    const example = text.slice(text.indexOf("GET /v1/accounts HTTP/1.1"));
    for (const name of ["Date", "Signature", "TPP-Redirect-URI", "PSU-IP-Address"]) {
      assert(example.slice(0, 2_500).includes(`${name}: `), name);
    }
    assert.match(
      text,
      /Signature: keyId=&quot;SN=.*signature=&quot;nUVEoVWf…&quot;/,
      "not cut off",
    );
  });

  test("guides are pages with code, tables and links to each other", async () => {
    const index = await (await get("/docs/guides")).text();
    assert.match(index, /<h1>Guides<\/h1>/);
    assert.match(index, /href="\/docs\/guides\/account-information">Account information</);
    const text = await (await get("/docs/guides/account-information")).text();
    assert.match(text, /<h1>Account information<\/h1>/);
    assert.match(text, /<a href="\/docs\/guides\/corporate">acts for a company<\/a>/);
    assert.match(text, /<ol><li>The TPP sends <code>GET \/v1\/accounts<\/code>/);
    assert.match(text, /<pre class="code" tabindex="0"><code>npx varde tpp new/);
    const testing = await (await get("/docs/guides/testing-your-tpp")).text();
    assert.match(testing, /<td>SCA approved, refused, timed out, failed<\/td>/);
    for (const markup of ["```", "](", "| ---", "\n- ", "**"]) {
      assert(!text.replaceAll(/<pre.*?<\/pre>/gs, "").includes(markup), markup);
    }
  });

  test("links to the signing guide, and serves its picture and vectors unchanged", async () => {
    const overview = await (await get("/docs/reference")).text();
    const link = /<a href="\/docs\/guides\/signing">Signing requests<\/a> has every rule/;
    assert.match(overview, link);
    const folder = new URL("../../../../../docs/guides/", import.meta.url);
    for (const [name, contentType] of [
      ["signing.svg", /^image\/svg\+xml/],
      ["signing-vectors/vectors.json", /^application\/json/],
      ["signing-vectors/payment.signing-string", /^text\/plain/],
      ["signing-vectors/public-test-key.pem", /^text\/plain/],
    ] as const) {
      const response = await get(`/docs/guides/${name}`);
      assert.match(response.headers.get("content-type") ?? "", contentType);
      assert.equal(await response.text(), readFileSync(new URL(name, folder), "utf8"), name);
    }
    assert.equal((await get("/docs/guides/signing-vectors/nothing.pem")).status, 404);
  });

  test("serves the example of a report with the policy that lets its style apply", async () => {
    assert.match(
      await (await get("/docs/guides/check-a-bank")).text(),
      /check-a-bank-report\.html"/,
    );
    const response = await get("/docs/guides/check-a-bank-report.html");
    assert.match(response.headers.get("content-type") ?? "", /^text\/html/);
    const policy = response.headers.get("content-security-policy") ?? "";
    const [, style = ""] = /<style>(.*?)<\/style>/s.exec(await response.text()) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    assert.equal(policy, `default-src 'none'; style-src 'sha256-${hash}'`);
  });

  test("every header of a call without the PSU is documented, with its operation", async () => {
    const named = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];
    for (const path of ["operations/readBalances", "reference/response-headers"]) {
      const text = await (await get(`/docs/${path}`)).text();
      for (const name of named) assert(text.includes(`<code>${name}</code>`), `${path}: ${name}`);
    }
    const guide = await (await get("/docs/guides/account-information")).text();
    assert.match(guide, /href="\/docs\/reference\/response-headers#how-many-calls-are-left"/);
    const { paths } = buildOpenApi();
    for (const [path, operation] of Object.entries(paths)) {
      const responses = JSON.stringify(operation.get ?? {});
      const isLimited = responses.includes("responses/429");
      assert.equal(responses.includes("RateLimit-Remaining"), isLimited, path);
    }
  });

  test("each remedy names a header, a field or a command", () => {
    const named =
      /[a-z]+[A-Z]\w+|[A-Z]\w*-[\w-]+|varde \w+|\/v1|\b(?:path|reference|Signature|id)\b/;
    for (const { code, remedy } of buildOpenApi()["x-error-codes"] as readonly {
      code: string;
      remedy: string;
    }[]) {
      assert.match(remedy, named, code);
    }
  });

  test("says that PSU-IP-Address may be omitted only where it is optional", async () => {
    const { parameters = {} } = buildOpenApi().components;
    const { "psu-ip-address": optional, "psu-ip-address.required": required } = parameters;
    assert.match(JSON.stringify(optional), /omit it/);
    assert.match(JSON.stringify(required), /"IP address of the PSU, as seen by the TPP\."/);
  });

  test("serves the document, and 404 for an unknown page", async () => {
    const document = await (await get("/docs/openapi.json")).json();
    const served = { ...sandboxConfiguration, publicUrl: bank.addresses.http };
    assert.deepEqual(document, JSON.parse(JSON.stringify(buildOpenApi(served))));
    for (const path of [
      "/docs/schemas/constructor",
      "/docs/operations/x",
      "/docs/files/constructor",
      "/docs/files/..%2f..%2fpackage.json",
    ]) {
      assert.equal((await get(path)).status, path.includes("%2f") ? 400 : 404, path);
    }
  });

  test("in production there is no form and no signing operation", async () => {
    const production = await startBank({ bank: { mode: "production" } });
    try {
      const base = production.addresses.http;
      const page = await (await fetch(`${base}/docs/operations/createBasket`)).text();
      assert.doesNotMatch(page, /<form class="call"|Make a signed call/);
      const signing = await fetch(`${base}/control/v1/signatures`, { method: "POST" });
      assert.equal(signing.status, 404);
    } finally {
      await production.close();
    }
  });
});
