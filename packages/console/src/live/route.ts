import { signal } from "@preact/signals";

/** The part of the console that the address bar names, such as `#/payments/0198c0de`. */
export interface Route {
  readonly page: string;
  readonly id: string | undefined;
  readonly query: URLSearchParams;
}

const readRoute = (): Route => {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [page = "", id] = path.split("/");
  return { page, id: id && decodeURIComponent(id), query: new URLSearchParams(query) };
};

export const route = signal(readRoute());

addEventListener("hashchange", () => {
  route.value = readRoute();
});

export const addressOf = (page: string, id?: string): string =>
  id === undefined ? `#/${page}` : `#/${page}/${encodeURIComponent(id)}`;

export const goTo = (address: string): void => {
  location.hash = address;
};
