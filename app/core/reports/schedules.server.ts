import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { reportScheduled, reportUnscheduled } from "./audit.server";
import type { ReportKind } from "./report-kind.server";
import { optionsText, zoneOf } from "./report-period.server";
import { type Frequency, nextInstant, schedulesListOf } from "./schedule-times";
import type { ReportSchedule } from "./schemas";
import { reportSchedules } from "./tables.server";

type Row = typeof reportSchedules.$inferSelect;

/** Of one report in a shop. */
const MAX_SCHEDULES = 20;

const isOf = (shop: string, { name }: ReportKind) =>
  and(eq(reportSchedules.shop, shop), eq(reportSchedules.report, name));

const readSchedules = (tx: ShopTransaction, shop: string, kind: ReportKind): Promise<Row[]> =>
  tx.select().from(reportSchedules).where(isOf(shop, kind)).orderBy(asc(reportSchedules.createdAt));

const scheduleOf = (kind: ReportKind, row: Row): ReportSchedule => ({
  id: row.id,
  frequency: row.frequency,
  hour: row.hour,
  options: optionsText(kind, row.options),
  createdBy: row.createdByName,
  nextAt: row.nextAt?.toISOString() ?? null,
  stoppedBecause: row.stoppedBecause,
});

const auditSide = (
  kind: ReportKind,
  { frequency, hour, options }: Pick<Row, "frequency" | "hour" | "options">,
) => ({
  report: kind.title,
  frequency,
  hour,
  options: optionsText(kind, options),
});

/** The schedules of a report, oldest first. */
export async function listSchedules({ shop }: CallContext, kind: ReportKind) {
  const rows = await withShop(shop.domain, (tx) => readSchedules(tx, shop.domain, kind));
  return {
    list: rows.map((row) => scheduleOf(kind, row)),
    timeZone: zoneOf(kind, shop),
    hasDates: kind.days !== null,
  };
}

/**
 * Schedules a report. The same schedule of the same administrator exists once.
 * @throws 400 for options that aren't valid, 409 for too many schedules
 */
export async function addSchedule(
  { shop, administrator, clock }: CallContext,
  kind: ReportKind,
  input: { frequency: Frequency; hour: number; options: Record<string, unknown> },
): Promise<ReportSchedule> {
  const { domain } = shop;
  const parsed = kind.options.safeParse(input.options);
  if (!parsed.success)
    throw badRequest(parsed.error.issues[0]?.message ?? "The options aren't valid. Choose them again.");
  const options = parsed.data as Record<string, unknown>;
  const { frequency, hour } = input;
  const row = await withShop(domain, async (tx) => {
    await tx.$client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`schedules ${domain}`]);
    const existing = await readSchedules(tx, domain, kind);
    const isSame = (one: Row) =>
      one.createdById === administrator.id &&
      one.nextAt !== null &&
      one.frequency === frequency &&
      one.hour === hour &&
      optionsText(kind, one.options) === optionsText(kind, options);
    const same = existing.find(isSame);
    if (same) return same;
    if (existing.length >= MAX_SCHEDULES)
      throw conflict(`A report has at most ${MAX_SCHEDULES} schedules. Remove one that isn't needed.`);
    const [added] = await tx
      .insert(reportSchedules)
      .values({
        shop: domain,
        id: randomUUID(),
        report: kind.name,
        options,
        frequency,
        hour,
        createdById: administrator.id,
        createdByName: administrator.name,
        nextAt: nextInstant({ frequency, hour }, clock.now(), zoneOf(kind, shop)),
      })
      .returning();
    if (!added) throw new Error("The schedule wasn't inserted.");
    await recordAudit(tx, domain, reportScheduled, {
      actor: administrator,
      subject: { type: shopSubject, id: domain },
      before: null,
      after: auditSide(kind, added),
      flag: kind.flag,
    });
    return added;
  });
  publishChange(domain, kind.flag, { list: schedulesListOf(kind.name) });
  return scheduleOf(kind, row);
}

/** Removes a schedule. Reports that were created stay. @throws 404 when the report has no such schedule */
export async function removeSchedule(
  { shop, administrator }: CallContext,
  kind: ReportKind,
  id: string,
): Promise<{ id: string }> {
  const { domain } = shop;
  await withShop(domain, async (tx) => {
    const [removed] = await tx
      .delete(reportSchedules)
      .where(and(isOf(domain, kind), eq(reportSchedules.id, id)))
      .returning();
    if (!removed) throw notFound("This schedule no longer exists.");
    await recordAudit(tx, domain, reportUnscheduled, {
      actor: administrator,
      subject: { type: shopSubject, id: domain },
      before: auditSide(kind, removed),
      after: null,
      flag: kind.flag,
    });
  });
  publishChange(domain, kind.flag, { list: schedulesListOf(kind.name) });
  return { id };
}
