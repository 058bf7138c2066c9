const storageKey = "varde.control-token";

/** Stores the token of a link `#control-token=…`, and removes it from the address bar. */
export const rememberControlToken = () => {
  const [, token] = /^#control-token=([\w-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  sessionStorage.setItem(storageKey, token);
  history.replaceState(null, "", location.pathname + location.search);
};

/** Returns the header that opens the control API from another machine, if there is a token. */
export const controlHeaders = () => {
  const token = sessionStorage.getItem(storageKey);
  return token === null ? {} : { authorization: `Bearer ${token}` };
};
