import { z } from "zod";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { readRow } from "~/core/lists/read-list.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import { ATTACHED_MOST } from "~/core/mail/send-mails.server";
import { reportCreated } from "~/core/reports/audit.server";
import { eventSubject } from "~/domain/events/audit.server";
import { findOpenEvent, type ShopEvent } from "~/domain/events/event.server";
import { formatEventDates } from "~/domain/events/event-dates.server";
import { isEvent } from "~/domain/events/event-fields.server";
import { STATES_OF_PART } from "~/domain/invitations/states";
import { findShop } from "~/platform/auth/shops.server";
import { createdOn, formatInputDateTime } from "~/platform/dates/instant";
import { utcIsoMinute } from "~/platform/dates/iso-date";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, notFound } from "~/platform/errors";
import { FILES_KEPT_DAYS } from "~/platform/files/writer.server";
import { defineJob, startJob } from "~/platform/jobs/job.server";
import { NOT_COUNTED } from "~/platform/jobs/states";
import { isMailAddress } from "~/platform/mail-address";
import { writeSheetOfJob } from "~/platform/sheets/sheet-of-job.server";
import { type CellValue, fileTimestamp, type SheetFrame, slug } from "~/platform/sheets/spreadsheet";
import { pluralize } from "~/platform/text/pluralize";
import { eventsList } from "./list.server";
import { eventReport } from "./mail-texts.server";

/** The number of people per query. */
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
  isAwaited: true,
  async run({ eventId }, context) {
    const { administrator } = context;
    const shop = await findShop(context.shop);
    if (!shop) throw notFound("The app is no longer installed in this shop.");
    const { event, counts } = await withShop(shop.domain, async (tx) => ({
      event: await findOpenEvent(tx, shop.domain, eventId),
      counts: await readRow(tx, undefined, eventsList, isEvent(shop.domain, eventId)),
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
          lines: [
            createdOn(now, shop.timeZone),
            formatEventDates(event, shop.timeZone),
            ...(event.location ? [event.location] : []),
          ],
        },
      },
      batches: peopleOf(event, dates),
      total: counts?.invited ?? 0,
      async alsoIn(tx, rows, file, sheets) {
        const isAttached = file.size <= ATTACHED_MOST;
        await queueMail(tx, shop.domain, eventReport, {
          key: `event report:${context.jobId}`,
          to: { email: administrator.email, name: administrator.name },
          values: {
            name: administrator.name,
            event: event.name,
            dates: formatEventDates(event, shop.timeZone),
            count: peopleText(rows, counts?.registered ?? 0),
            where: isAttached ? ATTACHED : NOT_ATTACHED,
          },
          fileId: isAttached ? file.id : undefined,
          flag: "showEvents",
          jobId: context.jobId,
        });
        await recordAudit(tx, shop.domain, reportCreated, {
          actor: administrator,
          subject: { type: eventSubject, id: String(eventId) },
          before: null,
          after: { report: `Report on ${event.name}`, parameters: "", sheets },
          jobId: context.jobId,
          flag: "showEvents",
        });
      },
    });
  },
});

const ATTACHED = "The workbook is attached to this email.";
const NOT_ATTACHED = `The workbook is too large for an email. Find it in Backroom under Jobs for ${FILES_KEPT_DAYS} days.`;

const peopleText = (people: number, registered: number) =>
  `${pluralize(people, "person", "people")}, ${registered.toLocaleString("en-US")} registered`;

/** The people on an event's list as rows of the report, in batches. */
async function* peopleOf(event: ShopEvent, dates: readonly string[]): AsyncIterable<CellValue[][]> {
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const found = await withShop(event.shop, (tx) => readPeople(tx, event.id, after));
    const last = found.at(-1);
    if (!last) return;
    yield found.map((person) => [
      person.is_registered ? (person.customer_email ?? person.email) : "",
      person.is_registered ? (person.customer_first_name ?? person.first_name) : "",
      person.is_registered ? (person.customer_last_name ?? person.last_name) : "",
      String(person.is_registered),
      person.email,
      person.first_name,
      person.last_name,
      event.name,
      ...dates,
    ]);
    after = last.id;
  }
}

interface InvitedPerson {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  is_registered: boolean;
  customer_email: string | null;
  customer_first_name: string | null;
  customer_last_name: string | null;
}

/** The next people by invitation id, with the customer of those who registered. */
async function readPeople(tx: ShopTransaction, eventId: number, after: string): Promise<InvitedPerson[]> {
  const { rows } = await tx.$client.query<InvitedPerson>(
    `SELECT invitation.id, invitation.email, invitation.first_name, invitation.last_name,
            invitation.state = 'accepted' AS is_registered, customer.email AS customer_email,
            customer.first_name AS customer_first_name, customer.last_name AS customer_last_name
       FROM invitations_of_shop AS invitation
       LEFT JOIN customers_of_shop AS customer ON customer.id = invitation.customer_id
      WHERE audience = 'event' AND group_id = $1 AND state = ANY($2) AND invitation.id > $3
      ORDER BY invitation.id LIMIT $4`,
    [String(eventId), STATES_OF_PART.all, after, BATCH],
  );
  return rows;
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
      params: NOT_COUNTED,
      operationId: `report ${eventId} ${event.version} ${minute}`,
    });
  });
  return { jobId, to: email };
}
