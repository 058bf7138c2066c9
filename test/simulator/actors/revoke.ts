import type { Activity } from "./activity.ts";
import type { Psu } from "./psus.ts";
import type { Scene } from "./scene.ts";

/** Revokes a consent on the bank's own pages. */
export const revoke: Activity = async (_tpp, psu, scene) => {
  const browser = new ConsentBrowser(psu, scene);
  if ((await browser.open()) === undefined) return;
  await browser.submit({ step: "identify", customerNumber: psu.customerNumber });
  const page = await browser.open();
  const consentId = /name="consentId" value="([^"]+)"/.exec(page ?? "")?.[1];
  if (consentId === undefined) return;
  const address = await browser.submit({ step: "own-consents", consentId, decision: "revoke" });
  if (address?.includes("done=revoked")) scene.facts.revoked.add(consentId);
};

class ConsentBrowser {
  readonly #psu: Psu;
  readonly #scene: Scene;
  #cookie = "";
  #csrf = "";

  constructor(psu: Psu, scene: Scene) {
    this.#psu = psu;
    this.#scene = scene;
  }

  /** Opens the list of consents. Resolves to the page, or to undefined after an error. */
  async open(): Promise<string | undefined> {
    const page = await this.#visit("opens the own consents", { method: "GET" });
    this.#csrf = /name="csrf" value="([^"]+)"/.exec(page?.payload ?? "")?.[1] ?? "";
    return page?.statusCode === 200 ? page.payload : undefined;
  }

  /** Submits a form. Resolves to the address of the page that follows. */
  async submit(fields: Readonly<Record<string, string>>): Promise<string | undefined> {
    const page = await this.#visit(`submits ${fields.step}`, {
      method: "POST",
      payload: new URLSearchParams({ ...fields, csrf: this.#csrf }).toString(),
    });
    return page?.headers.location?.toString();
  }

  async #visit(what: string, request: { readonly method: "GET" | "POST"; payload?: string }) {
    const { turns, trace } = this.#scene.machine;
    await turns.wait(this.#psu.name, what);
    const bank = this.#scene.bank();
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      ...(this.#cookie === "" ? {} : { cookie: `varde-own=${this.#cookie}` }),
    };
    const page = await bank.run(({ app }) => app.inject({ ...request, url: "/consents", headers }));
    await turns.wait(this.#psu.name, `sees what follows (${what})`);
    trace.note(page === undefined ? "the connection breaks" : String(page.statusCode));
    const cookie = /varde-own=([^;]+)/.exec(String(page?.headers["set-cookie"] ?? ""));
    this.#cookie = cookie?.[1] ?? this.#cookie;
    return page;
  }
}
