interface Answer {
  readonly _links?: Readonly<Record<string, { readonly href: string } | undefined>>;
}

/** How to ask how the SCA stands that an answer has begun; nothing where it does not say which. */
export const askingScaStatus = <Status>(
  answer: Answer,
  read: (authorisationId: string) => Promise<{ readonly scaStatus: Status }>,
): (() => Promise<Status>) | undefined => {
  const id = answer._links?.scaStatus?.href.split("/").at(-1);
  return id === undefined ? undefined : async () => (await read(id)).scaStatus;
};
