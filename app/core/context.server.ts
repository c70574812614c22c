import type { AuditGroup, AuditSubject } from "~/core/audit/audit-subject.server";
import type { ListExports } from "~/core/exports/list-export.server";
import type { MailTexts } from "~/core/mail/mail-text";
import type { Administrator } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import type { Clock } from "~/platform/clock";
import type { ListDeclaration } from "~/platform/list";
import type { AuditAction } from "./audit/audit-action.server";
import type { Connections } from "./connections/connection-card";
import type { DeskLine } from "./desk/desk-line.server";
import type { Erasure } from "./erasure/erasure.server";
import type { UninstallHook } from "./erasure/uninstall.server";
import type { FunctionEntry } from "./function-entry";
import type { ImportDefinitions } from "./imports/import-definition.server";
import type { Mirror } from "./mirrors/define-mirror.server";
import type { PaletteDefinition } from "./palette/define-palette.server";
import type { PublicForms } from "./public-forms/public-form.server";
import type { ReportDefinitions } from "./reports/define-report.server";
import type { RequestDefinitions } from "./requests/define-request.server";
import type { ShopSwitch } from "./settings/shop-switch";

/** What all modules declare together. Engines and general pages get it with each call. They never import the list of modules. */
export interface Declarations {
  /** The menu entries, in the order of the menu. */
  functions: readonly FunctionEntry[];
  /** By the names of the functions whose figure the home page shows: the key of the calls that have it. */
  figures: ReadonlyMap<string, string>;
  /** By name: what a saved view can be a view of. */
  lists: ReadonlyMap<string, ListDeclaration & { few?: string }>;
  /** By name: the kinds of changes that the audit records, and the kinds of records that they are about. */
  auditActions: ReadonlyMap<string, AuditAction>;
  auditSubjects: ReadonlyMap<string, AuditSubject>;
  /** Records whose entries are also in the history of their members. */
  auditGroups: readonly AuditGroup[];
  /** By id: the emails whose text a shop can change. */
  mailTexts: MailTexts;
  /** By key: what an owner can turn on for the shop. */
  switches: ReadonlyMap<string, ShopSwitch>;
  /** What the home page shows under "Needs you". */
  desk: readonly DeskLine[];
  /** What the palette finds, in the order of the modules. */
  palette: readonly PaletteDefinition[];
  /** By name: the spreadsheets that lists are exported as. */
  exports: ListExports;
  /** By name: the forms of public pages whose entries wait for a confirmation. */
  publicForms: PublicForms;
  /** By name: what customers see and answer on a page of their own. */
  requests: RequestDefinitions;
  /** By name: the reports with a page of their own. */
  reports: ReportDefinitions;
  /** By name, in the order of their titles: the other systems that a shop can be connected to. */
  connections: Connections;
  /** By name: the copies of the store's data. The calls of each are under its name. */
  mirrors: ReadonlyMap<string, Mirror>;
  /** In the order in which they run. */
  erasures: readonly Erasure[];
  uninstallHooks: readonly UninstallHook[];
  /** By the id of their kind: what can be imported. */
  imports: ImportDefinitions;
}

/** Who makes a call, and when. Shop and administrator come from the verified session token alone. */
export interface Caller {
  shop: Shop;
  administrator: Administrator;
  clock: Clock;
}

/** What a call's handler gets. */
export interface CallContext extends Caller {
  declarations: Declarations;
}
