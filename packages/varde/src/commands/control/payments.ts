import { countOf } from "@varde/protocol";
import type { ControlClient } from "@varde/protocol/control-client";
import {
  type Command,
  chooseAct,
  type Invocation,
  refuseExtraArguments,
  UsageError,
} from "../../command.ts";
import { findWorld } from "../../identity/find-world.ts";
import { openControlApi } from "../../identity/open-tpp.ts";
import { controlOptions } from "../../options.ts";
import { decideOpenSca, readSubject } from "../../sca/decide-open-sca.ts";
import type { Signing } from "../../sca/signings.ts";

export const payments: Command = {
  usage: [
    "payments [--status STATUS] [--baskets]",
    "payments --waiting",
    "payments show ID",
    "payments approve ID",
    "payments refuse ID",
    "payments cancel ID",
  ],
  about: [
    "Lists the payments of your TPP's sandbox world, whoever made them, or with --baskets its " +
      "signing baskets. show prints the history of one, with its SCAs.",
    "--waiting lists the payments and baskets of companies that people must still approve, those " +
      "who have, and who may approve next with\n  varde approve ID --as NUMBER",
    "approve and refuse complete the SCA that waits for the PSU, without its link. cancel " +
      "cancels the payment as the PSU would in the online bank.",
  ],
  options: {
    status: { value: "STATUS", about: "List only payments with this status." },
    waiting: { about: "List what waits for people of companies, and who may approve next." },
    baskets: { about: "List, show or decide signing baskets." },
    as: { value: "NUMBER", about: "With approve: the customer. Default: one who may approve." },
    ...controlOptions,
  },
  examples: [
    { line: "varde payments --status RCVD", about: "Payments that wait for approval" },
    { line: "varde payments --waiting", about: "Payments of companies, and who may approve them" },
    { line: "varde payments approve 0198c0de-7a51-7c58-b7cb-fb1ed6a50dfa" },
    { line: "varde payments show 0198c0de-7a51-7c58-b7cb-fb1ed6a50dfa --json" },
  ],
  run: async (invocation) => {
    const [act, id = "", ...more] = invocation.words;
    refuseExtraArguments(more);
    const run = act === undefined ? undefined : chooseAct(acts, act);
    if (run !== undefined && id === "") throw new UsageError("give an id");
    const control = openControlApi(invocation);
    const world = await findWorld(invocation, control);
    if (run === undefined) return list(invocation, control, world);
    await run(id, { invocation, control, world });
  },
};

interface Context {
  readonly invocation: Invocation;
  readonly control: ControlClient;
  readonly world: string;
}

type Act = (id: string, context: Context) => Promise<void>;

const decide =
  (decision: "approve" | "refuse"): Act =>
  async (id, { invocation, control }) => {
    const customerNumber = invocation.text("as");
    const subject = { id, isBasket: invocation.has("baskets") };
    const body = { decision, ...(customerNumber !== undefined && { customerNumber }) };
    const ended = await decideOpenSca(subject, body, invocation, control);
    invocation.terminal.line(`Done: ${decision} ${id}`);
    invocation.terminal.json(ended);
  };

const acts = {
  show: async (id, { invocation, control, world }) => {
    const { terminal, has } = invocation;
    const shown = await readSubject({ id, isBasket: has("baskets") }, control, world);
    for (const { at, name, actor, detail = "" } of shown.history) {
      terminal.line(`${at}  ${name}  ${actor}  ${detail}`.trimEnd());
    }
    for (const { authorisationId, subject, status } of shown.scas) {
      terminal.line(`SCA ${authorisationId}  ${subject}  ${status}`);
    }
    terminal.json(shown);
  },
  approve: decide("approve"),
  refuse: decide("refuse"),
  cancel: async (id, { invocation, control, world }) => {
    await control.post("/payments/{paymentId}/cancel", { world, parameters: { paymentId: id } });
    invocation.terminal.line(`Done: cancel ${id}`);
    invocation.terminal.json({ cancelled: id });
  },
} as const satisfies Record<string, Act>;

const listWaiting = async (
  { terminal }: Invocation,
  control: ControlClient,
  world: string,
): Promise<void> => {
  const { signings } = await control.get("/signings", { world });
  const name = ({ name, customerNumber }: Signing["next"][number]) => `${name} ${customerNumber}`;
  const rows = signings.map(({ kind, id, company, waiting, signed, next }) => [
    id,
    kind === "basket" ? countOf(waiting.length, "payment") : formatAmount(waiting[0]),
    company,
    signed.map(name).join(", ") || "nobody",
    next.map(name).join(", ") || "nobody",
  ]);
  if (rows.length === 0) terminal.line("Nothing waits for people of a company.");
  else terminal.table(["ID", "AMOUNT", "COMPANY", "APPROVED BY", "MAY APPROVE NEXT"], rows, [1]);
  terminal.json(signings);
};

const formatAmount = (payment?: Signing["waiting"][number]): string =>
  payment === undefined || payment.amount === ""
    ? "several currencies"
    : `${payment.amount} ${payment.currency}`;

const list = async (
  invocation: Invocation,
  control: ControlClient,
  world: string,
): Promise<void> => {
  const { terminal, text, has } = invocation;
  if (has("waiting")) return listWaiting(invocation, control, world);
  if (has("baskets")) {
    const { baskets } = await control.get("/baskets", { world });
    const rows = baskets.map((one) => [one.basketId, one.state, String(one.payments), one.tpp]);
    terminal.table(["BASKET", "STATE", "PAYMENTS", "TPP"], rows);
    return terminal.json(baskets);
  }
  const status = text("status");
  const query = status === undefined ? {} : { status };
  const { payments: found } = await control.get("/payments", { world, query });
  const rows = found.map((one) => [
    one.paymentId,
    one.status,
    formatAmount(one),
    one.creditor ?? "",
    one.tpp,
  ]);
  terminal.table(["PAYMENT", "STATUS", "AMOUNT", "PAYEE", "TPP"], rows, [2]);
  terminal.json(found);
};
