import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { reportExported } from "~/core/exports/audit.server";
import { ATTACHED_MOST } from "~/core/mail/attachment.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import { customers } from "~/domain/customers/tables.server";
import { eventSubject } from "~/domain/events/audit.server";
import { findOpenEvent, type ShopEvent } from "~/domain/events/event.server";
import { STATES_OF_TAB } from "~/domain/invitations/states";
import { invitations } from "~/domain/invitations/tables.server";
import { findShop } from "~/platform/auth/shops.server";
import { formatInputDateTime } from "~/platform/dates/instant";
import { utcIsoMinute } from "~/platform/dates/iso-date";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, notFound } from "~/platform/errors";
import { FILES_KEPT_DAYS } from "~/platform/files/writer.server";
import { defineJob, startJob } from "~/platform/jobs/job.server";
import { isMailAddress } from "~/platform/mail-address";
import { fileTimestamp, slug } from "~/platform/sheets/file-name";
import { writeSheetOfJob } from "~/platform/sheets/sheet-of-job.server";
import type { CellValue, SheetFrame } from "~/platform/sheets/spreadsheet";
import { NOBODY_YET, readCounts } from "./counts.server";
import { eventReport } from "./mail-texts.server";

/** People are read as many at a time. */
const BATCH = 2_000;

/** The specified columns of the event report. */
const COLUMNS: SheetFrame["columns"] = [
  { title: "CusEmail", width: 32 },
  { title: "CusFirstName", width: 18 },
  { title: "CusLastName", width: 18 },
  { title: "RegisterCustomer", width: 17 },
  { title: "InvEmail", width: 32 },
  { title: "InvFirstName", width: 18 },
  { title: "InvLastName", width: 18 },
  { title: "name", width: 32 },
  { title: "dateFrom", width: 24 },
  { title: "dateTo", width: 24 },
];

/** Writes the workbook of an event's people and emails it to the administrator who requested it. */
export const eventReportJob = defineJob({
  name: "events.report",
  item: z.object({ eventId: z.number().int() }),
  concurrency: 1,
  async run({ eventId }, context) {
    const { administrator } = context;
    const shop = await findShop(context.shop);
    if (!shop) throw notFound("The app is no longer installed in this shop.");
    const { event, counts } = await withShop(shop.domain, async (tx) => ({
      event: await findOpenEvent(tx, shop.domain, eventId),
      counts: (await readCounts(tx, shop.domain, [eventId])).get(eventId) ?? NOBODY_YET,
    }));
    const now = new Date();
    const dates = [event.dateFrom, event.dateTo].map((date) => formatInputDateTime(date, shop.timeZone));
    return writeSheetOfJob(context, {
      fileName: `Event_Report_${slug(event.name)}_${fileTimestamp(now)}.xlsx`,
      permission: "showEvents",
      frame: {
        name: "Event report",
        columns: COLUMNS,
        report: {
          title: event.name,
          lines: [`Created on ${formatInputDateTime(now, shop.timeZone)}`, dates.join(" to ")],
        },
      },
      batches: peopleOf(event, dates),
      total: counts.invited,
      async alsoIn(tx, rows, file) {
        const isAttached = file.size <= ATTACHED_MOST;
        await queueMail(tx, shop.domain, eventReport, {
          key: `event report:${context.jobId}`,
          to: { email: administrator.email, name: administrator.name },
          values: {
            name: administrator.name,
            event: event.name,
            dates: dates.join(" to "),
            count: countText(rows, counts.registered),
            where: isAttached ? ATTACHED : NOT_ATTACHED,
          },
          fileId: isAttached ? file.id : undefined,
          flag: "showEvents",
        });
        await recordAudit(tx, shop.domain, reportExported, {
          actor: administrator,
          subject: { type: eventSubject, id: String(eventId) },
          before: null,
          after: { report: `Report on ${event.name}`, rows, which: "the whole list" },
          jobId: context.jobId,
          flag: "showEvents",
        });
      },
    });
  },
});

const ATTACHED = "The workbook is attached to this mail.";
const NOT_ATTACHED = `The workbook is too large for a mail. You find it in Backroom under Jobs, for ${FILES_KEPT_DAYS} days.`;

const countText = (people: number, registered: number) =>
  `${people.toLocaleString("en-US")} ${people === 1 ? "person" : "people"}, ${registered.toLocaleString("en-US")} registered`;

/** The people on an event's list as rows of the report, in batches. */
async function* peopleOf(event: ShopEvent, dates: readonly string[]): AsyncIterable<CellValue[][]> {
  const { shop } = event;
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const found = await withShop(shop, (tx) => readPeople(tx, event, after));
    const last = found.at(-1);
    if (!last) return;
    yield found.map(({ customer, invitation, isRegistered }) => [
      isRegistered ? (customer.email ?? invitation.email) : "",
      isRegistered ? (customer.firstName ?? invitation.firstName) : "",
      isRegistered ? (customer.lastName ?? invitation.lastName) : "",
      String(isRegistered),
      invitation.email,
      invitation.firstName,
      invitation.lastName,
      event.name,
      ...dates,
    ]);
    after = last.invitation.id;
  }
}

/** The next people by invitation id, with the customer of those who registered. */
function readPeople(tx: ShopTransaction, { shop, id }: ShopEvent, after: string) {
  return tx
    .select({
      invitation: {
        id: invitations.id,
        email: invitations.email,
        firstName: invitations.firstName,
        lastName: invitations.lastName,
      },
      customer: {
        email: sql<string | null>`${customers.email}`,
        firstName: sql<string | null>`${customers.firstName}`,
        lastName: sql<string | null>`${customers.lastName}`,
      },
      isRegistered: sql<boolean>`${invitations.state} = 'accepted'`,
    })
    .from(invitations)
    .leftJoin(customers, and(eq(customers.shop, invitations.shop), eq(customers.id, invitations.customerId)))
    .where(
      and(
        eq(invitations.shop, shop),
        eq(invitations.audience, "event"),
        eq(invitations.groupId, String(id)),
        inArray(invitations.state, [...STATES_OF_TAB.invited, ...STATES_OF_TAB.registered]),
        gt(invitations.id, after),
      ),
    )
    .orderBy(asc(invitations.id))
    .limit(BATCH);
}

/**
 * Starts the report on an event, once per event, person and minute: who asks again within it gets the same one.
 * @returns the job, and the address that the report goes to
 * @throws 404 for an event that is not there or was deleted, 400 when the administrator has no address for mails
 */
export async function startReport(
  { shop, administrator, clock }: CallContext,
  eventId: number,
): Promise<{ jobId: string; to: string }> {
  const { id, name, email } = administrator;
  if (!isMailAddress(email))
    throw badRequest(
      "Your account in the Shopify admin has no email address that the report could be sent to. Enter one there and sign in again.",
    );
  const jobId = await withShop(shop.domain, async (tx) => {
    const event = await findOpenEvent(tx, shop.domain, eventId);
    const minute = utcIsoMinute(clock.now());
    return startJob(tx, shop.domain, eventReportJob, {
      title: `Report on ${event.name}`,
      permission: "showEvents",
      startedBy: { id, name },
      items: [{ label: event.name, input: { eventId } }],
      operationId: `report ${eventId} ${event.version} ${minute}`,
    });
  });
  return { jobId, to: email };
}
