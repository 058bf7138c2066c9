import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { dataSet, startBank } from "@varde/sandbox";
import { aPayment, ndctPath } from "../support/a-payment.ts";
import { aSession, type PsuSession } from "../support/a-session.ts";
import { RawTpp } from "../support/raw-tpp.ts";
import { changePart, resign } from "../support/resign.ts";
import { type IssuedIdentity, selfSigned } from "../support/test-authority.ts";

type Sent = Record<string, string | string[]>;

/** A request while it is being put together. */
interface Draft {
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
  identity: IssuedIdentity;
  body: unknown;
  /** What happens to it after it was signed, in order. */
  readonly tampers: ((sent: Sent) => void)[];
}

interface Step {
  readonly fault: string;
  readonly spoil: (draft: Draft) => void;
  /** How the bank answers while this fault and every later one are there. */
  readonly status: number;
  readonly code: string;
  readonly paths?: readonly string[];
}

const bank = await startBank();
after(() => bank.close());
const tpp = new RawTpp(bank.addresses.http, bank.tpp);
const wrongDebtor = { bban: dataSet.people.ola.current.bban, currency: "NOK" };
let session: PsuSession;
let identities: { readonly aisp: IssuedIdentity; readonly expired: IssuedIdentity };

before(async () => {
  session = await aSession(bank, tpp);
  identities = {
    aisp: await bank.authority.issueTppCertificate({
      name: "AISP",
      organisationNumber: "210000003",
      roles: ["PSP_AI"],
      kind: "working",
    }),
    expired: selfSigned({ notAfter: Date.now() - 1000 }),
  };
});

const set = (name: string, value: string | undefined) => (draft: Draft) => {
  draft.headers[name] = value;
};
const thenSet = (name: string, value: string) => (draft: Draft) => {
  draft.tampers.push((sent) => {
    sent[name] = value;
  });
};

/** The order of checks of a payment creation, each with a fault it alone finds. */
const steps: readonly Step[] = [
  {
    fault: "an odd target",
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
    fault: "an answer that is not JSON asked for",
    spoil: set("Accept", "text/xml"),
    status: 406,
    code: "BAD_REQUEST",
    paths: ["Accept"],
  },
  {
    fault: "a body over the limit",
    spoil: (draft) => {
      draft.body = "x".repeat(1024 * 1024 + 1);
    },
    status: 413,
    code: "BAD_REQUEST",
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
    fault: "required headers missing",
    spoil: (draft) => {
      set("x-accept-fix", undefined)(draft);
      set("PSU-IP-Address", undefined)(draft);
    },
    status: 400,
    code: "HTTP_HEADER_REQUIRED",
    paths: ["x-accept-fix", "PSU-IP-Address"],
  },
  {
    fault: "a Date of long ago",
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
      draft.identity = identities.expired;
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
    fault: "a role the certificate lacks",
    spoil: (draft) => {
      draft.identity = identities.aisp;
    },
    status: 403,
    code: "FORBIDDEN",
  },
  {
    fault: "an X-Request-ID that is too long",
    spoil: set("X-Request-ID", "x".repeat(129)),
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
    fault: "a body of another shape",
    spoil: (draft) => {
      draft.body = aPayment({ creditorName: 7, purposeCode: "XXXX" });
    },
    status: 400,
    code: "FORMAT_ERROR",
    paths: ["/creditorName", "/purposeCode"],
  },
  {
    fault: "fields that do not go together",
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

/** A good request with the faults of these steps, the earliest having the last word. */
const sendWith = async (faults: readonly Step[]) => {
  const draft: Draft = {
    method: "POST",
    path: ndctPath,
    headers: { ...session.headers },
    identity: bank.tpp,
    body: aPayment(),
    tampers: [],
  };
  for (const { spoil } of faults.toReversed()) spoil(draft);
  const caller = new RawTpp(bank.addresses.http, draft.identity);
  return caller.send({
    method: draft.method,
    path: draft.path,
    headers: draft.headers,
    body: draft.body,
    tamper: (sent) => {
      for (const tamper of draft.tampers) tamper(sent);
    },
  });
};

describe("a request with every fault at once, mended one by one", () => {
  for (const [index, step] of steps.entries()) {
    test(`ERR-09: next comes ${step.fault}`, async () => {
      const answer = await sendWith(steps.slice(index));
      const messages: { code: string; path?: string }[] = answer.json.tppMessages;
      assert.equal(answer.status, step.status, answer.text);
      assert.deepEqual(
        messages.map(({ code }) => code),
        (step.paths ?? [""]).map(() => step.code),
        answer.text,
      );
      if (step.paths !== undefined) {
        assert.deepEqual(
          messages.map(({ path }) => path),
          step.paths,
        );
      }
    });

    test(`ERR-09: ${step.fault} is found when it is the only fault`, async () => {
      const answer = await sendWith([step]);
      assert.equal(answer.status, step.status, answer.text);
      assert.equal(answer.json.tppMessages[0].code, step.code);
    });
  }

  test("ERR-09: with nothing left to mend the payment is created", async () => {
    const answer = await sendWith([]);
    assert.equal(answer.status, 201, answer.text);
  });
});

test("ERR-09: a payment that exists is judged in the same order, its state last", async () => {
  const { paymentId } = (await sendWith([])).json;
  const path = `${ndctPath}/${paymentId}`;
  const remove = (headers: Record<string, string | undefined>, tamper?: (sent: Sent) => void) =>
    tpp.send({
      method: "DELETE",
      path,
      headers: { ...session.headers, ...headers },
      ...(tamper === undefined ? {} : { tamper }),
    });
  assert.equal((await remove({})).status, 204);
  const codeOf = (answer: { json: { tppMessages: { code: string; path?: string }[] } }) =>
    `${answer.json.tppMessages[0]?.code} ${answer.json.tppMessages[0]?.path ?? ""}`.trim();
  const unknown = { "PSU-ID": randomUUID() };
  const fresh = { ...unknown, "TPP-Session-ID": randomUUID() };
  const odd = { ...fresh, "PSU-IP-Address": "x" };
  const unsigned = (sent: Sent) => resign(sent, { key: tpp.key, names: ["date"] });
  const late = { ...odd, Date: "Sun, 06 Nov 1994 08:49:37 GMT" };
  assert.equal(
    codeOf(await remove({ ...late, "TPP-Redirect-URI": undefined })),
    "HTTP_HEADER_REQUIRED TPP-Redirect-URI",
  );
  assert.equal(codeOf(await remove(late, unsigned)), "BAD_REQUEST Date");
  assert.equal(codeOf(await remove(odd, unsigned)), "BAD_REQUEST Signature");
  assert.equal(codeOf(await remove(odd)), "FORMAT_ERROR PSU-IP-Address");
  assert.equal(codeOf(await remove(fresh)), "PSU_CREDENTIALS_INVALID PSU-ID");
  assert.equal(codeOf(await remove({ "TPP-Session-ID": randomUUID() })), "SCA_NOT_FOUND");
  assert.equal(codeOf(await remove({})), "CONFLICT");
});
