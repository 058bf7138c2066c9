/** Names of what expires by itself. */
export const expiryNames = {
  sca: "SCA",
  consent: "consent",
  payment: "unsigned payment",
} as const;
