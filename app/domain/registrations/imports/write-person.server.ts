import { liveAdminApi } from "~/connectors/shopify/live.server";
import * as customers from "~/connectors/shopify/operations/customers";
import { refuseUserErrors } from "~/connectors/shopify/port";
import { patchRow, type StoredRow } from "~/core/imports/import-definition.server";
import type { ImportForm } from "~/core/imports/import-form";
import { EDIT_FIELDS, TAGGED_FIELDS } from "~/domain/customers/edit-fields";
import { mayImport, NO_ACCESS } from "~/domain/customers/imports/same-value";
import { customerGid, customerNumber } from "~/domain/customers/mirror-row";
import { CONSENT_FIELD, changeProgress, unfinishedFields } from "~/domain/customers/pending-changes";
import { type FieldChange, sideOf } from "~/domain/customers/record-values";
import { keyedTag } from "~/domain/customers/tag-value";
import {
  furtherTags,
  TEXT_METAFIELD,
  tagsWithKey,
  writeRecord,
} from "~/domain/customers/write-record.server";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, forbidden, notFound, Refusal, upstreamFailed } from "~/platform/errors";
import type { ItemContext, ItemOutcome } from "~/platform/jobs/job.server";
import { customerImported } from "../audit.server";
import * as people from "./person-row.server";
import { changesOf, NEW_PERSON, overtakenFields, type PersonPlan, planPerson, type Registers } from "./plan";

/** Who is imported, and what they are registered as. */
export interface PersonImport {
  form: ImportForm;
  registers: Registers;
}

/** The store may be unavailable for a while. Each attempt first reads what the previous one has written. */
const TRIES = { noAnswer: 6, refused: 3 };

/**
 * Writes a row: creates the person in one request, or completes the one who is there. Repeating it after a crash or a lost
 * answer finishes what is left, and never does a thing twice: the person who was created carries the row's mark, and fields
 * that have their value already are left alone.
 */
export async function writePerson(
  what: PersonImport,
  row: StoredRow,
  context: ItemContext,
): Promise<ItemOutcome> {
  // The process died after the row's outcome was stored, and before the job's.
  if (row.outcome === "written") return writtenAs(people.writtenOf(row)?.created ? "Created" : "Changed");
  for (let tries = 1; ; tries += 1) {
    try {
      return await people.withPersonLock(what.form, row, context, (locked) => tryToWrite(what, row, locked));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 502 || context.signal.aborted) throw error;
      // What Shopify refuses with reasons of its own it mostly refuses again.
      if (tries >= (error.code === "SHOPIFY_REFUSED" ? TRIES.refused : TRIES.noAnswer)) throw error;
    }
  }
}

async function tryToWrite(
  what: PersonImport,
  row: StoredRow,
  context: people.RowContext,
): Promise<ItemOutcome> {
  const person = await findPerson(row, context);
  if (!person) return createPerson(what, row, context);
  const { customer, isOurs } = person;
  if (isOurs) return storeCreated(what, row, context, customer);
  if (!mayImport(context.administrator, customer.tags)) throw forbidden(NO_ACCESS);
  if (row.customerId === null) {
    await rememberPerson(what, row, customer);
    throw conflict(
      "A customer with this email address was added to the store after the check. Nothing was written. Retry the row to complete their record.",
    );
  }
  return completePerson(what, row, context, customer);
}

const writtenAs = (message: "Created" | "Changed"): ItemOutcome => ({ state: "done", message });
const call = ({ signal }: ItemContext) => ({ priority: "bulk", signal }) as const;
const signatureOf = (row: StoredRow) => `${row.runId}:${row.number}`;

/** Reads a person who was found by the check by id. A new person is searched by address after an attempt to create them. */
async function findPerson(
  row: StoredRow,
  context: ItemContext,
): Promise<{ customer: customers.CustomerWithMetafields; isOurs: boolean } | null> {
  const api = liveAdminApi(row.shop);
  if (row.customerId !== null) {
    const variables = { id: customerGid(row.customerId), keys: customers.MIRRORED_METAFIELDS };
    const { customer } = await api.run(customers.customerDetail, variables, call(context));
    if (!customer) throw notFound("This customer no longer exists. Import the row again.");
    if (!people.hasAddress(customer, row.identity))
      throw conflict(
        "The customer with this email address has changed it since the check. Nothing was written. Import the row again.",
      );
    return { customer, isOurs: false };
  }
  if (!people.writtenOf(row)) return null;
  return findCreated(row, context);
}

