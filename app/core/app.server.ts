import type { AnyContractRouter, ContractRouterClient } from "@orpc/contract";
import { createRouterClient } from "@orpc/server";
import type { Administrator } from "~/platform/auth/permission";
import type { AuditAction } from "./audit/audit-action.server";
import type { AuditGroup } from "./audit/audit-group.server";
import type { AuditSubject } from "./audit/audit-subject.server";
import type { CallContext, Caller, Declarations } from "./context.server";
import type { FunctionEntry } from "./function-entry";
import { handleSignIn } from "./installation.server";
import type { Answered, ContractOf, Exports, Module } from "./module.server";
import { type Credentials, createRemoteClient, NO_CREDENTIALS } from "./remote-client.server";
import { dispatchWebhook } from "./webhooks/dispatch-webhook.server";
import type { WebhookDelivery } from "./webhooks/webhook-handler.server";

/** Creates the app from its modules: the one contract, its calls, and what the worker does. Throws if a name is used twice. */
export function createApp<const M extends readonly Module[]>(modules: M & Answered<M>) {
  const all: readonly Module[] = modules;
  // `defineModule` has checked each router against its contract; here the same pairs are only put together.
  const contract = merge(all.map((module) => module.contract)) as ContractOf<M>;
  const router = merge(all.map((module) => module.routers));
  const declarations = declarationsOf(all, contract);
  const jobs = resolveItems(
    all.flatMap((module) => module.jobs ?? []),
    declarations,
  );
  const tasks = resolveItems(
    all.flatMap((module) => module.tasks ?? []),
    declarations,
  );
  assertNamedOnce("job", jobs);
  assertNamedOnce("task", tasks);
  const webhooks = resolveItems(
    all.flatMap((module) => module.webhooks ?? []),
    declarations,
  );
  assertNamedOnce("webhook handler", webhooks);
  const contextOf = (caller: Caller): CallContext => ({ ...caller, declarations });

  return {
    contract,
    router,
    declarations,
    contextOf,
    jobs,
    tasks,
    hooks: all.flatMap((module) => module.hooks ?? []),
    publicPages: all.flatMap((module) => module.publicPages ?? []),
    topics: [...new Set(webhooks.flatMap(({ topics }) => topics))],
    receiveWebhook: (delivery: WebhookDelivery) => dispatchWebhook(webhooks, delivery),
    handleSignIn: (shop: string, administrator: Pick<Administrator, "id" | "name">) =>
      handleSignIn(all, shop, administrator),
    /**
     * The calls, on behalf of one administrator: in this process, or with `BACKEND_URL` set, in the backend there.
     * @param credentials what a backend elsewhere needs in order to recognize the caller
     */
    clientFor(
      caller: Caller,
      credentials: Credentials = NO_CREDENTIALS,
      options?: { patienceMs?: number },
    ): ContractRouterClient<ContractOf<M>> {
      const url = process.env.BACKEND_URL;
      const client: object = url
        ? createRemoteClient(contract as AnyContractRouter, url, credentials, options)
        : createRouterClient(router, { context: contextOf(caller) });
      return client as ContractRouterClient<ContractOf<M>>;
    },
  };
}

/** Items that modules declare directly, or create from the declarations of all modules. */
const resolveItems = <T extends object>(
  items: readonly (T | ((declarations: Declarations) => T))[],
  declarations: Declarations,
): T[] => items.map((item) => (typeof item === "function" ? item(declarations) : item));

