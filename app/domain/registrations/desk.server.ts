import { subDays } from "date-fns";
import { type SQL, sql } from "drizzle-orm";
import { type DeskLine, defineDeskLine } from "~/core/desk/desk-line.server";
import { ANSWER_DAYS } from "./narrowing";
import { hasAnswered } from "./registration-scope.server";
import { REGISTRATIONS, type Registration } from "./status";

const inStatus = (registration: Registration, shop: string, status: "pending" | "waiting"): SQL =>
  sql`customers.shop = ${shop} AND ${sql.raw(`customers.${registration}_status`)} = ${status}`;

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
      from: sql`customers`,
      at: sql`customers.created_at`,
      where: inStatus(registration, shop.domain, "pending"),
    }),
  });

const IS_ANSWERED = hasAnswered("customers");

const answeredLine = (registration: Registration): DeskLine =>
  defineDeskLine({
    name: `${registration}-answered`,
    for: REGISTRATIONS[registration].flag,
    urgency: "today",
    noun: `answered question to a ${registration}`,
    nouns: `answered questions to ${registration === "student" ? "students" : "staff customers"}`,
    action: "Decide",
    address: `/${REGISTRATIONS[registration].list}?tab=waiting&answer=answered`,
    list: REGISTRATIONS[registration].list,
    records: ({ shop }) => ({
      from: sql`customers`,
      at: sql`customers.asked_at`,
      where: sql`${inStatus(registration, shop.domain, "waiting")} AND ${IS_ANSWERED}`,
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
    address: `/${REGISTRATIONS[registration].list}?tab=waiting&answer=overdue`,
    list: REGISTRATIONS[registration].list,
    records: ({ shop, now }) => ({
      from: sql`customers`,
      at: sql`customers.asked_at`,
      where: sql`${inStatus(registration, shop.domain, "waiting")} AND customers.asked_at <= ${subDays(now, ANSWER_DAYS)} AND NOT ${IS_ANSWERED}`,
    }),
  });

export const pendingStudents = pendingLine("student");
export const pendingStaff = pendingLine("staff");
export const answeredStudents = answeredLine("student");
export const answeredStaff = answeredLine("staff");
export const unansweredStudents = unansweredLine("student");
export const unansweredStaff = unansweredLine("staff");
