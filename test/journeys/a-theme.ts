import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BankConfiguration } from "@varde/bank";

/** A theme with its files. Disposing of it deletes them. */
export interface TestTheme extends Disposable {
  readonly theme: BankConfiguration["theme"];
}

const drawLogo = (wave: string, sail: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 64">
<path d="M4 52c14-12 26-12 40 0s26 12 40 0 26-12 40 0 22 10 32 2v8H4z" fill="${wave}"/>
<path d="M74 6v34H36z" fill="${sail}"/><path d="M82 14v26h24z" fill="${sail}"/>
</svg>
`;

/** Creates the theme of a bank: blue, with a logo for each scheme and its own words. */
export const aTheme = (): TestTheme => {
  const folder = mkdtempSync(join(tmpdir(), "varde-theme-"));
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  return {
    theme: {
      logo: write("logo.svg", drawLogo("#1d4f91", "#0b2545")),
      darkLogo: write("dark.svg", drawLogo("#8cb8f0", "#e8f0fb")),
      colours: { light: { primary: "#1d4f91" }, dark: { primary: "#9cc2f5" } },
      texts: {
        nb: {
          footer: "Fjordbanken ASA, Org.nr. 999 888 777 <NUF>",
          help: "Trenger du hjelp? Ring 915 00 000.",
          customerNumber: "Fødselsnummer",
          customerNumberHint: "11 siffer",
          identifyNote: "Fjordbanken ber deg aldri om passord på telefon.",
          approveNote: "Godkjenn bare betalinger du kjenner igjen.",
          consentNote: "Du kan trekke tilgangen tilbake i nettbanken.",
        },
        en: {
          footer: "Fjordbanken ASA, Org. no. 999 888 777 <NUF>",
          help: "Do you need help? Call +47 915 00 000.",
          customerNumber: "National identity number",
          customerNumberHint: "11 digits",
          identifyNote: "Fjordbanken never asks for a password by telephone.",
          approveNote: "Approve only payments that you recognise.",
          consentNote: "You can withdraw access in the online bank.",
        },
      },
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
};
