import type { FastifyInstance, FastifyReply } from "fastify";
import type { Bank } from "../../bank.ts";
import { renderAppApprovalPage } from "../../pages/app-approval-page.ts";
import { appNotices } from "../../pages/parts/page-models.ts";
import type { AppApprovals } from "../../sca/app/app-approvals.ts";
import { servePages, showPage } from "./pages.ts";
import { VisitLogin, type VisitRequest } from "./visit-login.ts";

const root = "/app";

/** Serves the PSU's phone as the sandbox imitates it. A real bank has its own app. */
export const appRoutes =
  (bank: Bank, approvals: AppApprovals) =>
  async (app: FastifyInstance): Promise<void> => {
    servePages(app, bank);
    const purpose = { kind: "app" } as const;
    const login = new VisitLogin(bank, { root, cookieName: "varde-app", purpose });

    login.serveCallback(app);
    app.get(root, async (request: VisitRequest, reply: FastifyReply) => {
      const visitor = await login.requireVisitor(request, reply);
      if (visitor === undefined) return reply;
      const { visit, cookie } = visitor;
      const person = await bank.psuDirectory.readPerson(visit.worldId, visit.personId);
      const notice = appNotices.find((one) => one === request.query.done);
      const page = renderAppApprovalPage({
        frame: login.frame(request, root),
        form: login.form(request, root, cookie),
        psuName: person?.name ?? "",
        waiting: await approvals.list(visit),
        refreshHref: login.address(root, request),
        ...(notice === undefined ? {} : { notice }),
      });
      return showPage(reply, page);
    });

    app.post(root, async (request: VisitRequest, reply: FastifyReply) => {
      const visitor = await login.requireForm(request, reply);
      if (visitor === undefined) return reply;
      const { visit, form } = visitor;
      const decision = form.get("decision");
      if (form.get("step") !== "app" || (decision !== "approve" && decision !== "refuse")) {
        return login.goTo(root, request, reply);
      }
      const authorisationId = form.get("authorisationId");
      const done =
        authorisationId === null
          ? "no-longer-waiting"
          : await approvals.decide(visit, authorisationId, decision, {
              accountIds: form.getAll("account"),
              agreementId: form.get("agreement") ?? undefined,
            });
      return login.goTo(root, request, reply, { done });
    });
  };
