const storageKey = "varde.control-token";

/** Stores the token of a link `#control-token=…`, and takes it out of the address bar. */
export const rememberControlToken = () => {
  const [, token] = /^#control-token=([\w-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  sessionStorage.setItem(storageKey, token);
  history.replaceState(null, "", location.pathname + location.search);
};

/** The header that opens the control API from another machine; none without a token. */
export const controlHeaders = () => {
  const token = sessionStorage.getItem(storageKey);
  return token === null ? {} : { authorization: `Bearer ${token}` };
};
