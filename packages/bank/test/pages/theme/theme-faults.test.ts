import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { deflateSync } from "node:zlib";
import {
  type BankConfiguration,
  sandboxConfiguration,
} from "../../../src/configuration/bank-configuration.ts";
import { completePalette } from "../../../src/pages/theme/complete-palette.ts";
import { contrastRatio } from "../../../src/pages/theme/contrast.ts";
import { findThemeFaults } from "../../../src/pages/theme/find-theme-faults.ts";

const folder = mkdtempSync(join(tmpdir(), "varde-theme-"));
after(() => rmSync(folder, { recursive: true }));
let files = 0;
const write = (content: string | Buffer): string => {
  files += 1;
  const path = join(folder, `logo-${files}`);
  writeFileSync(path, content);
  return path;
};

type Theme = BankConfiguration["theme"];
const faults = (theme: Theme, mode: BankConfiguration["mode"] = "production") =>
  findThemeFaults({ ...sandboxConfiguration, mode, theme });

describe("the colours of a theme", () => {
  test("have the contrast that WCAG computes", () => {
    assert.equal(contrastRatio("#000000", "#ffffff"), 21);
    assert.equal(contrastRatio("#777777", "#ffffff").toFixed(2), "4.48");
    assert.equal(contrastRatio("#ffffff", "#767676").toFixed(2), "4.54");
  });

  test("are readable without a theme", () => {
    assert.deepEqual(faults({}, "sandbox"), []);
  });

  test("follow from the primary colour where the bank sets no others", () => {
    const { primary, primaryStrong, onPrimary, soft } = completePalette("light", {
      primary: "#ffcc00",
    });
    assert.deepEqual([primary, onPrimary], ["#ffcc00", "#000000"]);
    assert.notEqual(primaryStrong, completePalette("light").primaryStrong);
    assert.equal(soft, "#fffbeb");
  });

  test("are refused with one sentence for each pair that is hard to read, in both schemes", () => {
    const colours = { light: { quiet: "#9a9a9a" }, dark: { field: "#20292c" } };
    const sentences = [
      ["light: quiet #9a9a9a on paper #f6f6f3", "2.5:1", "4.5:1"],
      ["light: quiet #9a9a9a on card #ffffff", "2.8:1", "4.5:1"],
      ["light: quiet #9a9a9a on soft #edf3f0", "2.5:1", "4.5:1"],
      ["dark: field #20292c on card #141d20", "1.1:1", "3:1"],
      ["dark: field #20292c on paper #0e1517", "1.2:1", "3:1"],
    ].map(
      ([pair, contrast, needed]) =>
        `theme.colours.${pair} has a contrast of ${contrast}, and ${needed} is needed; ` +
        "change one of them.",
    );
    assert.deepEqual(faults({ colours }), sentences);
  });

  test("are compared with the sandbox's own in a sandbox only", () => {
    const colours = { light: { paper: "#b0b0b0", ink: "#000000", quiet: "#000000" } };
    const text = faults({ colours }, "sandbox").join("\n");
    assert.match(text, /sandbox #67399c on paper #b0b0b0/);
    assert.doesNotMatch(faults({ colours }).join("\n"), /sandbox/);
  });
});

const svg = (inside: string, attributes = 'viewBox="0 0 90 30"') =>
  `<?xml version="1.0"?><!-- a logo -->
<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>\n`;

/** Returns a PNG of one colour. */
const png = (width: number, height: number): Buffer => {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const checksum = Buffer.alloc(4);
    if (type === "IEND") checksum.writeUInt32BE(0xae426082);
    return Buffer.concat([head, Buffer.from(type), data, checksum]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const pixels = deflateSync(Buffer.alloc(8));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", size),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

describe("the logo of a theme", () => {
  test("is an SVG or a PNG, whatever its name ends with", () => {
    const shape = '<defs><path id="a" d="M0 0h9v9z"/></defs><use href="#a" fill="#036"/>';
    assert.deepEqual(faults({ logo: write(svg(shape)), darkLogo: write(png(90, 30)) }), []);
    assert.deepEqual(faults({ logo: write(svg('<rect fill="url(#a)" width="9"/>')) }), []);
  });

  const refused: readonly (readonly [string, string | Buffer, RegExp])[] = [
    ["a script", svg("<script>alert(1)</script>"), /contains the element <script>/],
    ["an event handler", svg('<path onload="alert(1)"/>'), /a script in the attribute onload/],
    ["a foreign document", svg("<foreignObject/>"), /contains the element <foreignObject>/],
    ["a style", svg("<style>path{}</style>"), /contains the element <style>/],
    ["a style attribute", svg('<path style="fill:red"/>'), /write fill and the like/],
    ["a link", svg('<a href="javascript:alert(1)"/>'), /contains the element <a>/],
    ["another file", svg('<use href="https://x.example/a.svg#a"/>'), /another file in href/],
    ["an XLink", svg('<use xlink:href="data:image/svg+xml,x"/>'), /another file in href/],
    ["a remote fill", svg('<path fill="url(//x.example)"/>'), /another file in fill/],
    ["an image", svg('<image href="#a"/>'), /contains the element <image>/],
    ["a DOCTYPE", `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("")}`, /such as a DOCTYPE/],
    ["CDATA", svg("<![CDATA[<script>]]>"), /not an element of SVG/],
    ["an open element", svg("<g>"), /not well-formed at <\/svg>/],
    ["no end", svg("").replace("</svg>", ""), /<svg> is not closed/],
    ["no size", svg("", ""), /needs a viewBox/],
    ["an empty size", svg("", 'viewBox="0 0 0 9"'), /needs a viewBox/],
    ["two roots", svg("") + svg(""), /more than one root/],
    ["HTML", "<html><body></body></html>", /contains the element <html>/],
    ["text", "logo", /is neither SVG nor PNG/],
    ["a GIF", Buffer.from("GIF89a"), /is neither SVG nor PNG/],
    ["half a PNG", png(90, 30).subarray(0, 40), /is an incomplete PNG/],
    ["a huge PNG", png(90_000, 30), /has 90000 × 30 pixels/],
    ["too many bytes", svg(`<path d="${"M0 0".repeat(60_000)}"/>`), /is larger than 200 KiB/],
  ];
  for (const [title, content, fault] of refused) {
    test(`is refused with ${title}`, () => {
      const [sentence, ...others] = faults({ logo: write(content) });
      assert.match(sentence ?? "", /^theme\.logo: the file .*logo-\d+ .*\.$/);
      assert.match(sentence ?? "", fault);
      assert.deepEqual(others, []);
    });
  }

  test("must exist, and comes before its variants", () => {
    const missing = join(folder, "missing.svg");
    assert.deepEqual(faults({ logo: missing }), [
      `theme.logo: the file ${missing} cannot be read (ENOENT).`,
    ]);
    assert.match(faults({ darkLogo: missing }).join(), /^theme\.logo is missing/);
  });
});

test("a text of a theme is written in each language", () => {
  const texts = { nb: { footer: "Org.nr. 999", help: "Ring oss" }, en: { footer: "Org. no. 999" } };
  assert.deepEqual(faults({ texts }), [
    "theme.texts.en.help is missing; write it in each language.",
  ]);
  assert.deepEqual(faults({ texts: { nb: texts.nb, en: texts.nb } }), []);
});
