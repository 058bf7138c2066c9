import { randomUUID } from "node:crypto";
import { dataSet } from "@varde/sandbox";
import { aPayment, ndct } from "@varde/testkit/payments";
import { changePart, type PemIdentity } from "@varde/testkit/tpp";

export type Sent = Record<string, string | string[]>;

/** A request under construction. */
export interface Draft {
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
  identity: PemIdentity;
  body: unknown;
  /** Other TPPs that may send the request. */
  readonly others: { readonly aisp: PemIdentity; readonly expired: PemIdentity };
  /** Changes made after signing, in order. */
  readonly tampers: ((sent: Sent) => void)[];
  /** Another request that is sent first, with the same headers and body. */
  sentBefore?: { readonly method: string; readonly path: string };
}

export interface Step {
  readonly fault: string;
  readonly spoil: (draft: Draft) => void;
  /** The status while this fault and every later one are present. */
  readonly status: number;
  readonly code: string;
  readonly paths?: readonly string[];
}

const wrongDebtor = { bban: dataSet.people.ola.current.bban, currency: "NOK" };

const set = (name: string, value: string | undefined) => (draft: Draft) => {
  draft.headers[name] = value;
};
const thenSet = (name: string, value: string) => (draft: Draft) => {
  draft.tampers.push((sent) => {
    sent[name] = value;
  });
};

