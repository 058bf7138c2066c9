import { renderContextPage } from "../../src/pages/context-page.ts";
import { renderIdentifyPage } from "../../src/pages/identify-page.ts";
import type { Locale } from "../../src/ports/locale.ts";
import { appPages, approvalPages } from "./sample-approval-pages.ts";
import type { Say } from "./sample-details.ts";
import { lastPages, ownConsentsPages } from "./sample-last-pages.ts";
import { type SamplePages, type SampleParts, sampleParts } from "./sample-parts.ts";

type SampleOptions = {
  locale: Locale;
  /** Replaces every string from outside the bank, to test how the page handles it. */
  foreign?: Say;
  /** Address that the continue pages lead to. */
  leadsTo?: string;
};

/** Returns every page in every state worth checking, by its name in the tests. */
export function samplePages(options: SampleOptions): ReadonlyMap<string, string> {
  const sample = sampleParts(options.locale, options.foreign ?? ((text) => text));
  return new Map([
    ...identifyPages(sample),
    ...contextPages(sample),
    ...approvalPages(sample),
    ...appPages(sample),
    ...lastPages(sample, options.leadsTo ?? "https://tpp.example/back"),
    ...ownConsentsPages(sample),
  ]);
}

const noteOf = (note: string) => ({ nb: note, en: note });

function identifyPages({
  say,
  pageFrame,
  sandbox,
  form,
  requester,
  payment,
  batch,
}: SampleParts): SamplePages {
  const customers = [
    { customerNumber: say("15819000066"), name: say("Kari Nordlys"), note: noteOf(say("privat")) },
    {
      customerNumber: say("15819000147"),
      name: say("Ola Fjellheim"),
      note: noteOf(say("Varden Bygg AS")),
    },
    { customerNumber: say("15819000228"), name: say("Ingrid Bekkestua-Løkkeberg") },
  ];
  const first = renderIdentifyPage({
    form,
    requester,
    sandbox: { ...sandbox, customers },
    purpose: { kind: "payment", amount: payment.amount, payeeName: payment.payee.name },
    frame: pageFrame("identify", 1),
  });
  const failed = renderIdentifyPage({
    form,
    requester,
    sandbox,
    purpose: { kind: "basket", totals: batch.totals, count: 14 },
    frame: pageFrame("identify-failed", 1),
    error: { attemptsLeft: 1 },
  });
  const accounts = renderIdentifyPage({
    form,
    requester: { name: say("Oversikt AS") },
    purpose: { kind: "accounts" },
    frame: { ...pageFrame("identify-accounts", 1), isSandbox: false },
  });
  const own = renderIdentifyPage({
    form,
    sandbox: { customers },
    purpose: { kind: "own-consents" },
    frame: pageFrame("identify-own"),
  });
  return [
    ["identify-own", own],
    ["identify", first],
    ["identify-failed", failed],
    ["identify-accounts", accounts],
  ];
}

function contextPages({ say, pageFrame, ...parts }: SampleParts): SamplePages {
  const { form, requester, sandbox, psuName } = parts;
  const company = { id: say("a-1"), name: parts.company, organisationNumber: say("310 000 000") };
  const both = renderContextPage({
    form,
    requester,
    sandbox,
    psuName,
    frame: pageFrame("context", 2),
    offersPrivate: true,
    agreements: [company, { id: say("a-2"), name: say("Fjellheim og døtre ANS") }],
  });
  const missed = renderContextPage({
    form,
    requester,
    psuName,
    frame: pageFrame("context-missed", 2),
    offersPrivate: false,
    agreements: [company],
    error: "nothing-chosen",
  });
  return [
    ["context", both],
    ["context-missed", missed],
  ];
}
