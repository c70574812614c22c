import { randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { reportExported } from "~/core/exports/export-job.server";
import { requireSearch } from "~/core/exports/list-export.server";
import { mails } from "~/core/mail/tables.server";
import { reportCreated } from "~/core/reports/audit.server";
import { findShop, type Shop } from "~/platform/auth/shops.server";
import { formatUsDate } from "~/platform/dates/date-text";
import { createdOn, formatInputDateTime } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, notFound } from "~/platform/errors";
import { defineJob, startJob } from "~/platform/jobs/job.server";
import { NOT_COUNTED } from "~/platform/jobs/states";
import { writeSheetOfJob } from "~/platform/sheets/sheet-of-job.server";
import { type CellValue, fileTimestamp, type SheetFrame, slug } from "~/platform/sheets/spreadsheet";
import { giveawaySubject } from "../audit.server";
import { IS_MAIL_OF_PLACE, IS_MAIL_QUEUED, MAIL_PROBLEM } from "../draw/list.server";
import { isEntrant } from "../draw/place.server";
import { nameOf } from "../entrants/list.server";
import { ENTRANT_TABS, PLACE_STATE_NAMES } from "../entrants/states";
import { findGiveaway, type ShopGiveaway } from "../giveaway.server";
import { END_BEFORE_START } from "../messages";
import type { GiveawayReport } from "../schemas";
import { giveawayEntrants, giveawayPlaces } from "../tables.server";
import { COLUMNS, entrantRows, summarize, type WhichRows } from "./sheet.server";

const input = z.object({
  what: z.enum(["report", "entrants"]),
  id: z.number().int(),
  tab: z.enum(ENTRANT_TABS),
  startDay: z.string().optional(),
  endDay: z.string().optional(),
  /** Gone when it was erased with a person's data. */
  searchValue: z.string().optional(),
});

/** Writes the workbook of a giveaway's report or of its entrant list. */
export const giveawaySheetJob = defineJob({
  name: "giveaways.sheet",
  item: input,
  concurrency: 1,
  isAwaited: true,
  async run({ what, searchValue, ...request }, context) {
    const which = { ...request, search: requireSearch(searchValue) };
    const shop = await findShop(context.shop);
    if (!shop) throw notFound("The app is no longer installed in this shop.");
    const giveaway = await withShop(shop.domain, (tx) => findGiveaway(tx, shop.domain, which.id));
    const summary = await summarize(shop, giveaway, which);
    const isReport = what === "report";
    const now = new Date();
    const title = titleOf(what, giveaway);
    return writeSheetOfJob(context, {
      fileName: `${isReport ? "Giveaway_Report" : "Entrants"}_${slug(giveaway.name)}_${fileTimestamp(now)}.xlsx`,
      permission: "showGiveaways",
      frame: {
        name: isReport ? "Giveaway report" : "Entrants",
        columns: COLUMNS,
        report: {
          title,
          lines: [createdOn(now, shop.timeZone), ...linesOf(which, summary)],
        },
      },
      batches: entrantRows(shop, giveaway, which),
      further: isReport ? [{ frame: WINNERS, batches: winnerRows(shop, giveaway) }] : [],
      total: summary.registered,
      alsoIn(tx, rows, _file, sheets) {
        const entry = {
          actor: context.administrator,
          subject: { type: giveawaySubject, id: String(which.id) },
          before: null,
          jobId: context.jobId,
          flag: "showGiveaways",
        } as const;
        if (!isReport)
          return recordAudit(tx, shop.domain, reportExported, {
            ...entry,
            after: { report: title, rows, which: partOf(which) },
          });
        return recordAudit(tx, shop.domain, reportCreated, {
          ...entry,
          after: {
            report: title,
            parameters: `Registered ${daysText(which.startDay, which.endDay)}`,
            sheets,
          },
        });
      },
    });
  },
});

const titleOf = (what: "report" | "entrants", { name }: ShopGiveaway) =>
  what === "report" ? `Report on ${name}` : `Entrants of ${name}`;

/** Which entrants were exported, for the audit entry. It leaves out the search, which may have an email address. */
function partOf({ tab, startDay, endDay, search }: WhichRows): string {
  if (search) return "what a search found";
  return tab !== "all" || startDay || endDay ? "a part of the list" : "the whole list";
}

/** The selected dates and totals. The page shows the totals per day. */
function linesOf({ startDay, endDay, search }: WhichRows, { registered, states }: GiveawayReport): string[] {
  const sums = states.map(({ state, count }) => `${state}: ${count.toLocaleString("en-US")}`);
  return [
    `Registered: ${daysText(startDay, endDay)}`,
    ...(search ? [`Search: ${search}`] : []),
    [`Entries: ${registered.toLocaleString("en-US")}`, ...sums].join(", "),
  ];
}

