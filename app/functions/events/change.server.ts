import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import type { AuditAction } from "~/core/audit/audit-action.server";
import { assertOwnDeletion } from "~/core/audit/deletion.server";
import { deletedFormOf, outdatedFormOf } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { keyConflict } from "~/core/intents/idempotency-key.server";
import { eventSubject } from "~/domain/events/audit.server";
import {
  closesAt,
  findEventOfOperation,
  insertEvent,
  lockEvent,
  type ShopEvent,
  updateEvent,
} from "~/domain/events/event.server";
import { moveUpGuests } from "~/domain/events/guests/places.server";
import { EVENTS_LIST } from "~/domain/events/limits";
import { requestHeldMails, updateLinkExpiry } from "~/domain/events/release-held-mails.server";
import { parseInputDateTime } from "~/platform/dates/input-date-time";
import { formatInputDateTime } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, type Refusal } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { stableUuid } from "~/platform/stable-uuid.server";
import { eventChanged, eventCreated, eventDeleted, eventRestored } from "./audit.server";
import { DATE_FROM_NOT_VALID, DATE_TO_NOT_VALID, DRAFT, PUBLISHED, RSVP_NOT_VALID } from "./messages";
import type { EventFields } from "./schemas";

/** What can be changed of an event. */
type Content = Pick<
  ShopEvent,
  "name" | "description" | "location" | "dateFrom" | "dateTo" | "active" | "capacity" | "rsvpBy" | "reminds"
>;

/**
 * Creates an event. The same operation id of the same person answers the first one.
 * @throws 400 for an invalid date, and when it ends before it begins, 409 for an operation id that created an event with other fields
 */
export async function createEvent(
  context: CallContext,
  fields: EventFields,
  operationId: string = randomUUID(),
): Promise<ShopEvent> {
  const { shop, administrator, clock } = context;
  const { location = "", active = false, capacity = null, rsvpBy = null, reminds = true, ...rest } = fields;
  const given = { ...rest, location, active, capacity, rsvpBy, reminds };
  const content = contentOf(given, shop.timeZone) as Content;
  assertInOrder(content);
  const key = stableUuid("event", administrator.id, operationId);
  const created = await withShop(shop.domain, async (tx) => {
    // One after the other, so that numbers neither repeat nor leave gaps.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`events ${shop.domain}`}))`);
    const earlier = await findEventOfOperation(tx, shop.domain, key);
    if (earlier) {
      assertSame(earlier, content, shop.timeZone);
      return earlier;
    }
    const event = await insertEvent(tx, {
      shop: shop.domain,
      ...content,
      createdBy: Number(administrator.id) || 0,
      createdByName: administrator.name,
      createdAt: clock.now(),
      operationId: key,
    });
    await note(tx, context, event.id, eventCreated, null, described(content, shop.timeZone));
    return event;
  });
  publish(shop.domain);
  return created;
}

/**
 * Changes an event; fields that are absent stay as they are.
 * @returns the event, and which of its fields are different now, by their names in the form
 * @throws 404 for one that is not there, 409 when it was deleted or changed since `version`, 400 as `createEvent`
 */
export async function changeEvent(
  context: CallContext,
  id: number,
  fields: Partial<EventFields>,
  version?: number,
): Promise<{ event: ShopEvent; changed: string[] }> {
  const { shop } = context;
  const { timeZone } = shop;
  const outcome = await withShop(shop.domain, async (tx) => {
    const before = await lockEvent(tx, shop.domain, id);
    if (before.isDeleted)
      throw await deletedFormOf(
        tx,
        context,
        { ...eventDeletion, id },
        "this event",
        "Restore it before you change it.",
      );
    const content = contentOf(fields, timeZone, before);
    if (version !== undefined && version !== before.version)
      throw await outdatedFormOf(tx, context, { type: eventSubject, id }, "this event");
    const after = { ...before, ...content };
    assertInOrder(after);
    const [was, is] = [described(before, timeZone), described(after, timeZone)];
    const changed = Object.keys(is).filter((field) => was[field] !== is[field]);
    if (changed.length === 0) return { event: before, changed };
    if (+closesAt(after) !== +closesAt(before)) await updateLinkExpiry(tx, after);
    if (HOLDING_BACK.some((field) => changed.includes(field))) await requestHeldMails(tx, before);
    if (MOVING_UP.some((field) => changed.includes(field)))
      await requestTask(moveUpGuests, shop.domain, { tx });
    const event = await updateEvent(tx, before, content);
    await note(tx, context, id, eventChanged, only(was, changed), only(is, changed));
    return { event, changed };
  });
  if (outcome.changed.length > 0) publish(shop.domain);
  return outcome;
}

/** Deletes an event: it leaves the lists and its links no longer work, and can be restored. @throws 404 for one that is not there */
export const archiveEvent = (context: CallContext, id: number): Promise<ShopEvent> =>
  setDeleted(context, id, true);

/** How the deletion of an event is recorded. */
export const eventDeletion = { type: eventSubject, action: eventDeleted };

