import { subDays } from "date-fns";
import { and, eq, lte, sql } from "drizzle-orm";
import { type DeskLine, defineDeskLine } from "~/core/desk/desk-line.server";
import { customers } from "~/domain/customers/tables.server";
import { REGISTRATIONS, type Registration } from "./status";

/** A question that has waited this long for the customer's answer is one for staff again. */
const ANSWER_DAYS = 7;

const statusColumns = { student: customers.studentStatus, staff: customers.staffStatus };

const pendingLine = (registration: Registration): DeskLine =>
  defineDeskLine({
    name: `${registration}-pending`,
    for: REGISTRATIONS[registration].flag,
    urgency: "today",
    noun: `pending ${registration} registration`,
    action: "Decide",
    address: `/${REGISTRATIONS[registration].list}?tab=pending`,
    list: REGISTRATIONS[registration].list,
    records: ({ shop }) => ({
      from: sql`${customers}`,
      at: sql`${customers.createdAt}`,
      where: and(eq(customers.shop, shop.domain), eq(statusColumns[registration], "pending")),
    }),
  });

const unansweredLine = (registration: Registration): DeskLine =>
  defineDeskLine({
    name: `${registration}-unanswered`,
    for: REGISTRATIONS[registration].flag,
    urgency: "soon",
    noun: `${registration} registration without an answer for a week`,
    nouns: `${registration} registrations without an answer for a week`,
    action: "Look at them",
    address: `/${REGISTRATIONS[registration].list}?tab=waiting`,
    list: REGISTRATIONS[registration].list,
    records: ({ shop, now }) => ({
      from: sql`${customers}`,
      at: sql`${customers.askedAt}`,
      where: and(
        eq(customers.shop, shop.domain),
        eq(statusColumns[registration], "waiting"),
        lte(customers.askedAt, subDays(now, ANSWER_DAYS)),
      ),
    }),
  });

export const pendingStudents = pendingLine("student");
export const pendingStaff = pendingLine("staff");
export const unansweredStudents = unansweredLine("student");
export const unansweredStaff = unansweredLine("staff");
