import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { customers } from "~/domain/customers/tables.server";
import { events } from "~/domain/events/tables.server";
import type { InvitationState } from "~/domain/invitations/states";
import { invitations } from "~/domain/invitations/tables.server";
import type { Administrator } from "~/platform/auth/permission";
import { administrators } from "~/platform/auth/tables.server";
import type { PageRequest } from "~/platform/contract/page";
import type { Day } from "~/platform/day";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { jobs } from "~/platform/jobs/tables.server";
import { keyset } from "~/platform/keyset.server";
import type { ListResult } from "~/platform/list";
import type { AuditAction } from "./actions";
import { auditEntries } from "./tables.server";

/** Which entries are asked for; what is absent does not narrow. */
export interface AuditFilter {
  actorId?: string;
  action?: AuditAction;
  day?: Day;
  /** A customer's id; of a customer or an invited person name or e-mail address (parts of them too); a job's or an invitation's id. */
  search?: string;
  subject?: { type: string; id: string };
}

/** An entry with the name that its subject has today; null for one that is gone. */
export interface AuditRecord {
  entry: typeof auditEntries.$inferSelect;
  subjectName: string | null;
  /** Of an invitation: where it stands in its list. */
  invited: { email: string; state: InvitationState } | null;
}

/**
 * A page of audit entries, newest first, as far as the reader may see them: the owner all of the shop, others what belongs
 * to a function that they hold the flag of, and of what belongs to none what they did themselves. Their own decisions name
 * people too, so they go with the flag.
 * @throws 400 for a cursor that is none of this list
 */
export async function readAudit(
  tx: ShopTransaction,
  shop: string,
  reader: Administrator,
  filter: AuditFilter,
  page: PageRequest & { pageSize: number },
): Promise<ListResult<AuditRecord>> {
  const paging = keyset(page, {
    of: ["audit", shop, cursorFilter(filter)],
    descending: true,
    pageSize: page.pageSize,
  });
  const { beside, descending } = paging;
  const id = auditEntries.id;
  const found = await tx
    .select({
      entry: auditEntries,
      subjectName: sql<
        string | null
      >`coalesce(${customers.displayName}, ${administrators.name}, ${jobs.title}, ${events.name},
        trim(${invitations.firstName} || ' ' || ${invitations.lastName}), ${giveawayName})`,
      invited: { email: invitations.email, state: invitations.state },
    })
    .from(auditEntries)
    .leftJoin(
      customers,
      and(eq(customers.shop, auditEntries.shop), sql`${customers.id} = ${subjectIdOf("customer")}`),
    )
    .leftJoin(
      administrators,
      and(
        eq(administrators.shop, auditEntries.shop),
        sql`${administrators.id} = ${subjectIdOf("administrator")}`,
      ),
    )
    .leftJoin(jobs, and(eq(jobs.shop, auditEntries.shop), sql`${jobs.id} = ${subjectIdOf("job")}`))
    .leftJoin(events, and(eq(events.shop, auditEntries.shop), sql`${events.id} = ${subjectIdOf("event")}`))
    .leftJoin(
      invitations,
      and(eq(invitations.shop, auditEntries.shop), sql`${invitations.id} = ${subjectIdOf("invitation")}`),
    )
    .where(
      and(
        eq(auditEntries.shop, shop),
        visibleTo(reader),
        ...conditionsOf(filter),
        beside ? (descending ? lt : gt)(id, Number(beside[0])) : undefined,
      ),
    )
    .orderBy(descending ? desc(id) : asc(id))
    .limit(paging.limit);
  return paging.page(found, { positionOf: ({ entry }) => [String(entry.id)], rowOf: (record) => record });
}

/** What narrows the list, as far as it decides which list a cursor belongs to. */
const cursorFilter = ({ actorId, action, day, search, subject }: AuditFilter) => [
  actorId,
  action,
  day?.start,
  search,
  subject?.type,
  subject?.id,
];