function daysText(start?: string, end?: string): string {
  if (start && end) return `${formatUsDate(start)} to ${formatUsDate(end)}`;
  if (start) return `from ${formatUsDate(start)} on`;
  return end ? `until ${formatUsDate(end)}` : "on any day";
}

/**
 * Reports on the registrations of a date range; a job writes the workbook.
 * @throws 404 for an unknown giveaway, 400 for dates out of order
 */
export async function startReport(
  context: CallContext,
  { id, startDate, endDate }: { id: number; startDate?: string; endDate?: string },
  operationId?: string,
): Promise<{ giveaway: ShopGiveaway; report: GiveawayReport; jobId: string }> {
  if (startDate && endDate && endDate < startDate)
    throw badRequest(END_BEFORE_START, { endDate: END_BEFORE_START });
  const which: WhichRows = { id, tab: "all", search: "", startDay: startDate, endDay: endDate };
  const { giveaway, jobId } = await startSheet(context, "report", which, operationId);
  return { giveaway, jobId, report: await summarize(context.shop, giveaway, which) };
}

/** Starts the job that exports an entrant list. @throws 404 for an unknown giveaway */
export const startEntrantsExport = (context: CallContext, which: WhichRows, operationId?: string) =>
  startSheet(context, "entrants", which, operationId);

async function startSheet(
  { shop: { domain }, administrator }: CallContext,
  what: "report" | "entrants",
  which: WhichRows,
  operationId: string = randomUUID(),
): Promise<{ giveaway: ShopGiveaway; jobId: string }> {
  return withShop(domain, async (tx) => {
    const giveaway = await findGiveaway(tx, domain, which.id);
    const title = titleOf(what, giveaway);
    const { search: searchValue, ...rest } = which;
    const jobId = await startJob(tx, domain, giveawaySheetJob, {
      title,
      permission: "showGiveaways",
      startedBy: administrator,
      items: [{ label: title, input: { what, ...rest, searchValue } }],
      params: NOT_COUNTED,
      operationId,
    });
    return { giveaway, jobId };
  });
}

/** The Winners sheet of a giveaway's report. */
const WINNERS: SheetFrame = {
  name: "Winners",
  columns: [
    { title: "Draw", width: 8 },
    { title: "Drawn as", width: 10 },
    { title: "Entry", width: 10 },
    { title: "Name", width: 28 },
    { title: "Email", width: 34 },
    { title: "State", width: 16 },
    { title: "Emailed", width: 13 },
    { title: "Reason", width: 40 },
    { title: "Changed", width: 24 },
    { title: "Changed By", width: 24 },
  ],
};

/** Places per read. */
const BATCH = 2_000;

/** Drawn entrants in drawing order with their current state, in batches. */
async function* winnerRows({ domain, timeZone }: Shop, { id }: ShopGiveaway): AsyncGenerator<CellValue[][]> {
  const { draw, rank } = giveawayPlaces;
  for (let after = { draw: 0, rank: 0 }; ; ) {
    const drawn = await withShop(domain, (tx) =>
      tx
        .select({
          place: giveawayPlaces,
          entrant: giveawayEntrants,
          mailProblem: MAIL_PROBLEM,
          isMailQueued: IS_MAIL_QUEUED,
        })
        .from(giveawayPlaces)
        .innerJoin(giveawayEntrants, isEntrant)
        .leftJoin(mails, IS_MAIL_OF_PLACE)
        .where(
          and(
            eq(giveawayPlaces.shop, domain),
            eq(giveawayPlaces.giveawayId, id),
            sql`(${draw}, ${rank}) > (${after.draw}, ${after.rank})`,
          ),
        )
        .orderBy(asc(draw), asc(rank))
        .limit(BATCH),
    );
    const last = drawn.at(-1);
    if (!last) return;
    yield drawn.map(({ place, entrant, mailProblem, isMailQueued }) => [
      place.draw,
      place.rank,
      place.number,
      nameOf(entrant),
      entrant.email ?? "",
      PLACE_STATE_NAMES[place.state],
      isMailQueued ? "Queued" : emailedText(place.mailId, mailProblem),
      place.reason ?? "",
      place.changedAt ? formatInputDateTime(place.changedAt, timeZone) : "",
      place.changedByName ?? "",
    ]);
    after = last.place;
  }
}

function emailedText(mailId: string | null, problem: string | null): string {
  if (problem !== null) return "Not delivered";
  return mailId ? "Yes" : "No";
}
