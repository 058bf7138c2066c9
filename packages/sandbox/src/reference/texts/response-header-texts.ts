/** Meanings of the headers of responses, by name in lower case. */
export const responseHeaderTexts = {
  "x-request-id": "The X-Request-ID of the request.",
  location: "Path of what was created, if it has one, with the bank's path prefix.",
  "aspsp-sca-approach": "How the SCA that the request has started, if any, reaches the PSU.",
  "retry-after": "Seconds to wait before the next attempt.",
  "varde-explain": "Sandbox only: address of an explanation of the refusal.",
  "varde-warning": "Sandbox only: what another bank might refuse.",
  deprecation: "Date since which the operation is deprecated.",
  sunset: "Date after which the operation may be removed.",
  allow: "Methods of this path.",
  "ratelimit-limit":
    "Without PSU-IP-Address only: calls without the PSU that are allowed in 24 hours, for each " +
    "account and kind of data.",
  "ratelimit-remaining":
    "Without PSU-IP-Address only: calls that are left, for the account that has the fewest.",
  "ratelimit-reset": "Without PSU-IP-Address only: seconds until one more call is allowed.",
} as const;
