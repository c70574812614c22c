import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { type Delivery, deliveryText } from "~/core/exports/delivery";
import { assertCanOpen } from "~/core/exports/delivery.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { reportScheduled, reportUnscheduled } from "./audit.server";
import type { ReportDefinition } from "./define-report.server";
import { optionsText, zoneOf } from "./report-period.server";
import { type Frequency, nextInstant, schedulesListOf } from "./schedule-times";
import type { ReportSchedule } from "./schemas";
import { reportSchedules } from "./tables.server";

type Row = typeof reportSchedules.$inferSelect;

/** Of one report in a shop. */
const MAX_SCHEDULES = 20;

const isOf = (shop: string, { name }: ReportDefinition) =>
  and(eq(reportSchedules.shop, shop), eq(reportSchedules.report, name));

const readSchedules = (tx: ShopTransaction, shop: string, definition: ReportDefinition): Promise<Row[]> =>
  tx.select().from(reportSchedules).where(isOf(shop, definition)).orderBy(asc(reportSchedules.createdAt));

const scheduleOf = (definition: ReportDefinition, row: Row): ReportSchedule => ({
  ...deliveryOf(row),
  id: row.id,
  frequency: row.frequency,
  hour: row.hour,
  options: optionsText(definition, row.options),
  createdBy: row.createdByName,
  nextAt: row.nextAt?.toISOString() ?? null,
  stoppedBecause: row.stoppedBecause,
});

/** A schedule without one is from before schedules had them. */
export const deliveryOf = ({ options: { delivery } }: Pick<Row, "options">): Delivery =>
  delivery ?? { recipients: [], sendAs: "link", format: "xlsx" };

const auditSide = (definition: ReportDefinition, row: Pick<Row, "frequency" | "hour" | "options">) => ({
  report: definition.title,
  frequency: row.frequency,
  hour: row.hour,
  options: optionsText(definition, row.options),
  email: deliveryText(deliveryOf(row)),
});

/** The schedules of a report, oldest first. */
export async function listSchedules({ shop }: CallContext, definition: ReportDefinition) {
  const rows = await withShop(shop.domain, (tx) => readSchedules(tx, shop.domain, definition));
  return {
    list: rows.map((row) => scheduleOf(definition, row)),
    timeZone: zoneOf(definition, shop),
    hasDates: definition.days !== null,
  };
}

/**
 * Schedules a report. The same schedule of the same administrator exists once.
 * @throws 400 for options that aren't valid and for recipients who can't open the link, 409 for too many schedules
 */
export async function addSchedule(
  { shop, administrator, clock }: CallContext,
  definition: ReportDefinition,
  input: { frequency: Frequency; hour: number; options: Record<string, unknown>; delivery: Delivery },
): Promise<ReportSchedule> {
  const { domain } = shop;
  const parsed = definition.options.safeParse(input.options);
  if (!parsed.success)
    throw badRequest(parsed.error.issues[0]?.message ?? "The options aren't valid. Choose them again.");
  const { frequency, hour, delivery } = input;
  const options = { ...(parsed.data as Record<string, unknown>), delivery };
  const row = await withShop(domain, async (tx) => {
    await tx.$client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`schedules ${domain}`]);
    await assertCanOpen(tx, domain, definition.flag, delivery);
    const existing = await readSchedules(tx, domain, definition);
    const isSame = (one: Row) =>
      one.createdById === administrator.id &&
      one.nextAt !== null &&
      one.frequency === frequency &&
      one.hour === hour &&
      optionsText(definition, one.options) === optionsText(definition, options) &&
      deliveryText(deliveryOf(one)) === deliveryText(delivery);
    const same = existing.find(isSame);
    if (same) return same;
    if (existing.length >= MAX_SCHEDULES)
      throw conflict(`A report has at most ${MAX_SCHEDULES} schedules. Remove one that isn't needed.`);
    const [added] = await tx
      .insert(reportSchedules)
      .values({
        shop: domain,
        id: randomUUID(),
        report: definition.name,
        options,
        frequency,
        hour,
        createdById: administrator.id,
        createdByName: administrator.name,
        nextAt: nextInstant({ frequency, hour }, clock.now(), zoneOf(definition, shop)),
      })
      .returning();
    if (!added) throw new Error("The schedule wasn't inserted.");
    await recordAudit(tx, domain, reportScheduled, {
      actor: administrator,
      subject: { type: shopSubject, id: domain },
      before: null,
      after: auditSide(definition, added),
      flag: definition.flag,
    });
    return added;
  });
  publishChange(domain, definition.flag, { list: schedulesListOf(definition.name) });
  return scheduleOf(definition, row);
}

/** Removes a schedule. Reports that were created stay. @throws 404 when the report has no such schedule */
export async function removeSchedule(
  { shop, administrator }: CallContext,
  definition: ReportDefinition,
  id: string,
): Promise<{ id: string }> {
  const { domain } = shop;
  await withShop(domain, async (tx) => {
    const [removed] = await tx
      .delete(reportSchedules)
      .where(and(isOf(domain, definition), eq(reportSchedules.id, id)))
      .returning();
    if (!removed) throw notFound("This schedule no longer exists.");
    await recordAudit(tx, domain, reportUnscheduled, {
      actor: administrator,
      subject: { type: shopSubject, id: domain },
      before: auditSide(definition, removed),
      after: null,
      flag: definition.flag,
    });
  });
  publishChange(domain, definition.flag, { list: schedulesListOf(definition.name) });
  return { id };
}
