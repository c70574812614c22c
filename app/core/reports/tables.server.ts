import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { Delivery } from "~/core/exports/delivery";
import type { Frequency } from "./schedule-times";

/** The first rows of each sheet of a report that was created, for its page. They are kept as long as its file. */
export const reportRows = pgTable(
  "report_rows",
  (column) => ({
    shop: column.text("shop").notNull(),
    runId: column.uuid("run_id").notNull(),
    /** The sheet's number, from 0. */
    sheet: column.integer("sheet").notNull(),
    /** The row's number in the workbook, from 1. */
    position: column.integer("position").notNull(),
    cells: column.jsonb("cells").$type<(string | number)[]>().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.runId, table.sheet, table.position] })],
);

/** Reports that are created again and again. One that was created is a row of `runs` (`app/core/syncs`). */
export const reportSchedules = pgTable(
  "report_schedules",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    /** The report's name. */
    report: column.text("report").notNull(),
    /** What was chosen besides the dates, with who else gets its email. */
    options: column.jsonb("options").$type<Record<string, unknown> & { delivery?: Delivery }>().notNull(),
    frequency: column.text("frequency").$type<Frequency>().notNull(),
    /** 0 to 23, in the report's time zone. */
    hour: column.integer("hour").notNull(),
    /** The administrator who receives the report, and whose access it needs. */
    createdById: column.text("created_by_id").notNull(),
    createdByName: column.text("created_by_name").notNull(),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** When it is created next. Null when the schedule has stopped. */
    nextAt: column.timestamp("next_at", { withTimezone: true }),
    /** Why it has stopped, as a sentence. */
    stoppedBecause: column.text("stopped_because"),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("report_schedules_due").on(table.shop, table.nextAt),
  ],
);
