import assert from "node:assert/strict";
import { dataSet } from "@varde/sandbox";
import { aBank, aProductionBank, type ProductionBank } from "@varde/testkit/bank";
import {
  after,
  before,
  describe,
  findBarriers,
  openBrowser,
  type SharedBrowser,
  test,
} from "@varde/testkit/browser";
import { atScale } from "@varde/testkit/rounds";
import { aTpp } from "@varde/testkit/tpp";
import { aTheme } from "../journeys/a-theme.ts";
import { call, createSingleScaPayment, isAt, send, withPage } from "./a-journey.ts";

const { kari, jonas } = dataSet.people;
const callback = "https://tpp.example/cb";

/** Words of the pages in each language. */
const languages = {
  nb: {
    identify: "Bekreft hvem du er",
    number: "Fødselsnummer",
    continue: "Fortsett",
    approve: "Godkjenn betalingen",
    approveNote: "Godkjenn bare betalinger du kjenner igjen.",
    consent: "Velg kontoer du vil dele",
    consentNote: "Du kan trekke tilgangen tilbake i nettbanken.",
  },
  en: {
    identify: "Confirm who you are",
    number: "National identity number",
    continue: "Continue",
    approve: "Approve the payment",
    approveNote: "Approve only payments that you recognise.",
    consent: "Choose accounts to share",
    consentNote: "You can withdraw access in the online bank.",
  },
} as const;

const looks = ([360, 1280] as const).flatMap((width) =>
  (["light", "dark"] as const).flatMap((colorScheme) =>
    (["nb", "en"] as const).map((language) => ({ width, colorScheme, language })),
  ),
);

describe("the bank's own look", () => {
  const theme = aTheme();
  let sandbox: Awaited<ReturnType<typeof aBank>>;
  let bank: ProductionBank;
  let browser: SharedBrowser;
  before(async () => {
    sandbox = await aBank();
    bank = await aProductionBank(sandbox, {
      anchors: [sandbox.authority.certificate],
      bankName: "Fjordbanken",
      theme: theme.theme,
    });
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.[Symbol.asyncDispose]();
    await bank?.close();
    await sandbox?.close();
    theme[Symbol.dispose]();
  });

  for (const { width, colorScheme, language } of atScale({
    slice: looks.filter((_, at) => at === 1 || at === 6),
    long: looks,
  })) {
    const words = languages[language];
    test(`${width} px, ${colorScheme}, ${language}: axe finds nothing`, async () => {
      const tpp = aTpp(bank, sandbox.tpp);
      const { link } = await createSingleScaPayment({ tpp, callback });
      const consent = await call(
        { tpp, callback },
        { path: "/v1/bank-offered-consents", body: {} },
      );
      const journeys = [
        [link, kari, words.approve, words.approveNote],
        [consent.json._links.scaRedirect.href, jonas, words.consent, words.consentNote],
      ] as const;
      const options = { viewport: { width, height: 740 }, colorScheme };
      for (const [address, psu, heading, note] of journeys) {
        await withPage(
          { browser },
          async (page) => {
            await page.goto(`${address}?lang=${language}`);
            await isAt(page, words.identify);
            assert.deepEqual(await findBarriers(page), [], words.identify);
            const logo = await page.evaluate<[number, string]>(
              "(({naturalWidth, currentSrc}) => [naturalWidth, currentSrc])(document.images[0])",
            );
            assert(logo[0] > 0, "the logo is not shown");
            await page.getByLabel(words.number).fill(psu.customerNumber);
            await send(page.getByRole("button", { name: words.continue, exact: true }));
            await isAt(page, heading);
            assert.deepEqual(await findBarriers(page), [], heading);
            await page.getByText(note).waitFor();
            const scrolled = await page.evaluate("document.documentElement.scrollWidth");
            assert.equal(scrolled, width);
          },
          options,
        );
      }
    });
  }
});