/** The people who did something that the reader may see, by name. */
export async function readAuditActors(
  tx: ShopTransaction,
  shop: string,
  reader: Administrator,
): Promise<{ id: string; name: string }[]> {
  const didSomething = tx
    .select({ one: sql`1` })
    .from(auditEntries)
    .where(and(eq(auditEntries.shop, shop), eq(auditEntries.actorId, administrators.id), visibleTo(reader)));
  return tx
    .select({ id: administrators.id, name: administrators.name })
    .from(administrators)
    .where(and(eq(administrators.shop, shop), sql`EXISTS ${didSomething}`))
    .orderBy(asc(administrators.name));
}

function visibleTo(reader: Administrator): SQL | undefined {
  if (reader.isOwner) return undefined;
  const own = and(isNull(auditEntries.flag), eq(auditEntries.actorId, reader.id));
  return reader.flags.length > 0
    ? or(own, sql`${auditEntries.flag} = ANY(${sql.param(reader.flags)}::text[])`)
    : own;
}

/** What an id of each kind looks like. That of an erased person (`erased`) does not, and names nobody. */
const SUBJECT_IDS = {
  customer: { type: "bigint", pattern: "^[0-9]{1,18}$" },
  administrator: { type: "text", pattern: "." },
  job: { type: "uuid", pattern: "^[0-9a-f-]{36}$" },
  event: { type: "integer", pattern: "^[0-9]{1,9}$" },
  giveaway: { type: "integer", pattern: "^[0-9]{1,9}$" },
  invitation: { type: "uuid", pattern: "^[0-9a-f-]{36}$" },
} as const;

/** The subject's id where it is of this kind. Inside CASE, because the ids of other kinds would not convert. */
const subjectIdOf = (kind: keyof typeof SUBJECT_IDS) =>
  sql`CASE WHEN ${auditEntries.subjectType} = ${kind} AND ${auditEntries.subjectId} ~ ${SUBJECT_IDS[kind].pattern}
    THEN ${auditEntries.subjectId}::${sql.raw(SUBJECT_IDS[kind].type)} END`;

/** A giveaway's name; its tables belong to its function, so it is asked for here by name. */
const giveawayName = sql`(SELECT giveaway.name FROM giveaways AS giveaway
  WHERE giveaway.shop = ${auditEntries.shop} AND giveaway.id = ${subjectIdOf("giveaway")})`;

function conditionsOf({ actorId, action, day, search, subject }: AuditFilter): (SQL | undefined)[] {
  return [
    actorId ? eq(auditEntries.actorId, actorId) : undefined,
    action ? eq(auditEntries.action, action) : undefined,
    day && and(gte(auditEntries.at, day.start), lt(auditEntries.at, day.end)),
    subject && and(eq(auditEntries.subjectType, subject.type), eq(auditEntries.subjectId, subject.id)),
    search ? searched(search) : undefined,
  ];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CUSTOMER_ID = /^(?:gid:\/\/shopify\/Customer\/)?(\d{1,19})$/;

function searched(text: string): SQL | undefined {
  if (UUID.test(text)) {
    const id = text.toLowerCase();
    return or(
      eq(auditEntries.jobId, id),
      and(inArray(auditEntries.subjectType, ["job", "invitation"]), eq(auditEntries.subjectId, id)),
    );
  }
  const customerId = CUSTOMER_ID.exec(text)?.[1];
  if (customerId)
    return and(eq(auditEntries.subjectType, "customer"), eq(auditEntries.subjectId, customerId));
  const literal = text.toLowerCase().replace(/[\\%_]/g, "\\$&");
  const about = (table: "customers" | "invitations", kind: "customer" | "invitation") =>
    sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} AS person WHERE person.shop = ${auditEntries.shop}
      AND person.id = ${subjectIdOf(kind)} AND person.search_text LIKE ${`%${literal}%`})`;
  return or(about("customers", "customer"), about("invitations", "invitation"));
}
