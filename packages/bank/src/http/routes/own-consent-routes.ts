import type { FastifyInstance, FastifyReply } from "fastify";
import type { Bank } from "../../bank.ts";
import { revokeConsent } from "../../consents/revoke-consent.ts";
import { changeOwnConsent, findOwnConsent } from "../../own-channel/change-own-consent.ts";
import type { KnownVisit } from "../../own-channel/open-visit.ts";
import { viewConsentChoices, viewOwnConsents } from "../../own-channel/view-own-consents.ts";
import { renderConsentPage } from "../../pages/consent-page.ts";
import { renderOwnConsentsPage } from "../../pages/own-consents-page.ts";
import type { ConsentId } from "../../ports/ids.ts";
import type { Form } from "../../request/form.ts";
import { servePages, showPage, takesChecklist } from "./pages.ts";
import { VisitLogin, type Visitor, type VisitRequest } from "./visit-login.ts";

const root = "/consents";

/** SCA-15: serves the bank's own pages where a PSU sees, changes and revokes consents. */
export const ownConsentRoutes =
  (bank: Bank) =>
  async (app: FastifyInstance): Promise<void> => {
    servePages(app, bank);
    const pages = new OwnConsentPages(bank);
    pages.login.serveCallback(app);
    app.get(root, (request: VisitRequest, reply) => pages.get(request, reply));
    app.post(root, (request: VisitRequest, reply) => pages.post(request, reply));
    app.get(`${root}/:consentId`, (request: VisitRequest, reply) => pages.get(request, reply));
    app.post(
      `${root}/:consentId`,
      takesChecklist((request: VisitRequest) => pages.login.isVisitor(request)),
      (request: VisitRequest, reply) => pages.post(request, reply),
    );
  };

class OwnConsentPages {
  readonly #bank: Bank;
  readonly login: VisitLogin;

  constructor(bank: Bank) {
    this.#bank = bank;
    const purpose = { kind: "own-consents" } as const;
    this.login = new VisitLogin(bank, { root, cookieName: "varde-own", purpose });
  }

  async get(request: VisitRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visitor = await this.login.requireVisitor(request, reply);
    if (visitor === undefined) return reply;
    return request.params.consentId === undefined
      ? this.#list(visitor, request, reply)
      : this.#checklist(visitor, request.params.consentId, request, reply);
  }

  async post(request: VisitRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visitor = await this.login.requireForm(request, reply);
    if (visitor === undefined) return reply;
    const { visit, form } = visitor;
    switch (form.get("step")) {
      case "own-consents":
        return this.#revoke(visit, form, request, reply);
      case "consent":
        return this.#change(visit, form, request, reply);
      default:
        return this.login.goTo(root, request, reply);
    }
  }

  async #list({ visit, cookie }: Visitor, request: VisitRequest, reply: FastifyReply) {
    const person = await this.#bank.psuDirectory.readPerson(visit.worldId, visit.personId);
    const page = renderOwnConsentsPage({
      frame: this.login.frame(request, root),
      form: this.login.form(request, root, cookie),
      psuName: person?.name ?? "",
      consents: await viewOwnConsents(visit, this.#bank),
      ...(request.query.done === "revoked" ? { notice: "revoked" as const } : {}),
    });
    return showPage(reply, page);
  }

  async #checklist(
    { visit, cookie }: Visitor,
    consentId: ConsentId,
    request: VisitRequest,
    reply: FastifyReply,
  ) {
    const consent = await findOwnConsent(visit, consentId, this.#bank);
    if (consent === undefined) return this.login.end("unknown", request, reply);
    const path = `${root}/${encodeURIComponent(consentId)}`;
    const page = renderConsentPage({
      frame: this.login.frame(request, path),
      form: this.login.form(request, path, cookie),
      ...(await viewConsentChoices(consent, visit.touchedAt, this.#bank)),
    });
    return showPage(reply, page);
  }

  async #revoke(visit: KnownVisit, form: Form, request: VisitRequest, reply: FastifyReply) {
    const { worldId, personId, touchedAt: at } = visit;
    const consentId = form.get("consentId");
    const accountId = form.get("decision") === "revoke" ? undefined : form.get("account");
    const isRevoked =
      consentId !== null &&
      accountId !== null &&
      (await this.#bank.storage.write(() =>
        revokeConsent({ worldId, personId, consentId, accountId, at }, this.#bank.ids),
      ));
    return this.login.goTo(root, request, reply, isRevoked ? { done: "revoked" } : {});
  }

  async #change(visit: KnownVisit, form: Form, request: VisitRequest, reply: FastifyReply) {
    if (form.get("decision") !== "approve") return this.login.goTo(root, request, reply);
    const { consentId } = request.params;
    const consent =
      consentId === undefined ? undefined : await findOwnConsent(visit, consentId, this.#bank);
    const ticked = form.getAll("account");
    const isChanged =
      consent !== undefined && (await changeOwnConsent(consent, ticked, this.#bank));
    if (!isChanged) return this.login.end("stale-form", request, reply);
    return this.login.goTo(root, request, reply, ticked.length === 0 ? { done: "revoked" } : {});
  }
}