/** Restores a deleted event and sends its held mails. @throws 404 for an unknown event, 409 for an Undo as `assertOwnDeletion` */
export const restoreEvent = (
  context: CallContext,
  { id, isUndo }: { id: number; isUndo: boolean },
): Promise<ShopEvent> => setDeleted(context, id, false, isUndo);

async function setDeleted(
  context: CallContext,
  id: number,
  isDeleted: boolean,
  isUndo = false,
): Promise<ShopEvent> {
  const { domain } = context.shop;
  const event = await withShop(domain, async (tx) => {
    const before = await lockEvent(tx, domain, id);
    if (before.isDeleted === isDeleted) return before;
    if (isUndo) await assertOwnDeletion(tx, context, { ...eventDeletion, id }, "deleted this event");
    const event = await updateEvent(tx, before, { isDeleted });
    if (!isDeleted) {
      await requestHeldMails(tx, before);
      await requestTask(moveUpGuests, domain, { tx });
    }
    await note(tx, context, id, isDeleted ? eventDeleted : eventRestored, null, null);
    return event;
  });
  publish(domain);
  return event;
}

const publish = (shop: string) => publishChange(shop, "showEvents", { list: EVENTS_LIST });

/**
 * Fields as they are stored. Absent ones stay absent.
 * @param before the event that a form showed
 * @throws 400 that names each invalid date
 */
function contentOf(fields: Partial<EventFields>, timeZone: string, before?: ShopEvent): Partial<Content> {
  const { dateFrom, dateTo, rsvpBy, ...rest } = fields;
  const fieldErrors: Record<string, string> = {};
  const read = (name: "dateFrom" | "dateTo" | "rsvpBy", text: string, problem: string) => {
    // The text may mean two moments, when the clocks are set back. One that wasn't changed means the moment that it stands for.
    const shown = before?.[name];
    if (shown && formatInputDateTime(shown, timeZone) === text.trim()) return shown;
    // "Register by 12/08" includes the 8th.
    const moment = parseInputDateTime(text, timeZone, name === "dateFrom" ? "start" : "end");
    if (!moment) fieldErrors[name] = problem;
    return moment as Date;
  };
  const sentFields = Object.entries(rest).filter(([, value]) => value !== undefined);
  const content: Partial<Content> = Object.fromEntries(sentFields);
  if (dateFrom !== undefined) content.dateFrom = read("dateFrom", dateFrom, DATE_FROM_NOT_VALID);
  if (dateTo !== undefined) content.dateTo = read("dateTo", dateTo, DATE_TO_NOT_VALID);
  if (rsvpBy !== undefined) content.rsvpBy = rsvpBy === null ? null : read("rsvpBy", rsvpBy, RSVP_NOT_VALID);
  if (Object.keys(fieldErrors).length > 0) throw refused(fieldErrors);
  return content;
}

/** @throws 400 when the event ends before it begins, or one may register after it */
function assertInOrder({ dateFrom, dateTo, rsvpBy }: Content): void {
  if (dateTo < dateFrom) throw refused({ dateTo: DATE_TO_NOT_VALID });
  if (rsvpBy && rsvpBy > dateTo) throw refused({ rsvpBy: RSVP_NOT_VALID });
}

/** An event that was changed since can't be compared with what created it. */
function assertSame(earlier: ShopEvent, content: Content, timeZone: string): void {
  const isSame = isDeepStrictEqual(described(earlier, timeZone), described(content, timeZone));
  if (earlier.version === 1 && !isSame) throw keyConflict("event");
}

const refused = (fieldErrors: Record<string, string>): Refusal =>
  badRequest(Object.values(fieldErrors).join(" "), fieldErrors);

/** An event's fields for the history, by their names in the form. */
const described = (content: Content, timeZone: string): Record<string, string> => ({
  name: content.name,
  description: content.description,
  location: content.location,
  "date from": formatInputDateTime(content.dateFrom, timeZone),
  "date to": formatInputDateTime(content.dateTo, timeZone),
  published: content.active ? PUBLISHED : DRAFT,
  capacity: content.capacity === null ? "" : String(content.capacity),
  reminder: content.reminds ? "On" : "Off",
  "register by": content.rsvpBy ? formatInputDateTime(content.rsvpBy, timeZone) : "",
});

const only = (all: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, all[name] ?? ""]));

/** Fields that say who can register: what they held back may leave when they change. */
const HOLDING_BACK = ["date to", "register by", "capacity"];

/** Fields that say whether the waiting list moves up. */
const MOVING_UP = ["date from", "published", "capacity"];

async function note<Before, After>(
  tx: ShopTransaction,
  { shop, administrator }: CallContext,
  id: number,
  action: AuditAction<Before, After>,
  before: NoInfer<Before>,
  after: NoInfer<After>,
): Promise<void> {
  const subject = { type: eventSubject, id: String(id) };
  await recordAudit(tx, shop.domain, action, {
    actor: administrator,
    subject,
    before,
    after,
    flag: "showEvents",
  });
}
