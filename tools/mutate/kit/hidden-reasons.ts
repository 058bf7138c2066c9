/** Reasons why checks from outside cannot find a mutant. */
export const hiddenReasons = {
  allowed: "does what the interface allows too, or breaks a limit that it leaves to the bank",
  text: "changes only the text of an error or a warning",
  setting: "shows only if the bank has other settings",
  production: "shows only in a bank in production",
  client: "is in the client for TPPs, which the checks do not use",
  page: "is on the pages that a PSU sees, which differ from bank to bank",
  own: "is in the bank's own channels",
  core: "is between the bank and its core bank",
  inside: "changes nothing that the bank sends: stored records, logs, assertions",
  flood: "shows only in a flood of requests, which a check must not cause",
  harm: "needs wrong identifications, or the PSU's identity number, which no check sends",
  parties: "needs accounts or people that one customer does not have, such as a second signer",
  time: "shows only after minutes, days or months",
  data: "is in test data that a sandbox makes up, and follows no rule of the interface",
} as const satisfies Readonly<Record<string, string>>;

export type HiddenReason = keyof typeof hiddenReasons;