/** The checks of a payment creation in order, each with a fault that only it finds. */
export const faultsInOrder: readonly Step[] = [
  {
    fault: "a malformed target",
    spoil: (draft) => {
      draft.path = draft.path.replace("/v1/", "/v1%2f");
    },
    status: 400,
    code: "BAD_REQUEST",
  },
  {
    fault: "an unknown path",
    spoil: (draft) => {
      draft.path = draft.path.replace("/payments/", "/pay/ments/for/");
    },
    status: 404,
    code: "NOT_FOUND",
  },
  {
    fault: "another method",
    spoil: (draft) => {
      draft.method = "PUT";
    },
    status: 405,
    code: "BAD_REQUEST",
  },
  {
    fault: "an unknown product",
    spoil: (draft) => {
      draft.path = draft.path.replace("norwegian-domestic", "lunar-domestic");
    },
    status: 404,
    code: "PRODUCT_UNKNOWN",
  },
  {
    fault: "another media type",
    spoil: set("Content-Type", "text/xml"),
    status: 415,
    code: "BAD_REQUEST",
    paths: ["Content-Type"],
  },
  {
    fault: "an Accept header without JSON",
    spoil: set("Accept", "text/xml"),
    status: 406,
    code: "BAD_REQUEST",
    paths: ["Accept"],
  },
  {
    fault: "a body over the limit",
    spoil: (draft) => {
      draft.body = "x".repeat(64 * 1024 + 1);
    },
    status: 413,
    code: "BAD_REQUEST",
  },
  {
    fault: "headers that are too long",
    spoil: (draft) => {
      set("TPP-Brand-Logging-Information", "x".repeat(1025))(draft);
      thenSet("Accept-Language", "x".repeat(2049))(draft);
    },
    status: 400,
    code: "FORMAT_ERROR",
    paths: ["TPP-Brand-Logging-Information", "Accept-Language"],
  },
  {
    fault: "a header sent twice",
    spoil: (draft) => {
      draft.tampers.push((sent) => {
        sent["PSU-Corporate-ID"] = [randomUUID(), randomUUID()];
      });
    },
    status: 400,
    code: "BAD_REQUEST",
    paths: ["PSU-Corporate-ID"],
  },
  {
    fault: "missing required headers",
    spoil: (draft) => {
      set("x-accept-fix", undefined)(draft);
      set("PSU-IP-Address", undefined)(draft);
    },
    status: 400,
    code: "HTTP_HEADER_REQUIRED",
    paths: ["x-accept-fix", "PSU-IP-Address"],
  },
  {
    fault: "a Date long ago",
    spoil: set("Date", "Sun, 06 Nov 1994 08:49:37 GMT"),
    status: 400,
    code: "BAD_REQUEST",
    paths: ["Date"],
  },
  {
    fault: "a Digest of another body",
    spoil: thenSet("Digest", "SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
    status: 400,
    code: "BAD_REQUEST",
    paths: ["Digest"],
  },
  {
    fault: "a certificate that cannot be read",
    spoil: thenSet("TPP-Signature-Certificate", "bm90IGEgY2VydGlmaWNhdGU="),
    status: 400,
    code: "BAD_REQUEST",
    paths: ["TPP-Signature-Certificate"],
  },
  {
    fault: "a certificate that has expired",
    spoil: (draft) => {
      draft.identity = draft.others.expired;
    },
    status: 403,
    code: "FORBIDDEN",
    paths: ["TPP-Signature-Certificate"],
  },
  {
    fault: "a keyId of another certificate",
    spoil: (draft) => {
      draft.tampers.push((sent) => {
        sent.Signature = changePart(String(sent.Signature), "keyId", "SN=1,CA=CN=Nobody");
      });
    },
    status: 400,
    code: "BAD_REQUEST",
    paths: ["Signature"],
  },
  {
    fault: "a signature that does not verify",
    spoil: (draft) => {
      draft.tampers.push((sent) => {
        sent.Signature = changePart(String(sent.Signature), "signature", "AAAA");
      });
    },
    status: 400,
    code: "BAD_REQUEST",
    paths: ["Signature"],
  },
  {
    fault: "a signature of another request",
    spoil: (draft) => {
      draft.sentBefore = { method: "GET", path: `${ndct}/${randomUUID()}/status` };
    },
    status: 400,
    code: "BAD_REQUEST",
    paths: ["Signature"],
  },
  {
    fault: "a role the certificate lacks",
    spoil: (draft) => {
      draft.identity = draft.others.aisp;
    },
    status: 403,
    code: "FORBIDDEN",
  },
  {
    fault: "an X-Request-ID with a blank",
    spoil: (draft) => set("X-Request-ID", `a ${randomUUID()}`)(draft),
    status: 400,
    code: "FORMAT_ERROR",
    paths: ["X-Request-ID"],
  },
  {
    fault: "headers and parameters of the wrong form",
    spoil: (draft) => {
      set("TPP-Redirect-URI", "ftp://tpp.example/")(draft);
      set("PSU-HTTP-Method", "BREW")(draft);
      draft.path += "?allowLogicalDuplicate=maybe";
    },
    status: 400,
    code: "FORMAT_ERROR",
    paths: ["TPP-Redirect-URI", "PSU-HTTP-Method", "allowLogicalDuplicate"],
  },
  {
    fault: "a body that is not JSON",
    spoil: (draft) => {
      draft.body = '{"creditorName": "Ola",}';
    },
    status: 400,
    code: "FORMAT_ERROR",
  },
  {
    fault: "a body of the wrong shape",
    spoil: (draft) => {
      draft.body = aPayment({ creditorName: 7, purposeCode: "XXXX" });
    },
    status: 400,
    code: "FORMAT_ERROR",
    paths: ["/creditorName", "/purposeCode"],
  },
  {
    fault: "fields that exclude each other",
    spoil: (draft) => {
      draft.body = aPayment({
        debtorAccount: wrongDebtor,
        creditorAccount: { bban: "86011117947", currency: "EUR" },
      });
    },
    status: 400,
    code: "FORMAT_ERROR",
    paths: ["/creditorAgent"],
  },
  {
    fault: "a PSU nobody knows",
    spoil: set("PSU-ID", randomUUID()),
    status: 401,
    code: "PSU_CREDENTIALS_INVALID",
    paths: ["PSU-ID"],
  },
  {
    fault: "a session without SCA",
    spoil: set("TPP-Session-ID", randomUUID()),
    status: 401,
    code: "SCA_NOT_FOUND",
  },
  {
    fault: "an account that is not the PSU's",
    spoil: (draft) => {
      draft.body = aPayment({ debtorAccount: wrongDebtor });
    },
    status: 400,
    code: "RESOURCE_UNKNOWN",
    paths: ["/debtorAccount/bban"],
  },
];
