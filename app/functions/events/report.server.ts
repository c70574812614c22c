import { format } from "date-fns";
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "~/domain/audit/record.server";
import { customers } from "~/domain/customers/tables.server";
import { findOpenEvent, type ShopEvent } from "~/domain/events/event.server";
import { STATES_OF_TAB } from "~/domain/invitations/states";
import { invitations } from "~/domain/invitations/tables.server";
import { ATTACHED_MOST } from "~/domain/mail/attachment.server";
import { queueMail } from "~/domain/mail/queue.server";
import { findShop } from "~/platform/auth/shops.server";
import type { CallContext } from "~/platform/contract/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, notFound } from "~/platform/errors";
import { FILES_KEPT_DAYS } from "~/platform/files/writer.server";
import { defineJob, startJob } from "~/platform/jobs/job.server";
import { isMailAddress } from "~/platform/mail-address";
import { fileTimestamp, slug } from "~/platform/sheets/file-name";
import { writeSheetOfJob } from "~/platform/sheets/sheet-of-job.server";
import type { CellValue, SheetFrame } from "~/platform/sheets/spreadsheet";
import { writtenSeconds } from "~/platform/written-moment";
import { NOBODY_YET, readCounts } from "./counts.server";

/** People are read as many at a time. */
const BATCH = 2_000;

/** The event report row of section 3 of the second specification text. */
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

/** Writes the workbook of an event's people, and mails it to whoever asked for it. */
export const eventReportJob = defineJob({
  name: "events.report",
  item: z.object({ eventId: z.number().int() }),
  concurrency: 1,
  async run({ eventId }, context) {
    const { administrator } = context;
    const shop = await findShop(context.shop);
    if (!shop) throw notFound("The app is not installed in this shop any more.");
    const { event, counts } = await withShop(shop.domain, async (tx) => ({
      event: await findOpenEvent(tx, shop.domain, eventId),
      counts: (await readCounts(tx, shop.domain, [eventId])).get(eventId) ?? NOBODY_YET,
    }));
    const now = new Date();
    const dates = [event.dateFrom, event.dateTo].map((date) => writtenSeconds(date, shop.timeZone));
    return writeSheetOfJob(context, {
      fileName: `Event_Report_${slug(event.name)}_${fileTimestamp(now)}.xlsx`,
      permission: "showEvents",
      frame: {
        name: "Event report",
        columns: COLUMNS,
        report: {
          title: event.name,
          lines: [`Created on ${writtenSeconds(now, shop.timeZone)}`, dates.join(" to ")],
        },
      },
      batches: peopleOf(event, dates),
      total: counts.invited,
      async alsoIn(tx, rows, file) {
        const isAttached = file.size <= ATTACHED_MOST;
        await queueMail(tx, shop.domain, {
          key: `event report:${context.jobId}`,
          to: { email: administrator.email, name: administrator.name },
          text: "event.report",
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
        await recordAudit(tx, shop.domain, {
          action: "report.exported",
          actor: administrator,
          subject: { type: "event", id: String(eventId) },
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

/** Everybody on an event's list as rows of the report, some at a time. */
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

/** The next people by the ids of their invitations; who registered with the customer whom they became. */
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
      "Your account in the Shopify admin has no e-mail address that the report could be sent to. Enter one there and sign in again.",
    );
  const jobId = await withShop(shop.domain, async (tx) => {
    const event = await findOpenEvent(tx, shop.domain, eventId);
    const minute = format(clock.now(), "yyyy-MM-dd HH:mm");
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
