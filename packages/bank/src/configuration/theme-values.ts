// Written out, because the types of the schema need its library, which the manifest does not list.

/** Colours that a bank may set, of one scheme. */
export interface ThemeColours {
  readonly primary?: string;
  readonly primaryStrong?: string;
  readonly onPrimary?: string;
  readonly paper?: string;
  readonly card?: string;
  readonly soft?: string;
  readonly ink?: string;
  readonly quiet?: string;
  readonly line?: string;
  readonly field?: string;
  readonly focus?: string;
}

/** Texts that a bank may set, in one language. */
export interface ThemeTexts {
  readonly footer?: string;
  readonly help?: string;
  readonly customerNumber?: string;
  readonly customerNumberHint?: string;
  readonly identifyNote?: string;
  readonly approveNote?: string;
  readonly consentNote?: string;
}
