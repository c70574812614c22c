import { randomUUID } from "node:crypto";
import { z } from "zod";
import { recordAudit } from "~/domain/audit/record.server";
import { findShop } from "~/platform/auth/shops.server";
import type { CallContext } from "~/platform/contract/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, notFound } from "~/platform/errors";
import { defineJob, startJob } from "~/platform/jobs/job.server";
import { fileTimestamp, slug } from "~/platform/sheets/file-name";
import { writeSheetOfJob } from "~/platform/sheets/sheet-of-job.server";
import { shownDay } from "~/platform/written-day";
import { writtenSeconds } from "~/platform/written-moment";
import type { GiveawayReport } from "../contract";
import { ENTRANT_TABS } from "../entrants/list";
import { findGiveaway, type ShopGiveaway } from "../giveaway.server";
import { END_BEFORE_START } from "../messages";
import { COLUMNS, entrantRows, summarize, type WhichRows } from "./sheet.server";
import { winnersSheet } from "./winners-sheet.server";

const input = z.object({
  what: z.enum(["report", "entrants"]),
  id: z.number().int(),
  tab: z.enum(ENTRANT_TABS),
  startDay: z.string().optional(),
  endDay: z.string().optional(),
  /** Needed, also when it is empty: a search that was erased with somebody must not become an export of everybody. */
  searchValue: z.string(),
});

/** Writes the workbook of a giveaway's report, or of its list of entrants, into a file. */
export const giveawaySheetJob = defineJob({
  name: "giveaways.sheet",
  item: input,
  concurrency: 1,
  async run({ what, searchValue: search, ...asked }, context) {
    const which = { ...asked, search };
    const shop = await findShop(context.shop);
    if (!shop) throw notFound("The app is not installed in this shop any more.");
    const giveaway = await withShop(shop.domain, (tx) => findGiveaway(tx, shop.domain, which.id));
    const summary = await summarize(shop, which);
    const winners = what === "report" ? await winnersSheet(shop, giveaway) : null;
    const now = new Date();
    const title = titleOf(what, giveaway);
    return writeSheetOfJob(context, {
      fileName: `${what === "report" ? "Giveaway_Report" : "Entrants"}_${slug(giveaway.name)}_${fileTimestamp(now)}.xlsx`,
      permission: "showGiveaways",
      frame: {
        name: what === "report" ? "Giveaway report" : "Entrants",
        columns: COLUMNS,
        more: winners ? [winners] : [],
        report: {
          title,
          lines: [`Created on ${writtenSeconds(now, shop.timeZone)}`, ...linesOf(which, summary)],
        },
      },
      batches: entrantRows(shop, which),
      total: summary.registered,
      alsoIn: (tx, count) =>
        recordAudit(tx, shop.domain, {
          action: "report.exported",
          actor: context.administrator,
          subject: { type: "giveaway", id: String(which.id) },
          before: null,
          after: {
            report: title,
            rows: count,
            which: which.search ? "what a search found" : "the whole list",
          },
          jobId: context.jobId,
          flag: "showGiveaways",
        }),
    });
  },
});

const titleOf = (what: "report" | "entrants", { name }: ShopGiveaway) =>
  what === "report" ? `Report on ${name}` : `Entrants of ${name}`;

/** The days that are meant, and the sums. Each day's is on the page of the report: the rows have their days. */
function linesOf({ startDay, endDay, search }: WhichRows, { registered, states }: GiveawayReport): string[] {
  const sums = states.map(({ state, count }) => `${state}: ${count.toLocaleString("en-US")}`);
  return [
    `Registered: ${daysText(startDay, endDay)}`,
    ...(search ? [`Search: ${search}`] : []),
    [`Entries: ${registered.toLocaleString("en-US")}`, ...sums].join(", "),
  ];
}

function daysText(start?: string, end?: string): string {
  if (start && end) return `${shownDay(start)} to ${shownDay(end)}`;
  if (start) return `from ${shownDay(start)} on`;
  return end ? `until ${shownDay(end)}` : "on any day";
}

/**
 * The report on a giveaway: what became of those who registered in a span of days, at once, and its workbook as a job.
 * @throws 404 for a giveaway that is not there, 400 for days out of order
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
  return { giveaway, jobId, report: await summarize(context.shop, which) };
}

/** Starts the job that writes the spreadsheet of a list of entrants. @throws 404 for a giveaway that is not there */
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
      operationId,
    });
    return { giveaway, jobId };
  });
}
