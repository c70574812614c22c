import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CustomerWithMetafields } from "~/connectors/shopify/operations/customers";
import type { AdminApi } from "~/connectors/shopify/port";
import type { CallContext } from "~/core/context.server";
import { openIntent } from "~/core/intents/intents.server";
import { runIntent } from "~/core/intents/run-intent.server";
import type { Administrator } from "~/platform/auth/permission";
import type { Clock } from "~/platform/clock";
import { formatInputDate, isDateText, parseStoredDate, toIsoDate } from "~/platform/dates/date-text";
import { isoDateIn } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, Refusal } from "~/platform/errors";
import { editableValues, readWorkable } from "./detail.server";
import { EDIT_FIELDS, TAGGED_FIELDS } from "./edit-fields";
import {
  completeEdit,
  finishEarlierEdit,
  NothingSent,
  type RecordEdit,
  recordEdit,
} from "./edits/finish-open-edits.server";
import { type CustomerKind, kindsOf } from "./kinds";
import { mirrorCustomers } from "./mirror.server";
import { mirrorRowOf } from "./mirror-row";
import { publishCustomers } from "./read-tags.server";
import { type FieldChange, fieldChanges } from "./record-values";
import { writeRecord } from "./write-record.server";

const PHONE_CHARACTERS = /^\+?[\d\s().\-/]+(?:\s*(?:x|ext\.?)\s*\d{1,6})?$/i;

/** Names that people use beside the ones of the standard. */
const OTHER_COUNTRY_NAMES = ["USA", "UK", "United States of America", "England", "Scotland", "Wales"];

const A = 65;

const LETTERS = 26;

let countries: ReadonlySet<string> | undefined;

/** Codes and English names of all countries, in lower case. */
function knownCountries(): ReadonlySet<string> {
  if (countries) return countries;
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const letters = Array.from({ length: LETTERS }, (_letter, index) => String.fromCharCode(A + index));
  const known = letters.flatMap((first) =>
    letters.flatMap((second) => {
      const name = names.of(first + second);
      return name ? [first + second, name] : [];
    }),
  );
  countries = new Set([...known, ...OTHER_COUNTRY_NAMES].map((name) => name.toLowerCase()));
  return countries;
}

/**
 * What is wrong with an edit, by field. Only fields that it changes are checked, so that an old value never prevents another change.
 * @param present the record before the edit
 * @param today ISO date in the shop's time zone
 */
export function editProblems(
  changes: readonly Pick<FieldChange, "name" | "after">[],
  present: Readonly<Record<string, string>>,
  today: string,
): Record<string, string> {
  const changed = Object.fromEntries(changes.map(({ name, after }) => [name, after.trim()]));
  const problems: Record<string, string> = {};
  const { phone, country, dob, startdate, enddate } = changed;
  if (phone && !isPhoneNumber(phone))
    problems.phone = "Enter a phone number of 7 to 15 digits, such as +1 555 010 0199.";
  if (country && !knownCountries().has(country.toLowerCase()))
    problems.country = "Enter a country's English name or its two-letter code, such as Canada or CA.";
  if (dob && isDateText(dob) && dob >= today) problems.dob = "The date of birth must be in the past.";
  // A stored date may be MM/DD/YYYY or have a time, which as text can't be compared with the date that was sent.
  const start = parseStoredDate(startdate ?? present.startdate ?? "");
  const end = parseStoredDate(enddate ?? present.enddate ?? "");
  const isRangeChanged = startdate !== undefined || enddate !== undefined;
  if (isRangeChanged && start && end && end < start)
    problems[enddate === undefined ? "startdate" : "enddate"] =
      "The end date must not be before the start date.";
  return problems;
}

function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/\s*(?:x|ext).*$/i, "").replace(/\D/g, "").length;
  return PHONE_CHARACTERS.test(text) && digits >= 7 && digits <= 15;
}

/** What editing needs from around it. */
interface EditTools {
  shop: string;
  /** The shop's. */
  timeZone: string;
  actor: Administrator;
  adminApi: AdminApi;
  clock: Clock;
}

/** What an edit of the caller's works with. */
export const editToolsOf = ({ shop, administrator, clock }: CallContext): EditTools => ({
  shop: shop.domain,
  timeZone: shop.timeZone,
  actor: administrator,
  adminApi: liveAdminApi(shop.domain),
  clock,
});

/** Values by the field names of the update payload. An absent field stays as it is. A blank one is cleared. */
export type EditValues = Readonly<Record<string, string>>;

/** The values that a call sent, with days as YYYY-MM-DD. Fields that weren't sent are absent. */
export function sentValues(values: Record<string, string | undefined>): EditValues {
  const sent = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const days = new Set(EDIT_FIELDS.filter(({ kind }) => kind === "date").map(({ name }) => name));
  return Object.fromEntries(sent.map(([name, value]) => [name, days.has(name) ? toIsoDate(value) : value]));
}

/** The customer to edit, and the kinds of customers that the caller works on. */
export interface EditTarget {
  customerId: number;
  kinds: readonly CustomerKind[];
}

