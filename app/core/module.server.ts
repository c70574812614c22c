import type { AuditGroup, AuditSubject } from "~/core/audit/audit-subject.server";
import type { ListExport } from "~/core/exports/list-export.server";
import type { MailText } from "~/core/mail/mail-text";
import type { RunnableJob } from "~/platform/jobs/job.server";
import type { Task } from "~/platform/jobs/task.server";
import type { ListDeclaration } from "~/platform/list";
import type { GaugeDeclaration } from "~/platform/metrics/gauge.server";
import type { SealedColumn } from "~/platform/secrets/sealed-column.server";
import type { States } from "~/platform/states";
import type { AuditAction } from "./audit/audit-action.server";
import type { Calls } from "./call.server";
import type { Connection } from "./connections/define-connection.server";
import type { Declarations } from "./context.server";
import type { DeskLine } from "./desk/desk-line.server";
import type { Erasure } from "./erasure/erasure.server";
import { atUninstall, type DeclaredUninstallHook } from "./erasure/uninstall.server";
import { sheetOf } from "./exports/sheet-of-list.server";
import type { Contracts, FunctionEntry, Pages } from "./function-entry";
import type { HookHandler } from "./hook.server";
import type { ImportDefinition } from "./imports/import-definition.server";
import { atSignIn, type DeclaredSignInHook } from "./installation.server";
import type { AnyList, AnyListOf } from "./lists/define-list.server";
import type { Mirror } from "./mirrors/define-mirror.server";
import type { PaletteDefinition } from "./palette/define-palette.server";
import type { PublicForm } from "./public-forms/public-form.server";
import type { PublicPage } from "./public-page";
import type { ReportDefinition } from "./reports/define-report.server";
import type { RequestDefinition } from "./requests/define-request.server";
import type { ShopSwitch } from "./settings/shop-switch";
import type { SyncDefinition } from "./syncs/define-sync.server";
import type { WebhookHandler } from "./webhooks/webhook-handler.server";

/** The exports of a file of declarations. Functions among them aren't declarations. */
export type Exports<T> = Readonly<Record<string, T | ((...input: never[]) => unknown)>>;

/** Of any states. Its functions take the names of its own. */
type DeclaredStates = Pick<States, "kind" | "table" | "column"> & { transitions: object };

type AuditDeclarations = Pick<Declarations, "auditActions" | "auditSubjects">;

/** What modules declare. Each is made by the function that is named for it, such as `defineList`. */
export type Declaration =
  | (ListDeclaration & Pick<AnyListOf, "kind" | "few">)
  | AnyList
  | ListExport
  | RunnableJob
  | (Pick<SyncDefinition<unknown>, "kind"> & { job: RunnableJob })
  | Task
  | Mirror
  | ReportDefinition
  | ImportDefinition
  | Connection
  | PublicPage
  | PublicForm
  | RequestDefinition
  | HookHandler
  | WebhookHandler
  | Erasure
  | AuditAction
  | AuditSubject
  | AuditGroup
  | MailText
  | ShopSwitch
  | DeskLine
  | PaletteDefinition
  | GaugeDeclaration
  | SealedColumn
  | DeclaredStates
  | DeclaredSignInHook
  | DeclaredUninstallHook
  | Derived;

/** A declaration that works with what all modules declare, and is made from it. */
type Derived =
  | { kind: "derived"; of: "job"; make(declarations: Declarations): RunnableJob }
  | { kind: "derived"; of: "task"; make(declarations: Declarations): Task }
  | { kind: "derived"; of: "webhook handler"; make(declarations: Declarations): WebhookHandler }
  | { kind: "derived"; of: "erasure"; make(audit: AuditDeclarations): Erasure };

/** Declares what is made from the declarations of all modules. */
export const derived = <const Of extends Derived["of"]>(
  of: Of,
  make: Extract<Derived, { of: Of }>["make"],
): Extract<Derived, { of: Of }> => ({ kind: "derived", of, make }) as unknown as Extract<Derived, { of: Of }>;

/** A module as the list of modules knows it. */
export interface Module<C extends Calls = Calls, Needs = unknown> {
  /** Its folder under app/: "functions/students". */
  folder: string;
  entry?: FunctionEntry;
  calls: C;
  /** All that it declares, and what that brings. */
  declared: readonly Declaration[];
  /** Exists only in the type: the contracts of the calls that the module's pages make. */
  readonly "~needs"?: Needs;
}

/**
 * Declares a module: everything that one folder adds to the application. Its calls are made with `call`.
 * `declares` has declarations and files of them: `import * as audit from "./audit.server"`.
 */
export function declareModule<
  const C extends Calls = Record<never, never>,
  E extends Contracts = Record<never, never>,
>(module: {
  /** Its folder under app/: "functions/students". */
  folder: string;
  /** Of a function: its menu entry. Of others: their pages, if they have some. */
  entry?: FunctionEntry<E> | Pages<E>;
  calls?: C;
  declares?: readonly (Declaration | Exports<Declaration>)[];
}): Module<C, E> {
  const { folder, entry, calls = {} as C, declares = [] } = module;
  const declared = declares.flatMap((each) =>
    isDeclared(each) ? [each] : Object.values(each).filter(isDeclared),
  );
  return {
    folder,
    entry: entry && "menuName" in entry ? entry : undefined,
    calls,
    declared: [...declared, ...declared.flatMap(broughtBy)],
  };
}

/** What a declaration declares besides itself. */
function broughtBy(each: Declaration): readonly Declaration[] {
  switch (each.kind) {
    case "list":
      return "sheet" in each && each.sheet ? [sheetOf(each)] : [];
    case "sync":
      return [each.job];
    case "connection":
      return [each.sealedColumn];
    case "report":
      return [each.sync.job];
    case "mirror":
      return [
        each.rebuildJob,
        each.refreshTask,
        each.nightlyRebuild,
        each.webhookHandler,
        atSignIn(each.fillOnce),
        atUninstall(each.stopMirroring),
      ];
    default:
      return [];
  }
}

/** All declarations of a kind, in the order of the modules. */
export const allOf = <K extends Declaration["kind"]>(
  modules: readonly Pick<Module, "declared">[],
  kind: K,
): Extract<Declaration, { kind: K }>[] =>
  modules.flatMap(({ declared }) =>
    declared.filter((each): each is Extract<Declaration, { kind: K }> => each.kind === kind),
  );

const isDeclared = (each: unknown): each is Declaration =>
  typeof each === "object" && each !== null && typeof (each as Declaration).kind === "string";

/** The contracts of all modules as one. */
export type ContractOf<M extends readonly Module[]> = Merged<M[number]["calls"]>;
type Merged<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer All) => void
  ? { [K in keyof All]: All[K] }
  : never;

/** Refuses, at compile time, a list in which a page makes calls that no module answers. */
export type Answered<M extends readonly Module[]> = {
  [I in keyof M]: M[I] extends Module<Calls, infer Needs>
    ? ContractOf<M> extends Needs
      ? M[I]
      : { "no module answers the calls": Exclude<keyof Needs, keyof ContractOf<M>> }
    : never;
};
