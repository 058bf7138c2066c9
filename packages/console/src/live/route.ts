import { signal } from "@preact/signals";

/** The part of the console that the address bar names, such as `#/payments/0198c0de`. */
export interface Route {
  readonly page: string;
  readonly id: string | undefined;
  readonly query: URLSearchParams;
}

/** Reads the part of the address that follows the path, with its `#`. */
export const parseRoute = (hash: string): Route => {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page = "", id] = path.split("/");
  return { page, id: id && decodeURIComponent(id), query: new URLSearchParams(query) };
};

export const route = signal(parseRoute(location.hash));

addEventListener("hashchange", () => {
  route.value = parseRoute(location.hash);
});

export const addressOf = (page: string, id?: string): string =>
  id === undefined ? `#/${page}` : `#/${page}/${encodeURIComponent(id)}`;

export const goTo = (address: string): void => {
  location.hash = address;
};
