import { control } from "./live/control.ts";
import { changeFact } from "./live/filter-text.ts";
import { addressOf, goTo } from "./live/route.ts";
import { worldId, worlds } from "./live/world.ts";
import { listCommands, type PaletteCommand } from "./palette-commands.ts";
import { describePayee, describeSum } from "./payments/describe-payment.ts";
import { findRows, listChoices } from "./requests/shown-rows.ts";
import { formatSecond } from "./shown/format-clock.ts";
import { nameCaller, nameTpp } from "./shown/tell-worlds-apart.ts";

/** An entry of the palette: a command, or something that it leads to. */
export interface Found extends PaletteCommand {
  readonly kind: "command" | "request" | "payment" | "person" | "TPP" | "page";
  /** Tells apart two entries of the same name. */
  readonly key: string;
}

/** A page of the documentation. */
export interface DocumentationPage {
  readonly title: string;
  readonly address: string;
}

const eachMax = 5;

const hasWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.toLowerCase().includes(word));

const splitWords = (text: string): readonly string[] =>
  text.toLowerCase().split(/\s+/).filter(Boolean);

/** Finds what the console knows already: commands, requests, TPPs and documentation. */
export const findKnown = (text: string, pages: readonly DocumentationPage[]): readonly Found[] => {
  const words = splitWords(text);
  const commands = listCommands(text).map(
    (command): Found => ({ ...command, kind: "command", key: `command ${command.name}` }),
  );
  if (words.length === 0) return commands;
  return [
    ...commands,
    ...findTpps(words),
    ...findRequests(words),
    ...pages
      .filter(({ title }) => hasWords(title, words))
      .slice(0, eachMax)
      .map(
        ({ title, address }): Found => ({
          kind: "page",
          key: `page ${address}`,
          name: title,
          run: () => location.assign(address),
        }),
      ),
  ];
};

const findRequests = (words: readonly string[]): readonly Found[] =>
  findRows(words, eachMax).map(({ exchangeId, operation, status, at, target }) => {
    const path = operation.endsWith(target) ? operation : `${operation} ${target}`;
    return {
      kind: "request",
      key: `request ${exchangeId}`,
      name: `${status} ${path}, ${formatSecond(at)}`,
      run: () => goTo(addressOf("requests", exchangeId)),
    };
  });

const findTpps = (words: readonly string[]): readonly Found[] =>
  [
    ...worlds.value.map(({ name, worldId: id }) => nameTpp(name, id)),
    ...listChoices(nameCaller, ""),
  ]
    .filter((name, at, all) => hasWords(name, words) && all.indexOf(name) === at)
    .slice(0, eachMax)
    .map((name) => ({
      kind: "TPP",
      key: `TPP ${name}`,
      name: `Requests of ${name}`,
      run: () => goTo(addressOf("requests", undefined, changeFact("", "tpp", name))),
    }));

/** Finds what only the sandbox knows: payments of all worlds, and people of the selected one. */
export const findStored = async (text: string): Promise<readonly Found[]> => {
  const limit = String(eachMax);
  const query = { text: text.trim().slice(0, 200), limit };
  if (query.text === "") return [];
  const world = worldId.value;
  const [{ payments }, { customers }] = await Promise.all([
    control.get("/payments/all", { query }),
    world === undefined ? { customers: [] } : control.get("/customers", { world, query }),
  ]);
  return [
    ...payments.map(
      (payment): Found => ({
        kind: "payment",
        key: `payment ${payment.paymentId}`,
        name: `${describeSum(payment)} to ${describePayee(payment)}, ${payment.status}`,
        run: () => goTo(addressOf("payments", payment.paymentId)),
      }),
    ),
    ...customers.map(
      ({ customerId, name }): Found => ({
        kind: "person",
        key: `person ${customerId}`,
        name,
        run: () => goTo(addressOf("people", customerId)),
      }),
    ),
  ];
};

/** Reads the pages of the documentation from its menu, which every page of it contains. */
export const readDocumentation = async (): Promise<readonly DocumentationPage[]> => {
  const response = await fetch("/docs");
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const links = [...page.querySelectorAll<HTMLAnchorElement>('nav a[href^="/docs"]')];
  const pages = links.map((link) => ({
    title: (link.textContent ?? "").replace(/\s+/g, " ").trim(),
    address: link.getAttribute("href") ?? "/docs",
  }));
  return [...new Map(pages.map((one) => [one.address, one])).values()];
};
