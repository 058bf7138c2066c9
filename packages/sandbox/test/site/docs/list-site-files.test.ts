import assert from "node:assert/strict";
import { posix } from "node:path";
import { test } from "node:test";
import { listSiteFiles } from "@varde/sandbox/documentation";

const files = new Map([...listSiteFiles()].map(({ path, text }) => [path, text]));
const pages = [...files].filter(([path]) => path.endsWith(".html"));

test("every link of the static site is relative and leads to one of its files", () => {
  for (const [path, text] of pages) {
    for (const [, link = ""] of text.matchAll(/ (?:href|src|srcset)="([^"]+)"/g)) {
      assert.doesNotMatch(link, /^(?:\/|\w+:)/, `${path} links to ${link}`);
      const [target = "", place] = link.split("#");
      const file = target === "" ? path : posix.join(posix.dirname(path), target);
      const linked = files.get(file);
      assert(linked !== undefined, `${path} links to ${link}, which is missing`);
      assert(place === undefined || linked.includes(`id="${place}"`), `${path} links to ${link}`);
    }
  }
});

/** A file that check-bank has written, which is part of no sequence. */
const report = "guides/check-a-bank-report.html";

test("the example of a report has a policy, and no script", () => {
  const text = files.get(report) ?? "";
  assert.match(text, /<meta http-equiv="Content-Security-Policy" content="default-src &#39;none/);
  assert.doesNotMatch(text, /<script| on\w+="/);
});

test("pages of the static site have a policy, and no form that needs a bank", () => {
  assert(pages.length > 200);
  for (const [path, text] of pages) {
    if (path === report) continue;
    assert.match(text, /<meta http-equiv="content-security-policy" content="default-src 'none'/);
    assert.doesNotMatch(text, /<script(?! type="module" src=)|<style|style="| on\w+="/, path);
    assert.doesNotMatch(text, /<form class="call"|Requests in the console/, path);
  }
});

test("the first page leads through all guides by the links to the next page", () => {
  const visited: string[] = [];
  let path = "index.html";
  while (!visited.includes(path)) {
    visited.push(path);
    const next = / rel="next" href="([^"]+)"/.exec(files.get(path) ?? "")?.[1];
    if (next !== undefined) path = posix.join(posix.dirname(path), next);
  }
  assert.deepEqual(visited.slice(0, 4), [
    "index.html",
    "guides/first-payment.html",
    "guides/console.html",
    "guides/signing.html",
  ]);
  const guides = [...files.keys()].filter((each) =>
    /^(?:guides|concepts)\/[\w-]+\.html$/.test(each),
  );
  assert.deepEqual(
    guides.filter((guide) => !visited.includes(guide)),
    [report],
  );
  for (const title of ["The data set", "Configuration", "Glossary"]) {
    assert.match(files.get("index.html") ?? "", new RegExp(`<nav id="contents".*>${title}<`, "s"));
  }
});
