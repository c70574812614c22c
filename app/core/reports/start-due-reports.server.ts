import { and, asc, eq, lte } from "drizzle-orm";
import { syncsListOf } from "~/core/syncs/sync";
import { findAdministrator } from "~/platform/auth/administrators.server";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import { requireShop, type Shop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { isDatabaseUnavailable } from "~/platform/errors";
import { defineTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { publishChange } from "~/platform/realtime/publish.server";
import type { ReportDefinition, ReportDefinitions } from "./define-report.server";
import { zoneOf } from "./report-period.server";
import { datesBefore, dueInstants, schedulesListOf } from "./schedule-times";
import { deliveryOf } from "./schedules.server";
import { createOrJoinReport } from "./start-report.server";
import { reportSchedules } from "./tables.server";

type Schedule = typeof reportSchedules.$inferSelect;

/** Starts the reports that are due. Their hours begin at a quarter of an hour in every time zone. */
export const startDueReports = (reports: ReportDefinitions) =>
  defineTask({
    name: "reports.start-due",
    schedule: {
      cron: "*/15 * * * *",
      due: "EXISTS (SELECT FROM report_schedules AS due WHERE due.shop = shops.shop AND due.next_at <= now())",
    },
    run: (shop) => startReportsDueAt(reports, shop, new Date()),
  });

/**
 * Starts the scheduled reports that are due at an instant. One that was missed several times is created once. One that fails is logged,
 * stays due, and doesn't hold up the others.
 */
export async function startReportsDueAt(
  reports: ReportDefinitions,
  domain: string,
  now: Date,
): Promise<void> {
  const shop = await requireShop(domain);
  const isDue = and(eq(reportSchedules.shop, domain), lte(reportSchedules.nextAt, now));
  const due = await withShop(domain, (tx) =>
    tx.select().from(reportSchedules).where(isDue).orderBy(asc(reportSchedules.nextAt)),
  );
  for (const schedule of due) {
    const definition = reports.get(schedule.report);
    if (!definition) continue;
    try {
      await startDue(shop, definition, schedule, now);
    } catch (error) {
      // The others would fail, too. The queue retries the task.
      if (isDatabaseUnavailable(error)) throw error;
      log.error(
        { shop: domain, schedule: schedule.id, err: error },
        "a scheduled report could not be started",
      );
    }
  }
}

/** Starts a report, unless another worker was faster, or the schedule was removed. */
async function startDue(
  shop: Shop,
  definition: ReportDefinition,
  { id, createdById }: Schedule,
  now: Date,
): Promise<void> {
  const { domain } = shop;
  const administrator = await findAdministrator(domain, createdById);
  const isThis = and(eq(reportSchedules.shop, domain), eq(reportSchedules.id, id));
  await withShop(domain, async (tx) => {
    const [schedule] = await tx
      .select()
      .from(reportSchedules)
      .where(and(isThis, lte(reportSchedules.nextAt, now)))
      .for("update");
    if (!schedule) return;
    const change = await startScheduled(tx, shop, definition, { schedule, administrator, now });
    await tx.update(reportSchedules).set(change).where(isThis);
  });
  publishChange(domain, definition.flag, { list: syncsListOf(definition.name) });
  publishChange(domain, definition.flag, { list: schedulesListOf(definition.name) });
}

interface DueSchedule {
  schedule: Schedule;
  administrator: Administrator | null;
  now: Date;
}

/** @returns what changes in the schedule */
async function startScheduled(
  tx: ShopTransaction,
  shop: Shop,
  definition: ReportDefinition,
  { schedule, administrator, now }: DueSchedule,
): Promise<Partial<Schedule>> {
  const { id, createdByName, frequency } = schedule;
  if (!administrator || !mayUse(administrator, definition.flag))
    return {
      nextAt: null,
      stoppedBecause: `${createdByName} no longer has access to this report. Schedule it again as someone else.`,
    };
  if (!definition.options.safeParse(schedule.options).success)
    return { nextAt: null, stoppedBecause: "The report has other options now. Schedule it again." };
  const zone = zoneOf(definition, shop);
  // A worker may start it after midnight, or days later.
  const { last, next } = dueInstants(schedule, schedule.nextAt ?? now, now, zone);
  const dates = definition.days && datesBefore(frequency, last, zone);
  const { delivery: _stored, ...options } = schedule.options;
  const delivery = deliveryOf(schedule);
  await createOrJoinReport(tx, shop.domain, definition, administrator, { dates, options, delivery }, id);
  return { nextAt: next };
}