function declarationsOf(modules: readonly Module[], contract: object): Declarations {
  const functions = modules.flatMap(({ entry }) => entry ?? []);
  assertNamedOnce("function", functions);
  const lists = modules.flatMap((module) => module.lists ?? []);
  const audit = modules.flatMap((module) => exportedBy(module.audit));
  const mails = modules.flatMap((module) => exportedBy(module.mails));
  const switches = modules.flatMap((module) => exportedBy(module.switches));
  const desk = modules.flatMap((module) => exportedBy(module.desk));
  assertNamedOnce("desk line", desk);
  const nameOf = ({ name }: { name: string }) => name;
  const actions = sortedBy(({ label }) => label, audit.filter(isAction));
  const auditActions = byName("audit action", actions, nameOf);
  const auditSubjects = byName("audit subject", audit.filter(isSubject), nameOf);
  const erasures = modules
    .flatMap((module) => module.erasures ?? [])
    .map((each) => (typeof each === "function" ? each({ auditActions, auditSubjects }) : each))
    .toSorted((a, b) => a.stage - b.stage);
  assertNamedOnce("erasure", erasures);
  byName("erasure stage", erasures, ({ stage }) => String(stage));
  return {
    functions,
    figures: figuresOf(functions, contract),
    lists: byName("list", lists, nameOf),
    auditActions,
    auditSubjects,
    auditGroups: audit.filter(isGroup),
    mailTexts: byName("mail text", sortedBy(nameOf, mails), ({ id }) => id),
    switches: byName(
      "switch",
      sortedBy(({ title }) => title, switches),
      ({ key }) => key,
    ),
    desk,
    imports: byName(
      "import",
      modules.flatMap((module) => module.imports ?? []),
      ({ kind }) => kind.id,
    ),
    exports: byName(
      "export",
      modules.flatMap((module) => module.exports ?? []),
      nameOf,
    ),
    publicForms: byName(
      "public form",
      modules.flatMap((module) => module.publicForms ?? []),
      nameOf,
    ),
    reports: byName(
      "report",
      modules.flatMap((module) => module.reports ?? []),
      nameOf,
    ),
    connectors: byName(
      "connector",
      sortedBy(
        ({ card }) => card.title,
        modules.flatMap((module) => module.connectors ?? []),
      ),
      nameOf,
    ),
    mirrors: byName(
      "mirror",
      modules.flatMap((module) => module.mirrors ?? []),
      nameOf,
    ),
    erasures,
    uninstallHooks: modules.flatMap(({ onUninstall }) => onUninstall ?? []),
  };
}

/** @throws when a figure is declared that no function shows: a programming error */
function figuresOf(functions: readonly FunctionEntry[], contract: object): Map<string, string> {
  const keys = new Set(Object.entries(contract).flatMap(([key, calls]) => ("figure" in calls ? [key] : [])));
  const figures = new Map<string, string>();
  for (const { name, figureCalls = name } of functions)
    if (keys.has(figureCalls)) figures.set(name, figureCalls);
  for (const key of keys)
    if (![...figures.values()].includes(key)) throw new Error(`No function shows the figure of ${key}.`);
  return figures;
}

const exportedBy = <T extends object>(file: Exports<T> = {}): T[] =>
  Object.values(file).filter((value) => typeof value !== "function") as T[];

type AuditDeclaration = AuditAction | AuditSubject | AuditGroup;
const isAction = (each: AuditDeclaration): each is AuditAction => each.kind === "audit action";
const isSubject = (each: AuditDeclaration): each is AuditSubject => each.kind === "audit subject";
const isGroup = (each: AuditDeclaration): each is AuditGroup => each.kind === "audit group";

/** In the order in which people read them, because a module object has its exports in the order of their names in the code. */
const sortedBy = <T>(titleOf: (item: T) => string, items: readonly T[]): T[] =>
  items.toSorted((a, b) => titleOf(a).localeCompare(titleOf(b), "en"));

function byName<T>(what: string, items: readonly T[], nameOf: (item: T) => string): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const item of items) {
    const name = nameOf(item);
    if (found.has(name)) throw new Error(`Two modules declare the ${what} "${name}".`);
    found.set(name, item);
  }
  return found;
}

const assertNamedOnce = (what: string, items: readonly { name: string }[]) => {
  byName(what, items, ({ name }) => name);
};

/** Several modules may add calls under one key, such as `exports.student` and `exports.staff`. */
function merge<T extends object>(parts: readonly Readonly<Record<string, T>>[]): Record<string, T> {
  const merged: Record<string, T> = {};
  for (const [key, calls] of parts.flatMap((part) => Object.entries(part))) {
    const existing = merged[key];
    const twice = existing && Object.keys(calls).find((name) => Object.hasOwn(existing, name));
    if (twice) throw new Error(`Two modules declare the calls "${key}.${twice}".`);
    merged[key] = { ...existing, ...calls };
  }
  return merged;
}