/**
 * Changes a customer's record in Shopify: metafields with Shopify's own comparison of digests, the email consent by its
 * mutation with a time, `key:value` tags kept in step. Two people can change different fields at the same time. An edit whose
 * outcome isn't known stays open, until it is repeated or `finishOpenEdits` finishes it.
 * @param seen the values that the form showed, by field: a field that has changed since is refused
 * @returns the names of the fields that changed
 * @throws 403/404 as `readWorkable`, 409 when the same field was changed since or another edit of the customer is open, 502
 * when Shopify fails
 */
export async function editCustomer(
  tools: EditTools,
  { customerId, kinds }: EditTarget,
  values: EditValues,
  seen: EditValues = {},
): Promise<string[]> {
  const { shop, adminApi, actor, clock } = tools;
  let { customer, kind } = await readWorkable(adminApi, actor, String(customerId), kinds);
  const finished = await finishEarlierEdit({ shop, adminApi, clock }, customerId);
  if (finished) ({ customer, kind } = await readWorkable(adminApi, actor, String(customerId), kinds));
  const changes = fieldChanges(customer.tags, editableValues(customer), values);
  await refuseOverwriting(shop, customer, changes, seen);
  const today = isoDateIn(clock.now(), tools.timeZone);
  const problems = editProblems(changes, editableValues(customer), today);
  const sentences = Object.values(problems);
  if (sentences.length > 0) throw badRequest(sentences.join(" "), problems);
  // This same edit may have been sent before and left open.
  const before = (finished ?? []).filter(({ name, after }) => values[name]?.trim() === after);
  const changed = [...new Set([...before, ...changes].map(({ name }) => name))];
  if (changes.length === 0) return changed;

  const edit = await withShop(shop, (tx) =>
    openIntent(tx, recordEdit, {
      shop,
      customerId,
      changes,
      editedById: actor.id,
      editedByName: actor.name,
      flag: kind.flag,
      startedAt: clock.now(),
    }),
  );
  await runEdit(tools, edit, customer, kinds);
  return changed;
}

async function runEdit(
  tools: EditTools,
  edit: RecordEdit,
  customer: CustomerWithMetafields,
  kinds: EditTarget["kinds"],
): Promise<void> {
  const { shop, adminApi, clock } = tools;
  try {
    await runIntent(recordEdit, edit, clock, async (lease) => {
      const call = { beforeSending: lease.assertHeld };
      const present = await readUnchanged(tools, edit, customer, kinds).catch((error: unknown) => {
        throw hasFailed(error) ? new NothingSent(error) : error;
      });
      const written = await writeRecord({ adminApi, clock, call }, present, { fields: edit.changes });
      await completeEdit(edit, written, edit.changes, clock.now());
      publishCustomers(shop, [edit.customerId], kindsOf(written.tags));
    });
  } catch (error) {
    if (!hasFailed(error) || error instanceof NothingSent) throw error;
    throw new Refusal(error.status, error.code, `${error.message} ${PARTLY_SAVED}`);
  }
}

/** Shopify failed, or didn't answer. */
const hasFailed = (error: unknown): error is Refusal => error instanceof Refusal && error.status === 502;

/**
 * Reads the customer again, now that no other edit is open, if the edit changes a tag: Shopify compares no digest of tags, so a tag that
 * another edit has added since the customer was read would stay beside the new one.
 * @throws 409 when a field of the edit has changed since
 */
async function readUnchanged(
  { shop, adminApi, actor }: EditTools,
  { customerId, changes }: RecordEdit,
  customer: CustomerWithMetafields,
  kinds: EditTarget["kinds"],
): Promise<CustomerWithMetafields> {
  if (!changes.some(({ name }) => name in TAGGED_FIELDS)) return customer;
  const { customer: present } = await readWorkable(adminApi, actor, String(customerId), kinds);
  const side = (which: "before" | "after") =>
    Object.fromEntries(changes.map((change) => [change.name, change[which]]));
  const left = fieldChanges(present.tags, editableValues(present), side("after"));
  await refuseOverwriting(shop, present, left, side("before"));
  return present;
}

/** A stored date as forms show it. */
const asShown = (name: string, value: string): string =>
  EDIT_FIELDS.some((field) => field.name === name && field.kind === "date") ? formatInputDate(value) : value;

const PARTLY_SAVED =
  "Some of it may be saved. Submit again to finish it: nothing is done twice. Otherwise it is finished within a few minutes.";

/** A refused edit updates the mirror: the list may have shown old values, and the next edit from it would be refused, too. */
async function refuseOverwriting(
  shop: string,
  customer: CustomerWithMetafields,
  changes: readonly FieldChange[],
  seen: EditValues,
): Promise<void> {
  // A field that already has the wanted value only lacks its tag: nothing is overwritten.
  const overtaken = changes.filter(
    ({ name, before, after }) => before !== after && name in seen && seen[name] !== before,
  );
  if (overtaken.length === 0) return;
  const row = mirrorRowOf(customer);
  await withShop(shop, (tx) => mirrorCustomers(tx, shop, [row]));
  publishCustomers(shop, [row.id], kindsOf(customer.tags));
  const fields = overtaken
    .map(({ name, label, before }) => `${label} is now ${before ? `"${asShown(name, before)}"` : "empty"}`)
    .join(", ");
  throw conflict(
    `This customer was changed while you edited. ${fields}. Your changes weren't saved. Review the current values, and try again.`,
  );
}
