import type { CustomerWithMetafields } from "~/connectors/shopify/operations/customers";
import type { AdminApi } from "~/connectors/shopify/port";
import type { Administrator } from "~/platform/auth/permission";
import type { Clock } from "~/platform/clock";
import { conflict, Refusal } from "~/platform/errors";
import { keptDay } from "~/platform/written-day";
import { editableValues, readWorkable } from "./detail.server";
import { EDIT_FIELDS } from "./edit-fields";
import {
  completeEdit,
  dropEdit,
  holdEdit,
  LostEdit,
  leftEdits,
  type OpenEdit,
  openEdit,
} from "./edits/edit-record.server";
import { finishEdit, leaveOpen } from "./edits/finish-edits.server";
import { type CustomerKind, kindsOf } from "./kinds";
import { publishCustomers } from "./publish.server";
import { type FieldChange, fieldChanges } from "./record-values";
import { writeRecord } from "./write-record.server";

/** What editing needs from around it. */
export interface EditTools {
  shop: string;
  actor: Administrator;
  adminApi: AdminApi;
  clock: Clock;
}

/** Values by the field names of the update payload (section 3); a field that is absent stays as it is, blank clears it. */
export type EditValues = Readonly<Record<string, string>>;

/** The values that a call sent: days are kept as YYYY-MM-DD, however they were written; what was not sent stays as it is. */
export function sentValues(values: Record<string, string | undefined>): EditValues {
  const sent = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const days = new Set(EDIT_FIELDS.filter(({ kind }) => kind === "date").map(({ name }) => name));
  return Object.fromEntries(sent.map(([name, value]) => [name, days.has(name) ? keptDay(value) : value]));
}

/** Who is edited: the number at the end of the customer's id, and the kinds of customers that are meant. */
export interface Edited {
  customerId: number;
  kinds: readonly CustomerKind[];
}

/**
 * Changes a customer's record in the store: metafields with Shopify's own comparison of digests, the e-mail consent by its
 * mutation with a time, `key:value` tags kept in step. What two people change in different fields both stands. The intention
 * is written down first; an edit whose outcome is not known stays open, and is finished by repeating it or by
 * `finishOpenEdits`, whichever comes first.
 * @param seen the values that the person saw when they began, by field; a field that somebody changed since is refused
 * @returns the names of the fields that changed
 * @throws 403/404 as `readWorkable`, 409 when somebody changed the same field meanwhile or saves the person right now, 502
 * when Shopify does not do it
 */
export async function editCustomer(
  tools: EditTools,
  { customerId, kinds }: Edited,
  values: EditValues,
  seen: EditValues = {},
): Promise<string[]> {
  const { shop, adminApi, actor, clock } = tools;
  let { customer, kind } = await readWorkable(adminApi, actor, String(customerId), kinds);
  const finished = await finishEarlier(tools, customerId);
  if (finished) ({ customer, kind } = await readWorkable(adminApi, actor, String(customerId), kinds));
  const changes = fieldChanges(customer.tags, editableValues(customer), values);
  refuseOverwriting(changes, seen);
  // What this very edit, sent before, left open.
  const before = (finished ?? []).filter(({ name, after }) => values[name]?.trim() === after);
  const changed = [...new Set([...before, ...changes].map(({ name }) => name))];
  if (changes.length === 0) return changed;

  const edit = await openEdit({
    shop,
    customerId,
    changes,
    editedById: actor.id,
    editedByName: actor.name,
    flag: kind.flag,
    startedAt: clock.now(),
  });
  await carryOut(tools, edit, customer);
  return changed;
}

/** @returns what an earlier edit of the person that was left open has changed; null when there was none */
async function finishEarlier({ shop, adminApi, clock }: EditTools, customerId: number) {
  const [left] = await leftEdits(shop, customerId);
  return left ? finishEdit({ adminApi, clock }, left) : null;
}

async function carryOut(
  { shop, adminApi, clock }: EditTools,
  edit: OpenEdit,
  customer: CustomerWithMetafields,
): Promise<void> {
  const lease = holdEdit(edit);
  try {
    const call = { beforeSending: lease.assertHeld };
    const written = await writeRecord({ adminApi, clock, call }, customer, { fields: edit.changes });
    await completeEdit(edit, written, edit.changes);
    publishCustomers(shop, [edit.customerId], kindsOf(written.tags));
  } catch (error) {
    if (error instanceof LostEdit) throw error;
    // Nothing was written: somebody else changed the person at this very moment, or a value cannot be kept.
    if (error instanceof Refusal && error.status < 500) await dropEdit(edit);
    else await leaveOpen(edit);
    if (!(error instanceof Refusal) || error.status !== 502) throw error;
    throw new Refusal(error.status, error.code, `${error.message} ${SAVED_BY_HALF}`);
  } finally {
    lease.end();
  }
}

const SAVED_BY_HALF =
  "A part of it may be saved: submit again to finish it, nothing is done twice. What was begun is finished within a few minutes in any case.";

function refuseOverwriting(changes: readonly FieldChange[], seen: EditValues): void {
  // A field that has the wanted value already has only its tag behind: nothing of anybody's is overwritten.
  const overtaken = changes.filter(
    ({ name, before, after }) => before !== after && name in seen && seen[name] !== before,
  );
  if (overtaken.length === 0) return;
  const what = overtaken
    .map(({ label, before }) => `${label} is now ${before ? `"${before}"` : "empty"}`)
    .join("; ");
  throw conflict(
    `Somebody changed this person meanwhile: ${what}. Nothing of yours was saved; look at it and save again.`,
  );
}
