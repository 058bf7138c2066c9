interface StartedSca {
  readonly _links?: Readonly<Record<string, { readonly href: string } | undefined>>;
}

/** Returns a function that reads the status of a started SCA, if the response links to it. */
export const scaStatusReader = <Status>(
  started: StartedSca,
  read: (authorisationId: string) => Promise<{ readonly scaStatus: Status }>,
): (() => Promise<Status>) | undefined => {
  const id = started._links?.scaStatus?.href.split("/").at(-1);
  return id === undefined ? undefined : async () => (await read(id)).scaStatus;
};
