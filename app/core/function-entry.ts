import type { AnyContractRouter, ContractProcedure, ContractRouterClient, Schema } from "@orpc/contract";
import { flagIn, type Permission } from "~/platform/auth/permission";

/** Contracts by the key of their calls: `{ students: typeof studentsContract }`. */
export type Contracts = Record<string, AnyContractRouter>;

/**
 * One call of a contract, for pages that make it without importing the contract that declares it. Its handler may return another
 * type than pages get, such as a plain number for `Cents`.
 */
export type ContractCall<Input, Output> = ContractProcedure<
  Schema<Input, Input>,
  Schema<unknown, Output>,
  Record<never, never>,
  CallMeta
>;

/** Exists only in the type: it keeps the contracts of the calls that pages make with who may open the pages. */
declare const pageCalls: unique symbol;

/** Pages without a menu entry: who may open them, and in the type, which calls they make. */
export interface Pages<C extends Contracts = Contracts> {
  permission: Permission;
  readonly [pageCalls]?: C;
}

/** The groups of cards on the home page, in their order. Those of `console` run Backroom itself. */
export const FUNCTION_GROUPS = {
  people: "People",
  promotions: "Promotions and credit",
  catalog: "Catalog and prices",
  orders: "Orders",
  search: "Search and feeds",
  reports: "Reports",
  console: "Console",
} as const;
export type FunctionGroup = keyof typeof FUNCTION_GROUPS;

/** A menu entry, safe for the browser. The menu, the home page's cards and the permission flags derive from these. */
export interface FunctionEntry<C extends Contracts = Contracts, Tab extends string = string>
  extends Pages<C> {
  /** The folder's name, and the key of its calls in the contract. */
  name: string;
  path: string;
  /** The name in the menu. The specification fixes it letter by letter. */
  menuName: string;
  /** The title of its page, where that isn't the name in the menu. The palette finds the page by both. */
  title?: string;
  description: string;
  /** Pages that its own page leads to. The palette finds them by their title. */
  further?: readonly FurtherPage[];
  /** What its pages can begin, such as "Create an event". The palette finds them by their title. The address opens the form. */
  actions?: readonly FurtherPage[];
  /** Where its card is on the home page. */
  group: FunctionGroup;
  /** The ids of the tabs that an administrator can be limited to. The limits are stored by the function's flag. */
  limitedTabs?: readonly Tab[];
  /** The key of the calls whose `figure` the home page shows. The function's name when absent. */
  figureCalls?: string;
  /** The list whose changes the figure on the home page follows. The one with the function's name when absent. */
  figureList?: string;
}

/** A page of a function beside its own, or an action there. */
export interface FurtherPage {
  path: string;
  title: string;
  /** Who may open it, where that isn't who may open the function. */
  permission?: Permission;
}

/**
 * Declares a function's menu entry and the contracts of the calls that its pages make: its own and those of nouns. Import
 * the contracts as types only, else they end up in the browser. `Tab` is needed with `limitedTabs` only.
 * `defineFunction<{ students: typeof studentsContract; notes: typeof notesContract }>({ … })`
 */
export const defineFunction = <C extends Contracts, Tab extends string = never>(
  entry: Omit<FunctionEntry<C, Tab>, typeof pageCalls>,
): FunctionEntry<C, Tab> => entry;

/** Declares pages without a menu entry, as those of a noun. */
export const definePages = <C extends Contracts = Record<never, never>>(
  permission: Permission,
): Pages<C> => ({ permission });

/** The calls of a function for a page that needs another permission than its function, such as one for owners only. */
export const withPermission = <C extends Contracts>(_pages: Pages<C>, permission: Permission): Pages<C> => ({
  permission,
});

/** What opening the pages requires: of a function whose tabs can be limited, one of its tabs. */
export function pagePermission({
  permission,
  limitedTabs: tabs,
}: Pick<FunctionEntry, "permission" | "limitedTabs">): Permission {
  const flag = flagIn(permission);
  return flag && tabs ? { flag, tabs } : permission;
}

/** The contracts of the calls that pages make. */
export type ContractsOf<P> = P extends Pages<infer C> ? C : never;

/** The calls that pages make: `CallsOf<typeof studentsFunction>`. */
export type CallsOf<P> = P extends Pages<infer C> ? ContractRouterClient<C> : never;

/** What every call declares beside its method, path, input and output. */
export interface CallMeta {
  permission?: Permission;
}
