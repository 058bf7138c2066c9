/**
 * Every code a tppMessage may carry, with the HTTP status it has unless a violation sets another.
 */
export const statusByCode = {
  FORMAT_ERROR: 400,
  BAD_REQUEST: 400,
  HTTP_HEADER_REQUIRED: 400,
  QUERY_PARAMETER_REQUIRED: 400,
  KID_MISSING: 400,
  KID_INVALID: 400,
  EXECUTION_DATE_INVALID: 400,
  PAYMENT_FAILED: 400,
  REFERENCE_MIX_INVALID: 400,
  SCA_NOT_FOUND: 401,
  SCA_EXPIRED: 401,
  SCA_INVALID: 401,
  PSU_CREDENTIALS_INVALID: 401,
  CONSENT_EXPIRED: 401,
  CONSENT_INVALID: 401,
  CONSENT_UNKNOWN: 403,
  FORBIDDEN: 403,
  PRODUCT_INVALID: 403,
  PRODUCT_UNKNOWN: 404,
  RESOURCE_UNKNOWN: 404,
  NOT_FOUND: 404,
  CONFLICT: 409,
  ACCESS_EXCEEDED: 429,
  SYSTEM_ERROR: 500,
} as const;

export type TppMessageCode = keyof typeof statusByCode;

export const tppMessageCodes = Object.keys(statusByCode) as readonly TppMessageCode[];
