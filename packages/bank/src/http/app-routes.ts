import type { FastifyInstance, FastifyReply } from "fastify";
import type { AppApprovals } from "../app-approvals/app-approvals.ts";
import type { Bank } from "../bank.ts";
import { renderAppApprovalPage } from "../sca/pages/app-approval-page.ts";
import { appNotices } from "../sca/pages/models/page-models.ts";
import { servePages, showPage } from "./pages.ts";
import { VisitDoor, type VisitRequest } from "./visit-door.ts";

const root = "/app";

/** The PSU's phone, as the sandbox imitates it; a real bank has an app of its own. */
export const appRoutes =
  (bank: Bank, approvals: AppApprovals) =>
  async (app: FastifyInstance): Promise<void> => {
    servePages(app, bank);
    const purpose = { kind: "app" } as const;
    const door = new VisitDoor(bank, { root, cookieName: "varde-app", purpose });

    app.get(root, async (request: VisitRequest, reply: FastifyReply) => {
      const visitor = await door.enter(request, reply);
      if (visitor === undefined) return reply;
      const { visit, cookie } = visitor;
      const person = await bank.psuDirectory.readPerson(visit.worldId, visit.personId);
      const notice = appNotices.find((one) => one === request.query.done);
      const page = renderAppApprovalPage({
        frame: door.frame(request, root),
        form: door.form(request, root, cookie),
        psuName: person?.name ?? "",
        waiting: await approvals.list(visit),
        refreshHref: door.addressOf(root, request),
        ...(notice === undefined ? {} : { notice }),
      });
      return showPage(reply, page);
    });

    app.post(root, async (request: VisitRequest, reply: FastifyReply) => {
      const visitor = await door.enterWithForm(request, reply);
      if (visitor === undefined) return reply;
      const { visit, form } = visitor;
      const decision = form.get("decision");
      if (form.get("step") !== "app" || (decision !== "approve" && decision !== "refuse")) {
        return door.goTo(root, request, reply);
      }
      const done = await approvals.decide(visit, form.get("authorisationId") ?? "", decision);
      return door.goTo(root, request, reply, { done });
    });
  };
