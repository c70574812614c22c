import type { AnyContractRouter, ContractRouterClient } from "@orpc/contract";
import { createRouterClient, type Router } from "@orpc/server";
import type { Administrator } from "~/platform/auth/permission";
import type { RunnableJob } from "~/platform/jobs/job.server";
import type { Task } from "~/platform/jobs/task.server";
import { SESSION_COLUMNS } from "~/platform/secrets/sealed-column.server";
import type { Calls } from "./call.server";
import type { CallContext, Caller, Declarations } from "./context.server";
import type { FunctionEntry } from "./function-entry";
import { handleSignIn } from "./installation.server";
import { type Answered, allOf, type ContractOf, type Module } from "./module.server";
import { type Credentials, createRemoteClient, NO_CREDENTIALS } from "./remote-client.server";
import {
  dispatchWebhook,
  type WebhookDelivery,
  type WebhookHandler,
} from "./webhooks/webhook-handler.server";

/** Creates the app from its modules: the one contract, its calls, and what the worker does. Throws if a name is used twice. */
export function createApp<const M extends readonly Module[]>(modules: M & Answered<M>) {
  const all: readonly Module[] = modules;
  // A call is its contract and its handler in one.
  const contract = merge(all.map(({ calls }) => calls)) as ContractOf<M>;
  const router = contract as object as Router<Calls, CallContext>;
  const declarations = declarationsOf(all, contract);
  const derivedOf = <T>(of: string) =>
    allOf(all, "derived").flatMap((each) => (each.of === of ? [each.make(declarations as never) as T] : []));
  const jobs = [...allOf(all, "job"), ...derivedOf<RunnableJob>("job")];
  const tasks = [...allOf(all, "task"), ...derivedOf<Task>("task")];
  const webhooks = [...allOf(all, "webhook handler"), ...derivedOf<WebhookHandler>("webhook handler")];
  assertNamedOnce("job", jobs);
  assertNamedOnce("task", tasks);
  assertNamedOnce("webhook handler", webhooks);
  const contextOf = (caller: Caller): CallContext => ({ ...caller, declarations });

  return {
    contract,
    router,
    declarations,
    contextOf,
    jobs,
    tasks,
    gauges: allOf(all, "gauge"),
    sealedColumns: [...SESSION_COLUMNS, ...allOf(all, "sealed column")],
    hooks: allOf(all, "hook handler"),
    publicPages: allOf(all, "public page"),
    topics: [...new Set(webhooks.flatMap(({ topics }) => topics))],
    receiveWebhook: (delivery: WebhookDelivery) => dispatchWebhook(webhooks, delivery),
    handleSignIn: (shop: string, administrator: Pick<Administrator, "id" | "name">) =>
      handleSignIn(
        { atInstall: allOf(all, "on install"), atSignIn: allOf(all, "on sign-in") },
        shop,
        administrator,
      ),
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

function declarationsOf(modules: readonly Module[], contract: object): Declarations {
  const functions = modules.flatMap(({ entry }) => entry ?? []);
  assertNamedOnce("function", functions);
  const nameOf = ({ name }: { name: string }) => name;
  const actions = sortedBy(({ label }) => label, allOf(modules, "audit action"));
  const auditActions = byName("audit action", actions, nameOf);
  const auditSubjects = byName("audit subject", allOf(modules, "audit subject"), nameOf);
  const derivedErasures = allOf(modules, "derived").flatMap((each) =>
    each.of === "erasure" ? [each.make({ auditActions, auditSubjects })] : [],
  );
  const erasures = [...allOf(modules, "erasure"), ...derivedErasures].toSorted((a, b) => a.stage - b.stage);
  assertNamedOnce("erasure", erasures);
  byName("erasure stage", erasures, ({ stage }) => String(stage));
  const desk = allOf(modules, "desk line");
  assertNamedOnce("desk line", desk);
  const palette = allOf(modules, "palette");
  assertNamedOnce("palette", palette);
  const mails = sortedBy(nameOf, allOf(modules, "mail text"));
  const switches = sortedBy(({ title }) => title, allOf(modules, "switch"));
  const connections = sortedBy(({ card }) => card.title, allOf(modules, "connection"));
  const imports = allOf(modules, "import");
  return {
    functions,
    figures: figuresOf(functions, contract),
    lists: byName("list", allOf(modules, "list"), nameOf),
    auditActions,
    auditSubjects,
    auditGroups: allOf(modules, "audit group"),
    mailTexts: byName("mail text", mails, ({ id }) => id),
    switches: byName("switch", switches, ({ key }) => key),
    desk,
    palette,
    imports: byName("import", imports, ({ form }) => form.id),
    exports: byName("export", allOf(modules, "export"), nameOf),
    publicForms: byName("public form", allOf(modules, "public form"), nameOf),
    requests: byName("request", allOf(modules, "request"), nameOf),
    reports: byName("report", allOf(modules, "report"), nameOf),
    connections: byName("connection", connections, nameOf),
    mirrors: byName("mirror", allOf(modules, "mirror"), nameOf),
    erasures,
    uninstallHooks: allOf(modules, "on uninstall").map(({ run }) => run),
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