/** The customer with a row's address, and whether this row created them. Null without one. */
export async function findCreated(row: StoredRow, context: ItemContext) {
  const variables = { email: row.identity ?? "", keys: customers.MIRRORED_METAFIELDS };
  const { customer } = await liveAdminApi(row.shop).run(customers.customerByEmail, variables, call(context));
  return customer && { customer, isOurs: customer.mark?.value === signatureOf(row) };
}

async function createPerson(what: PersonImport, row: StoredRow, context: ItemContext): Promise<ItemOutcome> {
  const plan = planPerson(NEW_PERSON, row.values, what.registers);
  await storePlan(row, { created: true, fields: plan.fields, addTags: plan.addTags });
  const { customerCreate: answer } = await liveAdminApi(row.shop).run(
    customers.customerCreate,
    { input: newCustomer(row, plan), keys: customers.MIRRORED_METAFIELDS },
    call(context),
  );
  // Not known when the file was checked: the next try looks at who they are.
  if (customers.isEmailTaken(answer?.userErrors ?? []))
    throw upstreamFailed("Shopify says that this email address is taken.");
  refuseUserErrors("create the customer", answer);
  if (!answer?.customer) throw upstreamFailed("Shopify didn't answer with the customer that it created.");
  return storeCreated(what, row, context, answer.customer);
}

async function storeCreated(
  { form }: PersonImport,
  row: StoredRow,
  context: ItemContext,
  customer: customers.CustomerWithMetafields,
): Promise<ItemOutcome> {
  const written = people.writtenOf(row);
  const changes = written ? changesOf(written) : row.changes;
  await people.storeOutcome(
    row,
    customer,
    context,
    { outcome: "written" },
    {
      action: customerImported,
      before: {},
      after: { Email: row.identity ?? "", ...sideOf(changes, "after") },
      flag: form.flag,
    },
  );
  return writtenAs("Created");
}

async function completePerson(
  { form, registers }: PersonImport,
  row: StoredRow,
  context: people.RowContext,
  customer: customers.CustomerWithMetafields,
): Promise<ItemOutcome> {
  const person = people.recordIn(customer);
  const plan = planPerson(person, row.values, registers);
  // An earlier attempt may have removed a tag without adding the new one. Someone may also have removed it since. The two look the same.
  const unfinished = changeProgress(customer, people.writtenOf(row)?.fields ?? []).left.map(
    ({ name }) => name,
  );
  const overtaken = overtakenFields(person, row.values, row.changes).filter(
    ({ name }) => !unfinished.includes(name),
  );
  if (overtaken.length > 0) {
    const written = renewed(people.writtenOf(row), overtaken, customer.tags);
    await withShop(row.shop, (tx) => patchRow(tx, row, { changes: changesOf(plan), written }));
    const now = overtaken.map(({ label, before }) => `${label} is ${before ? `"${before}"` : "empty"} now`);
    throw conflict(
      `This person was changed after the check: ${now.join("; ")}. Nothing was written. Retry the row to write it anyway.`,
    );
  }
  if (!people.writtenOf(row)) {
    const nothing = plan.fields.length === 0 && plan.addTags.length === 0;
    if (nothing)
      return { state: "skipped", message: "There was nothing to change.", reason: "nothing to change" };
    const consents = plan.fields.some(({ name }) => name === CONSENT_FIELD);
    await storePlan(row, {
      created: false,
      fields: plan.fields,
      addTags: plan.addTags,
      furtherTags: furtherTags(customer.tags, plan.fields),
      ...(consents && { subscribed: people.isSubscribed(customer) }),
    });
  }
  const tools = {
    adminApi: liveAdminApi(row.shop),
    clock: systemClock,
    call: { ...call(context), beforeSending: context.beforeSending },
  };
  const fields = [
    ...plan.fields,
    ...unfinishedFields(customer, people.writtenOf(row)?.fields ?? [], plan.fields),
  ];
  const after = await writeRecord(tools, customer, { fields, addTags: plan.addTags }).catch(
    (error: unknown) => {
      // A concurrent change: the retry reports what was changed.
      if (error instanceof Refusal && error.status === 409) throw upstreamFailed(error.message);
      throw error;
    },
  );
  const changes = changesOf(people.writtenOf(row) ?? plan);
  await people.storeOutcome(
    row,
    after,
    context,
    { outcome: "written" },
    {
      action: customerImported,
      before: sideOf(changes, "before"),
      after: sideOf(changes, "after"),
      flag: form.flag,
    },
  );
  return writtenAs("Changed");
}

