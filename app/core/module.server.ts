import type { Router } from "@orpc/server";
import type { RunnableJob } from "~/platform/jobs/job.server";
import type { Task } from "~/platform/jobs/task.server";
import type { ListDeclaration } from "~/platform/list";
import type { AuditAction } from "./audit/audit-action.server";
import type { AuditGroup } from "./audit/audit-group.server";
import type { AuditSubject } from "./audit/audit-subject.server";
import type { Calls } from "./call.server";
import type { Connector } from "./connectors/define-connector.server";
import type { CallContext, Declarations } from "./context.server";
import type { DeskLine } from "./desk/desk-line.server";
import type { Erasure } from "./erasure/erasure.server";
import type { UninstallHook } from "./erasure/uninstall.server";
import type { ListExport } from "./exports/list-export.server";
import { sheetOf } from "./exports/sheet-of-list.server";
import type { Contracts, FunctionEntry, Pages } from "./function-entry";
import type { HookHandler } from "./hook.server";
import type { DeclaredImport, ImportHandler } from "./imports/import-handler.server";
import type { SignInHook } from "./installation.server";
import type { AnyList } from "./lists/define-list.server";
import type { MailText } from "./mail/mail-text";
import type { Mirror } from "./mirrors/define-mirror.server";
import type { PublicForm } from "./public-forms/public-form.server";
import type { PublicPage } from "./public-page";
import type { ReportKind } from "./reports/report-kind.server";
import type { ShopSwitch } from "./settings/shop-switch";
import type { WebhookHandler } from "./webhooks/webhook-handler.server";

/** The exports of a file of declarations. Functions among them aren't declarations. */
export type Exports<T> = Readonly<Record<string, T | ((...input: never[]) => unknown)>>;

type AuditDeclarations = Pick<Declarations, "auditActions" | "auditSubjects">;

/** Everything that a module can add, except its pages and calls. */
interface Parts {
  /** Its folder under app/: "functions/students". */
  folder: string;
  lists?: readonly ListDeclaration[];
  /** A job or task that works with what all modules declare is made from it. */
  jobs?: readonly (RunnableJob | ((declarations: Declarations) => RunnableJob))[];
  tasks?: readonly (Task | ((declarations: Declarations) => Task))[];
  /** Their topics are subscribed to in `shopify.app.toml`. As with tasks, one can be made from what all modules declare. */
  webhooks?: readonly (WebhookHandler | ((declarations: Declarations) => WebhookHandler))[];
  /** Each brings its job, tasks, webhook handler and initial load. */
  mirrors?: readonly Mirror[];
  /** What it adds to nouns that don't know it. */
  hooks?: readonly HookHandler[];
  /** On the first sign-in in a shop. */
  onInstall?: SignInHook;
  /** On each sign-in: what an upgrade adds is caught up on here. */
  onSignIn?: SignInHook;
  /** When the app is removed from a shop. */
  onUninstall?: UninstallHook;
  /** How a customer's personal data are erased. One of the audit is made from what all modules declare. */
  erasures?: readonly (Erasure | ((audit: AuditDeclarations) => Erasure))[];
  /** `import * as audit from "./audit.server"`: the actions, subjects and groups that the file exports are declared. */
  audit?: Exports<AuditAction | AuditSubject | AuditGroup>;
  /** As `audit`, with the texts of `mail-texts.server.ts`. */
  mails?: Exports<MailText>;
  /** As `audit`, with the switches of `switches.ts`. */
  switches?: Exports<ShopSwitch>;
  /** As `audit`, with the lines of `desk.server.ts` that the home page shows under "Needs you". */
  desk?: Exports<DeskLine>;
  /** The spreadsheets that its lists are exported as. */
  exports?: readonly ListExport[];
  /** Its reports. Each brings the job that writes it. */
  reports?: readonly ReportKind[];
  /** What files can be imported, and what their rows mean. */
  imports?: readonly ImportHandler[];
  connectors?: readonly Connector[];
  /** The forms of its public pages whose entries wait for a confirmation by email. */
  publicForms?: readonly PublicForm[];
  /** Its public pages that need limits of their own. */
  publicPages?: readonly PublicPage[];
  /** All that `declareModule` was given. */
  declared?: readonly object[];
}

type Routers<C extends Contracts> = { [K in keyof C]: Router<NoInfer<C>[K], CallContext> };

/** A module as the list of modules knows it. Of its router only the contract stays in the type, so the combined type stays small. */
export interface Module<C extends Contracts = Contracts, Needs = unknown> extends Parts {
  entry?: FunctionEntry;
  contract: C;
  // The pairs are checked in `defineModule`; the combined router is not compared again.
  routers: Readonly<Record<string, Router<Contracts, CallContext>>>;
  /** Exists only in the type: the contracts of the calls that the module's pages make. */
  readonly "~needs"?: Needs;
}

/**
 * Declares a module: everything that one folder adds to the application. `calls` takes contracts and their
 * implementations together. One without the other doesn't compile.
 */
export function defineModule<
  C extends Contracts = Record<never, never>,
  E extends Contracts = Record<never, never>,
  P extends Contracts = Record<never, never>,
  const X extends readonly Connector[] = readonly [],
