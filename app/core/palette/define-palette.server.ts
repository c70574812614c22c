import type { SQL } from "drizzle-orm";
import type { Administrator, Permission } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";

/** What someone looks for, and who. */
export interface PaletteSearch {
  shop: Shop;
  administrator: Administrator;
  /** Trimmed, and not empty. */
  text: string;
}

/** A record that was found. */
export interface PaletteRow {
  /** What its page's address is made from. */
  key: string;
  title: string;
  detail: string | null;
}

/** A kind of records, or of actions on records, that the palette finds. */
export interface PaletteDefinition {
  kind: "palette";
  /** Unique, and the name of its group unless it has another one: "Customers". */
  name: string;
  /** "Actions" for an action on a record. */
  group?: typeof ACTIONS_GROUP;
  /** Who finds them: those who may open their page. */
  for: Permission;
  /**
   * SQL that selects `key`, `title` and `detail` of at most `MAX_FOUND` records, read from an index, of those that the administrator may
   * open. Null for a text that is none of theirs.
   */
  find(search: PaletteSearch): SQL | null;
  /** The page of a record. */
  address(row: PaletteRow): string;
}

/** The group of the actions on records. */
export const ACTIONS_GROUP = "Actions";

/** Of each kind. */
export const MAX_FOUND = 4;

/** Declares a kind. Name it in the folder's module. */
export const definePalette = (kind: Omit<PaletteDefinition, "kind">): PaletteDefinition => ({
  kind: "palette",
  ...kind,
});
