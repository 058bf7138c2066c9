import { createHash } from "node:crypto";
import { pageStyle } from "../../page-style/page-style.ts";
import { mark } from "./html/mark.ts";
import { content } from "./style/content.ts";
import { forms } from "./style/forms.ts";
import { frame } from "./style/frame.ts";
import { sandbox } from "./style/sandbox.ts";

/** A file of the pages. Its name changes with its content, so it may be cached for ever. */
export type PageAsset = { fileName: string; contentType: string; body: string };

const stylesheet = [pageStyle, frame, content, forms, sandbox].join("");

export const pageAssets: Readonly<Record<"stylesheet" | "mark", PageAsset>> = {
  stylesheet: {
    fileName: `sca-${fingerprint(stylesheet)}.css`,
    contentType: "text/css; charset=utf-8",
    body: stylesheet,
  },
  mark: {
    fileName: `varde-${fingerprint(mark)}.svg`,
    contentType: "image/svg+xml",
    body: mark,
  },
};

/** Policy of all pages: no scripts, nothing inline, nothing from other origins. */
export const pageContentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

function fingerprint(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