>({
  calls,
  pages: _pages,
  ...parts
}: Parts & {
  /** Of a function: its menu entry. */
  entry?: FunctionEntry<E>;
  /** Pages of the module that aren't part of the menu entry. */
  pages?: Pages<P>;
  calls?: { contract: C; router: Routers<C> };
  /** The systems that it connects to. Each brings its card on Settings and its calls, `connectors.<name>`. */
  connectors?: X;
}): Module<C & ConnectorContracts<X>, E & P> {
  const { connectors = [] } = parts;
  const byName = <T>(partOf: (connector: Connector) => T) =>
    Object.fromEntries(connectors.map((connector) => [connector.name, partOf(connector)]));
  return {
    ...addReports(addMirrors(parts)),
    contract: { ...calls?.contract, connectors: byName(({ contract }) => contract) } as C &
      ConnectorContracts<X>,
    routers: { ...calls?.router, connectors: byName(({ router }) => router) } as Module["routers"],
  };
}

/** What modules declare. Each is made by the function that is named for it, such as `defineList`. */
type Declaration =
  | AnyList
  | DeclaredTask
  | DeclaredImport
  | HookHandler
  | WebhookHandler
  | Erasure
  | AuditAction
  | AuditSubject
  | AuditGroup
  | MailText
  | ShopSwitch
  | DeskLine;
type DeclaredTask = Task & { kind: "task" };

/**
 * Declares a module whose calls are made with `call`. It replaces `defineModule` one module at a time.
 * `declares` has declarations and files of them: `import * as audit from "./audit.server"`.
 */
export function declareModule<const C extends Calls, E extends Contracts = Record<never, never>>(declared: {
  /** Its folder under app/: "functions/students". */
  folder: string;
  /** Of a function: its menu entry. */
  entry?: FunctionEntry<E>;
  calls?: C;
  declares?: readonly (Declaration | Exports<Declaration>)[];
}): Module<C, E> {
  const { folder, entry, calls = {} as C, declares = [] } = declared;
  const all = declares.flatMap((each) =>
    isDeclared(each) ? [each] : Object.values(each).filter(isDeclared),
  );
  const allOf = <K extends Declaration["kind"]>(...kinds: readonly K[]) =>
    all.filter((each): each is Extract<Declaration, { kind: K }> => kinds.includes(each.kind as K));
  const lists = allOf("list");
  return {
    folder,
    entry,
    contract: calls,
    routers: calls as unknown as Module["routers"],
    lists,
    exports: lists.flatMap((list) => (list.sheet ? [sheetOf(list)] : [])),
    tasks: allOf("task"),
    imports: allOf("import").map(({ handler }) => handler),
    hooks: allOf("hook handler"),
    webhooks: allOf("webhook handler"),
    erasures: allOf("erasure"),
    audit: Object.fromEntries(allOf("audit action", "audit subject", "audit group").entries()),
    mails: Object.fromEntries(allOf("mail text").entries()),
    switches: Object.fromEntries(allOf("switch").entries()),
    desk: Object.fromEntries(allOf("desk line").entries()),
    declared: all,
  };
}

const isDeclared = (each: unknown): each is Declaration =>
  typeof each === "object" && each !== null && typeof (each as Declaration).kind === "string";

/** The calls of connectors. */
type ConnectorContracts<X extends readonly Connector[]> = {
  connectors: { [K in X[number] as K["name"]]: K["contract"] };
};

function addMirrors<P extends Parts>(parts: P): P {
  const { mirrors, jobs = [], tasks = [], webhooks = [], onSignIn, onUninstall } = parts;
  if (!mirrors) return parts;
  return {
    ...parts,
    jobs: [...jobs, ...mirrors.map(({ rebuildJob }) => rebuildJob)],
    tasks: [...tasks, ...mirrors.flatMap(({ refreshTask, nightlyRebuild }) => [refreshTask, nightlyRebuild])],
    webhooks: [...webhooks, ...mirrors.map(({ webhookHandler }) => webhookHandler)],
    async onSignIn(...input) {
      await onSignIn?.(...input);
      for (const { fillOnce } of mirrors) await fillOnce(...input);
    },
    async onUninstall(...input) {
      await onUninstall?.(...input);
      for (const { stopMirroring } of mirrors) await stopMirroring(...input);
    },
  };
}

const addReports = <P extends Parts>(parts: P): P =>
  parts.reports
    ? { ...parts, jobs: [...(parts.jobs ?? []), ...parts.reports.map(({ run }) => run.job)] }
    : parts;

/** The contracts of all modules as one. */
export type ContractOf<M extends readonly Module[]> = Merged<M[number]["contract"]>;
type Merged<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer All) => void
  ? { [K in keyof All]: All[K] }
  : never;

/** Refuses, at compile time, a list in which a page makes calls that no module answers. */
export type Answered<M extends readonly Module[]> = {
  [I in keyof M]: M[I] extends Module<Contracts, infer Needs>
    ? ContractOf<M> extends Needs
      ? M[I]
      : { "no module answers the calls": Exclude<keyof Needs, keyof ContractOf<M>> }
    : never;
};
