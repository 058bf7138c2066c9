import type { CommandRow } from "../command.ts";

const bank = "The bank";
const tpp = "Acting as a TPP";
const wire = "Signatures";
const control = "Controlling the sandbox";

/** Every command, in the order of the help. */
// biome-ignore format: one aligned table
export const commands: readonly CommandRow[] = [
  { name: "start",        group: bank,    summary: "start the sandbox bank",                              load: async () => (await import("./bank/start.ts")).start },
  { name: "serve",        group: bank,    summary: "run a bank in production from a configuration file",  load: async () => (await import("./bank/serve.ts")).serve },
  { name: "banks",        group: bank,    summary: "show the state of each bank of a served folder",      load: async () => (await import("./bank/banks.ts")).banks },
  { name: "config",       group: bank,    summary: "show every setting and where it comes from",          load: async () => (await import("./bank/config.ts")).config },
  { name: "migrate",      group: bank,    summary: "bring the database up to this version",               load: async () => (await import("./bank/migrate.ts")).migrate },
  { name: "core-bank",    group: bank,    summary: "start a core bank behind the HTTP contract",          load: async () => (await import("./bank/core-bank.ts")).coreBank },
  { name: "check-bank",   group: bank,    summary: "check any bank against the rules of the interface",   load: async () => (await import("./bank/check-bank.ts")).checkBank },
  { name: "check-core-bank", group: bank, summary: "check a bank's side of the core-bank contract",       load: async () => (await import("./bank/check-core-bank.ts")).checkCoreBankCommand },
  { name: "customers",    group: bank,    summary: "list people, companies and their accounts",           load: async () => (await import("./bank/customers.ts")).customers },
  { name: "register",     group: bank,    summary: "show or change the TPP register of a bank",           load: async () => (await import("./bank/register.ts")).register },
  { name: "kpi",          group: bank,    summary: "report availability and performance per quarter",     load: async () => (await import("./bank/kpi.ts")).kpi },
  { name: "audit",        group: bank,    summary: "verify, search and export the accesses of TPPs",      load: async () => (await import("./bank/audit.ts")).audit },
  { name: "person",       group: bank,    summary: "export or erase what the bank stores about a person", load: async () => (await import("./bank/person.ts")).person },
  { name: "completion",   group: bank,    summary: "print a completion script for bash, zsh or fish",     load: async () => (await import("./bank/completion.ts")).completion(commands) },
  { name: "logs",         group: bank,    summary: "show the requests to the bank and its responses",     load: async () => (await import("./bank/logs.ts")).logs },

  { name: "tpp",          group: tpp,     summary: "make a TPP: a key and a certificate (tpp new)",       load: async () => (await import("./tpp/tpp.ts")).tpp },
  { name: "pay",          group: tpp,     summary: "create a payment and let the PSU approve it",         load: async () => (await import("./tpp/pay.ts")).pay },
  { name: "approve",      group: tpp,     summary: "approve a link or a payment without a browser",       load: async () => (await import("./tpp/approve.ts")).approve },
  { name: "basket",       group: tpp,     summary: "approve several payments at once",                    load: async () => (await import("./tpp/basket.ts")).basket },
  { name: "status",       group: tpp,     summary: "show the status of a payment or a basket",            load: async () => (await import("./tpp/status.ts")).status },
  { name: "cancel",       group: tpp,     summary: "cancel a payment",                                    load: async () => (await import("./tpp/cancel.ts")).cancel },
  { name: "accounts",     group: tpp,     summary: "list the accounts that a PSU has shared",             load: async () => (await import("./tpp/accounts.ts")).accounts },
  { name: "transactions", group: tpp,     summary: "list the transactions of an account",                 load: async () => (await import("./tpp/transactions.ts")).transactions },

  { name: "sign",         group: wire,    summary: "sign a request and show every step and a curl command", load: async () => (await import("./tpp/sign.ts")).sign },
  { name: "explain",      group: wire,    summary: "explain what is wrong with a signature",              load: async () => (await import("./tpp/explain.ts")).explain },

  { name: "account",      group: control, summary: "show, add, fill or close an account of the world",   load: async () => (await import("./control/account.ts")).account },
  { name: "consents",     group: control, summary: "list what each TPP may read",                        load: async () => (await import("./control/consents.ts")).consents },
  { name: "figures",      group: control, summary: "count requests, latencies and refusals",             load: async () => (await import("./control/figures.ts")).figures },
  { name: "payments",     group: control, summary: "list, approve or cancel the payments of the world",  load: async () => (await import("./control/payments.ts")).payments },
  { name: "batch",        group: control, summary: "run a payment batch now",                             load: async () => (await import("./control/batch.ts")).batch },
  { name: "check-tpp",    group: control, summary: "say whether your client is ready for production",    load: async () => (await import("./control/check-tpp.ts")).checkTpp },
  { name: "clock",        group: control, summary: "show, set or advance the clock of the world",        load: async () => (await import("./control/clock.ts")).clock },
  { name: "record",       group: control, summary: "write what happened in the world to a file",         load: async () => (await import("./control/record.ts")).record },
  { name: "replay",       group: control, summary: "repeat a recording at a fresh bank, and compare",    load: async () => (await import("./control/replay.ts")).replay },
  { name: "scenario",     group: control, summary: "make requests, approvals or payments fail",          load: async () => (await import("./control/scenario.ts")).scenario },
  { name: "snapshot",     group: control, summary: "save and restore a snapshot of the world",           load: async () => (await import("./control/snapshot.ts")).snapshot },
  { name: "worlds",       group: control, summary: "list and delete the worlds of the sandbox",           load: async () => (await import("./control/worlds.ts")).worlds },
];
