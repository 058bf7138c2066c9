/** The versions of the interface that this bank implements. */
export const interfaceVersions = { api: "1.23.7", documentation: "2.11.0" } as const;
