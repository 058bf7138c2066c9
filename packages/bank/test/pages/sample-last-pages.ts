import { renderContinuePage } from "../../src/pages/continue-page.ts";
import { renderEidRedirectPage } from "../../src/pages/eid-redirect-page.ts";
import { renderEndedPage } from "../../src/pages/ended-page.ts";
import { renderOwnConsentsPage } from "../../src/pages/own-consents-page.ts";
import type { EndedPage } from "../../src/pages/parts/page-models.ts";
import { renderWaitPage } from "../../src/pages/wait-page.ts";
import { scaOutcomes } from "../../src/records/sca-fault.ts";
import { sampleAccounts } from "./sample-details.ts";
import type { SamplePages, SampleParts } from "./sample-parts.ts";

/** Pages after which nothing follows, or another site or device. */
export function lastPages(
  { say, pageFrame, form, requester }: SampleParts,
  leadsTo: string,
): SamplePages {
  const reasons = [
    "used",
    "untrusted-address",
    "too-many",
    "too-large",
    "suspended",
    "fault",
  ] satisfies EndedPage["reason"][];
  const { languages: _, ...frame } = pageFrame("ended");
  const refreshHref = "/sca/1?lang=nb&x=1";
  return [
    ["eid-redirect", renderEidRedirectPage({ frame: pageFrame("eid-redirect"), href: leadsTo })],
    ["wait", renderWaitPage({ frame: pageFrame("wait"), form, refreshHref })],
    ...scaOutcomes.map((outcome): [string, string] => {
      const name = `continue-${outcome}`;
      return [
        name,
        renderContinuePage({ frame: pageFrame(name), outcome, requester, href: leadsTo }),
      ];
    }),
    ...reasons.map((reason): [string, string] => {
      const reference = reason === "fault" ? { reference: say("0199f2c4-77aa") } : {};
      return [`ended-${reason}`, renderEndedPage({ frame, reason, ...reference })];
    }),
  ];
}

/** Lists of the consents that a PSU has granted. */
export function ownConsentsPages({
  say,
  pageFrame,
  form,
  requester,
  company,
  psuName,
}: SampleParts): SamplePages {
  const some = renderOwnConsentsPage({
    form,
    psuName,
    frame: pageFrame("own-consents"),
    notice: "revoked",
    consents: [
      {
        id: say("c-1"),
        requester,
        scope: "accounts",
        grantedOn: "2026-11-15",
        validUntil: "2027-05-14",
        accounts: sampleAccounts(say),
        accesses: [
          { day: "2026-11-15", time: "14:05", part: "balances", accounts: [say("Brukskonto")] },
          {
            day: "2026-11-15",
            time: "06:30",
            part: "accounts",
            accounts: sampleAccounts(say).map(({ name }) => name),
          },
          { day: "2026-11-14", time: "23:59", part: "transactions", accounts: [] },
        ],
        changeHref: "/consents/c-1?lang=nb&x=1",
      },
      {
        id: say("c-2"),
        requester: { name: say("Oversikt AS") },
        onBehalfOf: company,
        scope: "funds",
        grantedOn: "2026-10-01",
        validUntil: "2027-03-30",
        accounts: sampleAccounts(say).slice(0, 1),
        accesses: [],
      },
    ],
  });
  const none = renderOwnConsentsPage({
    form,
    psuName,
    frame: pageFrame("own-consents-empty"),
    consents: [],
  });
  return [
    ["own-consents", some],
    ["own-consents-empty", none],
  ];
}
