import { randomUUID } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { CustomerWithMetafields } from "~/connectors/shopify/operations/customers";
import { recordAudit } from "~/domain/audit/record.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, Refusal } from "~/platform/errors";
import { keepLease, type Lease, leaseFromNow } from "~/platform/lease.server";
import { mirrorCustomers } from "../mirror.server";
import { mirrorRowOf } from "../mirror-row";
import { type FieldChange, sideOf } from "../record-values";
import { recordEdits } from "./tables.server";

/** An edit as it is kept while it is carried out. */
export type OpenEdit = typeof recordEdits.$inferSelect;

const BEING_EDITED = "Somebody is saving this person at this moment. Look again in a minute.";

/** Somebody else has taken the edit over, or may have: this attempt must change nothing any more. */
export class LostEdit extends Refusal {
  constructor() {
    super(409, "CONFLICT", "Saving took too long and was given up. Look at the person before you try again.");
  }
}

const row = recordEdits;
const isAttempt = ({ shop, customerId, attempt }: OpenEdit) =>
  and(eq(row.shop, shop), eq(row.customerId, customerId), eq(row.attempt, attempt));
/** Nobody works on it any more. */
const isLeft = lt(row.leaseUntil, sql`clock_timestamp()`);

/** Writes the intention down, which locks the person. @throws 409 while another edit of the person is open */
export async function openEdit(edit: Omit<OpenEdit, "attempt" | "leaseUntil">): Promise<OpenEdit> {
  const taken = { attempt: randomUUID(), leaseUntil: leaseFromNow() };
  const [opened] = await withShop(edit.shop, (tx) =>
    tx
      .insert(row)
      .values({ ...edit, ...taken })
      .onConflictDoNothing()
      .returning(),
  );
  if (!opened) throw conflict(BEING_EDITED);
  return opened;
}

/** Edits that were opened and then left, of one person or of all. */
export const leftEdits = (shop: string, customerId?: number): Promise<OpenEdit[]> =>
  withShop(shop, (tx) =>
    tx
      .select()
      .from(row)
      .where(
        and(
          eq(row.shop, shop),
          customerId === undefined ? undefined : eq(row.customerId, customerId),
          isLeft,
        ),
      )
      .orderBy(row.startedAt),
  );

/** Takes one of them over. @returns undefined when somebody else did, or when it has ended */
export async function takeOver(left: OpenEdit): Promise<OpenEdit | undefined> {
  const [taken] = await withShop(left.shop, (tx) =>
    tx
      .update(row)
      .set({ attempt: randomUUID(), leaseUntil: leaseFromNow() })
      .where(and(isAttempt(left), isLeft))
      .returning(),
  );
  return taken;
}

/** Keeps an edit ours while the store is asked. */
export const holdEdit = (edit: OpenEdit): Lease =>
  keepLease({
    renew: async () => (await setLease(edit, leaseFromNow())) > 0,
    isOurs: async () => (await withShop(edit.shop, (tx) => tx.$count(row, isAttempt(edit)))) > 0,
    lost: () => new LostEdit(),
  });

/** Gives an edit up, to be taken up again by whoever comes first. */
export const letGo = (edit: OpenEdit): Promise<number> => setLease(edit, sql`clock_timestamp()`);

async function setLease(edit: OpenEdit, leaseUntil: ReturnType<typeof leaseFromNow>): Promise<number> {
  const kept = await withShop(edit.shop, (tx) =>
    tx.update(row).set({ leaseUntil }).where(isAttempt(edit)).returning({ attempt: row.attempt }),
  );
  return kept.length;
}

/** Nothing of it was written: the person is free. */
export async function dropEdit(edit: OpenEdit): Promise<void> {
  await withShop(edit.shop, (tx) => tx.delete(row).where(isAttempt(edit)));
}

/**
 * Writes down, in one transaction, that it is done: the mirror gets what the store has now, and the audit who changed what.
 * @param changes what stands of it
 * @throws LostEdit, with nothing written, when somebody else has taken it over
 */
export async function completeEdit(
  edit: OpenEdit,
  customer: CustomerWithMetafields,
  changes: readonly FieldChange[],
): Promise<void> {
  const { shop, customerId, flag } = edit;
  await withShop(shop, async (tx) => {
    const ended = await tx.delete(row).where(isAttempt(edit)).returning({ attempt: row.attempt });
    if (ended.length === 0) throw new LostEdit();
    await mirrorCustomers(tx, shop, [mirrorRowOf(customer)]);
    await recordAudit(tx, shop, {
      action: "customer.edited",
      actor: { id: edit.editedById, name: edit.editedByName },
      subject: { type: "customer", id: String(customerId) },
      before: sideOf(changes, "before"),
      after: sideOf(changes, "after"),
      flag,
    });
  });
}
