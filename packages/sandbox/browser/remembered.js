const storageKey = "varde.reference";

/** Reads stored values of earlier responses by TPP: a PSU-ID or a payment belongs to one TPP. */
const readAll = () => {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "{}");
  } catch {
    return {};
  }
};

export const recall = (tpp) => readAll()[tpp] ?? {};

export const remember = (tpp, values) => {
  const all = readAll();
  all[tpp] = { ...all[tpp], ...values };
  try {
    localStorage.setItem(storageKey, JSON.stringify(all));
  } catch {
    // Without storage the form still works; its fields are then filled in by hand.
  }
};

/** Calls the listener when another tab has stored values, for example the redirect page. */
export const onRemembered = (listener) => {
  addEventListener("storage", ({ key }) => {
    if (key === storageKey) listener();
  });
};

/** Stores the parameters of the redirect, on the page that the PSU returns to. */
export const rememberReturn = () => {
  if (document.querySelector("#came-back") === null) return;
  const query = new URLSearchParams(location.search);
  const psuId = query.get("psu-id");
  if (psuId === null) return;
  remember(query.get("tpp") ?? "", {
    "PSU-ID": psuId,
    "TPP-Session-ID": query.get("tpp-session-id") ?? "",
    "PSU-Corporate-ID": query.get("psu-corporate-id") ?? "",
  });
};

/** Returns the ids in a response body, named as in the paths. */
export const idsIn = (body, tag) => {
  const ids = {};
  const take = (name, value) => {
    if (typeof value === "string") ids[`${tag}.${name}`] = value;
  };
  if (typeof body !== "object" || body === null) return ids;
  for (const name of ["paymentId", "authorisationId", "basketId", "customerId"]) {
    take(name, body[name]);
  }
  const [first] = Array.isArray(body) ? body : (body.accounts ?? body.cardAccounts ?? []);
  take("accountId", first?.resourceId);
  take("customerId", first?.customerId);
  take("transactionId", body.transactions?.booked?.[0]?.transactionId);
  return ids;
};
