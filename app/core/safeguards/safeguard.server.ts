import type { ZodType } from "zod";
import { defineHook } from "~/core/hook.server";
import type { Administrator, Flag } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** A limit that protects a shop from what one person could do alone. */
export interface Safeguard<Value = unknown> {
  /** As it is stored: `credits.approvalLimit`. */
  name: string;
  /** What people call it, and the flag of those who may agree to a looser value. */
  about: About | ((tx: ShopTransaction, shop: string, subjectId: string) => Promise<About>);
  /** Reads a value as a request stored it. */
  value: ZodType<Value>;
  /** @throws 404 for a record that doesn't exist */
  read(tx: ShopTransaction, shop: string, subjectId: string): Promise<Value>;
  /** Stores the value. The engine locks, compares, publishes, and adds the audit entry unless the safeguard `recordsItself`. */
  write(tx: ShopTransaction, shop: string, subjectId: string, saved: SavedValue<Value>): Promise<void>;
  recordsItself?: true;
  /** Its direction: whether `after` allows anything that `before` doesn't. */
  isLooser(before: Value, after: Value): boolean;
  describe(value: Value, shop: Shop): string;
  /** Publishes to open pages that it changed. */
  publish(shop: string): void;
}

/** What a safeguard is called, and who may agree to a looser value. */
export interface About {
  title: string;
  flag: Flag;
}

/** A new value, who puts it into effect, and when. */
export interface SavedValue<Value> {
  value: Value;
  actor: Pick<Administrator, "id" | "name">;
  at: Date;
}

/** Whether a maximum is looser than before. Null: unlimited. */
export const isLooserMaximum = (before: number | null, after: number | null): boolean =>
  before !== null && (after === null || after > before);

/** Whether a minimum is looser than before. Null: unlimited. */
export const isLooserMinimum = (before: number | null, after: number | null): boolean =>
  before !== null && (after === null || after < before);

/** The safeguards that modules declare. */
export const safeguards = defineHook<Safeguard>("safeguards");

/** Declares a safeguard. Name its `handler` under `declares` of the module. */
export const defineSafeguard = <Value>(declared: Safeguard<Value>) => ({
  ...declared,
  handler: safeguards.handler(declared as Safeguard<never> as Safeguard),
});

/** @throws for a name that this version doesn't have */
export function safeguardNamed(name: string): Safeguard {
  const found = safeguards.all().find((one) => one.name === name);
  if (!found) throw new Error(`No module declares the safeguard ${name}.`);
  return found;
}
