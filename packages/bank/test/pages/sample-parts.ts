import { buildPageAssets } from "../../src/pages/page-assets.ts";
import type { PageFrame, SandboxPanel } from "../../src/pages/parts/page-models.ts";
import type { Locale } from "../../src/ports/locale.ts";
import { type Say, sampleBatch, samplePayment } from "./sample-details.ts";

/** Pages by their names in the tests. */
export type SamplePages = [name: string, page: string][];

export type SampleParts = ReturnType<typeof sampleParts>;

/** The files of a sandbox without a theme. */
export const sampleAssets = buildPageAssets({ theme: {}, mode: "sandbox" }, "/assets/");

/** Returns what the sample pages have in common. */
export function sampleParts(locale: Locale, say: Say) {
  const pageFrame = (name: string, step?: number): PageFrame => ({
    locale,
    bankName: say("Varde Bank"),
    assets: sampleAssets.assets,
    ...(sampleAssets.logo && { logo: sampleAssets.logo }),
    languages: { nb: `/nb/${name}`, en: `/en/${name}` },
    isSandbox: true,
    ...(step !== undefined && { progress: { step, of: 3 } }),
  });
  const sandbox: SandboxPanel = {
    outcomes: {
      action: "/outcome",
      offered: ["approve", "refuse", "fail", "time-out"],
      codes: ["SCA_INVALID", "SCA_EXPIRED", "PSU_CREDENTIALS_INVALID", say("SYSTEM_ERROR")],
    },
  };
  return {
    say,
    pageFrame,
    sandbox,
    form: { action: `/${locale}/response?a=1&b=2`, csrf: say("4d1f0c52a7b94e3c") },
    requester: { name: say("Fjordpay AS"), brand: say("Handlelisten") },
    payment: samplePayment(say),
    batch: sampleBatch(say),
    company: say("Varden Bygg AS"),
    psuName: say("Kari Nordlys"),
  };
}
