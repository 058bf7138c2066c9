import { createHash } from "node:crypto";
import type { BankConfiguration } from "../configuration/bank-configuration.ts";
import { mark } from "./html/icons.ts";
import type { PageFrame, ShownLogo } from "./parts/page-models.ts";
import { content } from "./style/content.ts";
import { forms } from "./style/forms.ts";
import { frame } from "./style/frame.ts";
import { formatPageStyle } from "./style/page-style.ts";
import { sandbox } from "./style/sandbox.ts";
import { completePalette } from "./theme/complete-palette.ts";
import { type Logo, readLogo } from "./theme/read-logo.ts";

/** A file of the pages. Its name changes with its content, so it may be cached for ever. */
export interface PageAsset {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: string | Buffer;
}

/** The files of a bank's pages, with the parts of the frame that refer to them. */
export interface PageAssets extends Pick<PageFrame, "assets" | "logo"> {
  readonly files: readonly PageAsset[];
}

/** Varde's own mark, for pages that are not a bank's. */
export const markAsset = asset("varde", "svg", "image/svg+xml", mark);

/**
 * Builds the files of a bank's pages from its theme. A sandbox without a logo shows Varde's mark; a
 * bank in production never does.
 */
export const buildPageAssets = (
  { theme, mode }: Pick<BankConfiguration, "theme" | "mode">,
  path = "/sca-assets/",
): PageAssets => {
  const light = completePalette("light", theme.colours?.light);
  const dark = completePalette("dark", theme.colours?.dark);
  const rules = [formatPageStyle({ light, dark }), frame, content, forms, sandbox];
  const stylesheet = asset("sca", "css", "text/css; charset=utf-8", rules.join(""));
  const logo = theme.logo === undefined ? undefined : readLogo("logo", theme.logo);
  const darkLogo = theme.darkLogo === undefined ? undefined : readLogo("darkLogo", theme.darkLogo);
  const ownMark = mode === "sandbox" ? markAsset : undefined;
  const shown = (logo && logoAsset(logo)) ?? ownMark;
  const shownDark = darkLogo && logoAsset(darkLogo);
  const icon = shown ?? asset("icon", "svg", "image/svg+xml", drawIcon(light.primary));
  const address = ({ fileName }: PageAsset) => path + fileName;
  return {
    files: [stylesheet, icon, ...(shownDark === undefined ? [] : [shownDark])],
    assets: {
      stylesheet: address(stylesheet),
      icon: { href: address(icon), type: icon.contentType },
    },
    ...(shown && {
      logo: {
        href: address(shown),
        ...(shownDark && { darkHref: address(shownDark) }),
        ...fitLogo(logo),
        hasName: theme.logoHasName ?? false,
      },
    }),
  };
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

/** Largest size of a logo in the header, in CSS pixels. */
const logoMax = { width: 200, height: 36 } as const;

/** Returns the size that a logo is shown in; Varde's mark is a square. */
const fitLogo = (logo: Logo | undefined): Pick<ShownLogo, "width" | "height"> => {
  const { width, height } = logo ?? { width: 1, height: 1 };
  const scale = Math.min(logoMax.width / width, logoMax.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
};

const logoAsset = ({ extension, contentType, bytes }: Logo): PageAsset =>
  asset("logo", extension, contentType, bytes);

/** Draws the icon of a bank without a logo: a square in its colour. */
const drawIcon = (colour: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect x="4" y="4" width="56" height="56" rx="14" fill="${colour}"/></svg>
`;

function asset(
  name: string,
  extension: string,
  contentType: string,
  body: string | Buffer,
): PageAsset {
  const fingerprint = createHash("sha256").update(body).digest("hex").slice(0, 12);
  return { fileName: `${name}-${fingerprint}.${extension}`, contentType, body };
}