/** Plans the change again after a concurrent one: a retry overwrites the new values, and undo restores those. */
function renewed(
  written: people.WrittenPerson | null,
  overtaken: readonly FieldChange[],
  tags: readonly string[],
): people.WrittenPerson | undefined {
  if (!written) return undefined;
  const names = new Set(overtaken.map(({ name }) => name));
  const otherFields = written.fields.filter(({ name }) => !names.has(name));
  const keys = overtaken.flatMap(({ name }) => TAGGED_FIELDS[name] ?? []);
  const tagsBefore = written.furtherTags ?? [];
  const staleTags = keys.flatMap((key) => tagsWithKey(tagsBefore, key));
  const otherTags = tagsBefore.filter((tag) => !staleTags.includes(tag));
  return {
    ...written,
    fields: [...otherFields, ...overtaken],
    furtherTags: [...otherTags, ...furtherTags(tags, overtaken)],
  };
}

/** Stores the planned change first, so that a partly applied one can be finished and undone. */
async function storePlan(row: StoredRow, written: people.WrittenPerson): Promise<void> {
  row.written = written;
  await withShop(row.shop, async (tx) => {
    // Who was created is found by their mark in any case, so this need not wait for the disk.
    if (written.created) await tx.$client.query("SET LOCAL synchronous_commit = off");
    await patchRow(tx, row, { written });
  });
}

/** Stores the person's id with the row, so that a retry completes their record. */
async function rememberPerson(
  { registers }: PersonImport,
  row: StoredRow,
  customer: customers.CustomerWithMetafields,
): Promise<void> {
  const changes = changesOf(planPerson(people.recordIn(customer), row.values, registers));
  await withShop(row.shop, (tx) =>
    patchRow(tx, row, {
      customerId: customerNumber(customer.id),
      changes,
      verdict: changes.length > 0 ? "change" : "unchanged",
      written: null,
    }),
  );
}

function newCustomer(row: StoredRow, { fields, addTags }: PersonPlan): customers.NewCustomer {
  const after = new Map(fields.map((change) => [change.name, change.after]));
  const tagged = Object.entries(TAGGED_FIELDS).flatMap(([name, key]) =>
    after.get(name) ? [keyedTag(key, after.get(name) ?? "")] : [],
  );
  const metafields = EDIT_FIELDS.flatMap(({ name, metafield }) => {
    const value = after.get(name);
    const [namespace = "", key = ""] = metafield.split(".");
    return value ? [{ namespace, key, type: TEXT_METAFIELD, value }] : [];
  });
  const [firstName, lastName] = [after.get("first_name"), after.get("last_name")];
  return {
    email: row.identity ?? "",
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    tags: [...addTags, ...tagged],
    metafields: [
      ...metafields,
      { ...customers.IMPORT_METAFIELD, type: TEXT_METAFIELD, value: signatureOf(row) },
    ],
    ...(after.get("email_policy_consent") === "1" && {
      emailMarketingConsent: {
        marketingState: "SUBSCRIBED" as const,
        marketingOptInLevel: "SINGLE_OPT_IN" as const,
        consentUpdatedAt: systemClock.now().toISOString(),
      },
    }),
  };
}
