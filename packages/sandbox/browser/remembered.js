const storageKey = "varde.reference";

/** What earlier calls taught, by TPP: a PSU-ID or a payment belongs to one TPP only. */
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
    // A browser that keeps nothing still makes calls; fields are then filled in by hand.
  }
};

/** Calls back when another tab has learnt something, as the page of the return does. */
export const onRemembered = (listener) => {
  addEventListener("storage", ({ key }) => {
    if (key === storageKey) listener();
  });
};

/** On the page a PSU comes back to: keeps what the bank sent along. */
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

/** Ids that lie open in an answer, named as the paths name them. */
export const idsIn = (answer, tag) => {
  const ids = {};
  const take = (name, value) => {
    if (typeof value === "string") ids[`${tag}.${name}`] = value;
  };
  if (typeof answer !== "object" || answer === null) return ids;
  for (const name of ["paymentId", "authorisationId", "basketId", "customerId"]) {
    take(name, answer[name]);
  }
  const [first] = Array.isArray(answer) ? answer : (answer.accounts ?? answer.cardAccounts ?? []);
  take("accountId", first?.resourceId);
  take("customerId", first?.customerId);
  take("transactionId", answer.transactions?.booked?.[0]?.transactionId);
  return ids;
};
