import { and, between, eq, sql } from "drizzle-orm";
import { outdatedFormOf } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { formatUsDate } from "~/platform/dates/date-text";
import { readShop } from "~/platform/db/read-shop.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { dayNoted } from "./audit.server";
import { customersTab, type DateRange, SNAPSHOTS } from "./range";
import type { DayNote } from "./schemas";
import { dayNotes } from "./tables.server";

/** The notes about days of a range, oldest first. */
export const readNotes = (shop: string, { dateFrom, dateTo }: DateRange): Promise<DayNote[]> =>
  readShop(shop, async (tx) =>
    tx
      .select({
        day: dayNotes.day,
        text: dayNotes.text,
        by: sql<string>`coalesce((SELECT a.name FROM administrators AS a
          WHERE a.shop = ${dayNotes.shop} AND a.id = ${dayNotes.changedBy}), 'A former administrator')`,
      })
      .from(dayNotes)
      .where(and(eq(dayNotes.shop, shop), between(dayNotes.day, dateFrom, dateTo)))
      .orderBy(dayNotes.day),
  );

/**
 * Saves the note about a day. An empty text removes it.
 * @param change `seen` is the text that the change is based on
 * @throws 409 when the note was changed since, or the day has one that the form didn't know
 */
export async function saveNote(
  context: CallContext,
  day: string,
  { text, seen }: { text: string; seen?: string },
) {
  const { shop, administrator, clock } = context;
  const { domain } = shop;
  const before = await withShop(domain, async (tx) => {
    // One change of a day's note at a time, also of its first one.
    await tx.$client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
      `dashboard note ${domain} ${day}`,
    ]);
    const ofDay = and(eq(dayNotes.shop, domain), eq(dayNotes.day, day));
    const [row] = await tx.select({ text: dayNotes.text }).from(dayNotes).where(ofDay);
    const stored = row?.text ?? "";
    if (stored === text) return stored;
    // The dashboard has the notes of its own days only, while its dialog takes any day.
    if (seen === "" && stored !== "")
      throw conflict(
        `${formatUsDate(day)} has a note already: “${stored}”. Yours wasn't saved. That note can be edited while the dashboard's dates include this day.`,
      );
    if (seen !== undefined && seen !== stored) {
      const change = { type: shopSubject, id: domain, action: dayNoted, after: { day } };
      throw await outdatedFormOf(tx, context, change, "the note of this day");
    }
    const changed = { text, changedBy: administrator.id, changedAt: clock.now() };
    if (text === "") await tx.delete(dayNotes).where(ofDay);
    else
      await tx
        .insert(dayNotes)
        .values({ shop: domain, day, ...changed })
        .onConflictDoUpdate({ target: [dayNotes.shop, dayNotes.day], set: changed });
    await recordAudit(tx, domain, dayNoted, {
      actor: administrator,
      subject: { type: shopSubject, id: domain },
      before: { day, note: stored },
      after: { day, note: text },
      ...customersTab,
    });
    return stored;
  });
  publishChange(domain, customersTab, { list: SNAPSHOTS });
  const msg = `The note on ${formatUsDate(day)} is ${text === "" ? "removed" : "saved"}.`;
  return { status: true as const, msg, day, text, before };
}
