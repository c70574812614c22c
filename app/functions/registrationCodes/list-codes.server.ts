import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { describeChanges } from "~/core/audit/describe-changes.server";
import { auditEntries } from "~/core/audit/tables.server";
import type { CallContext } from "~/core/context.server";
import { defineListQuery, readNumberedPage, readOrder, type SortsOf } from "~/core/lists/list-query.server";
import { numberedPage } from "~/core/lists/numbered-page";
import { contains } from "~/core/lists/search.server";
import { codeStatus } from "~/domain/codes/code-status";
import type { Partner } from "~/domain/codes/contract";
import { readPartners } from "~/domain/codes/partners.server";
import type { ShopCode } from "~/domain/codes/register/register-operation.server";
import { partners, registrationCodes } from "~/domain/codes/tables.server";
import type { Shop } from "~/platform/auth/shops.server";
import { isoDateIn } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { storefrontUrl } from "~/platform/storefront.server";
import { codeChanged, codeCreated, codeSubject } from "./audit.server";
import type { CodeHistoryEntry, RegistrationCode } from "./contract";
import { codesList, type ExpirationFilter } from "./list";

interface Filter {
  shop: string;
  active: ExpirationFilter;
  search: string;
  /** YYYY-MM-DD in the shop's calendar. */
  today: string;
}

const PARTNER_NAME = sql`(SELECT p.name FROM ${partners} AS p
  WHERE p.shop = ${registrationCodes.shop} AND p.handle = ${registrationCodes.partnerHandle})`;

const SEARCH_TEXT = sql`lower(concat_ws(' ', ${registrationCodes.code}, ${PARTNER_NAME}, array_to_string(${registrationCodes.tags}, ' ')))`;

const ACTIVE: Record<ExpirationFilter, (today: string) => SQL | undefined> = {
  Active: (today) => sql`${registrationCodes.endDay} >= ${today}`,
  Inactive: (today) => sql`${registrationCodes.endDay} < ${today}`,
  All: () => undefined,
};

/** A shop has at most thousands of codes, so they are sorted on read. */
const codesQuery = defineListQuery({
  from: sql`${registrationCodes}`,
  id: { by: sql`${registrationCodes.id}`, type: "integer" },
  sorts: {
    id: "id",
    registrationCode: { by: sql`lower(${registrationCodes.code})`, type: "text" },
    startDate: { by: sql`${registrationCodes.startDay}`, type: "date" },
    endDate: { by: sql`${registrationCodes.endDay}`, type: "date" },
    partner: { by: PARTNER_NAME, type: "text", isNullable: true },
    currentRegistrationCount: { by: sql`${registrationCodes.currentCount}`, type: "integer" },
  } satisfies SortsOf<typeof codesList>,
  conditions: ({ shop, active, search, today }: Filter) => [
    eq(registrationCodes.shop, shop),
    ACTIVE[active](today),
    search ? contains(SEARCH_TEXT, search) : undefined,
  ],
});

/** A page of codes. */
export async function listCodes(
  { shop, clock }: CallContext,
  request: { active: ExpirationFilter; search: string; sort: string; page: number; pageSize: number },
) {
  const { active, search, sort, page, pageSize } = request;
  const today = isoDateIn(clock.now(), shop.timeZone);
  const filter = { shop: shop.domain, active, search, today };
  const order = readOrder(codesList, sort);
  return withShop(shop.domain, async (tx) => {
    const all = await readPartners(tx, shop.domain);
    const { rows, total } = await readNumberedPage(
      tx,
      codesQuery,
      { filter, order, page, pageSize },
      ({ where, orderBy, limit, offset, total }) =>
        tx
          .select({ code: registrationCodes, total })
          .from(registrationCodes)
          .where(where)
          .orderBy(orderBy)
          .limit(limit)
          .offset(offset),
    );
    const list = rows.map(({ code }) => registrationCodeOf(code, all, shop, today));
    return numberedPage(list, { total, page, pageSize });
  });
}

/** A code as the API returns it. */
export async function answeredCode({ shop, clock }: CallContext, code: ShopCode): Promise<RegistrationCode> {
  const all = await withShop(shop.domain, (tx) => readPartners(tx, shop.domain));
  return registrationCodeOf(code, all, shop, isoDateIn(clock.now(), shop.timeZone));
}

function registrationCodeOf(
  code: ShopCode,
  all: readonly Partner[],
  shop: Shop,
  today: string,
): RegistrationCode {
  const { id, startDay, endDay, partnerHandle, spendLimit, emailDomains, version } = code;
  const name = all.find(({ handle }) => handle === partnerHandle)?.name ?? partnerHandle;
  return {
    id,
    registrationCode: code.code,
    startDate: startDay,
    endDate: endDay,
    partner: { handle: partnerHandle, name },
    partnerName: name,
    spendLimit,
    maxRegistrationCount: code.maxCount,
    currentRegistrationCount: code.currentCount,
    tags: code.tags.join(", "),
    emailDomains,
    status: codeStatus(code, today),
    link: `${storefrontUrl(shop.domain, "registration")}?${new URLSearchParams({ code: code.code })}`,
    version,
  };
}

/** The fields of a code in the order of its dialog. The audit doesn't keep an order. */
const FIELD_ORDER = [
  "Registration code",
  "Start date",
  "End date",
  "Partner",
  "Spend limit",
  "Max count",
  "Tags",
  "Email domains",
];

/** A page of what staff changed: the audit's entries about codes. */
export async function listHistory(
  { shop, declarations }: CallContext,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const isHistory = and(
    eq(auditEntries.shop, shop.domain),
    eq(auditEntries.subjectType, codeSubject.name),
    inArray(auditEntries.action, [codeCreated.name, codeChanged.name]),
  );
  const { entries, total, codes } = await withShop(shop.domain, async (tx) => {
    const entries = await tx
      .select()
      .from(auditEntries)
      .where(isHistory)
      .orderBy(desc(auditEntries.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize);
    const ids = [...new Set(entries.map(({ subjectId }) => Number(subjectId)))];
    const codes = await tx
      .select({ id: registrationCodes.id, code: registrationCodes.code })
      .from(registrationCodes)
      .where(and(eq(registrationCodes.shop, shop.domain), inArray(registrationCodes.id, ids)));
    return { entries, total: await tx.$count(auditEntries, isHistory), codes };
  });
  const codeOf = new Map(codes.map(({ id, code }) => [String(id), code]));
  const wording = {
    menuNameOf: (flag: string) => flag,
    switchTitleOf: () => undefined,
    timeZone: shop.timeZone,
  };
  const list = entries.map((entry): CodeHistoryEntry => {
    const isNew = entry.action === codeCreated.name;
    const changes = describeChanges(
      declarations.auditActions.get(entry.action),
      entry.before,
      entry.after,
      wording,
    )
      .toSorted((one, other) => FIELD_ORDER.indexOf(one.field) - FIELD_ORDER.indexOf(other.field))
      .map(({ field, before, after }) =>
        isNew ? `${field}: ${after}` : `${field}: ${before || "(empty)"} → ${after || "(empty)"}`,
      )
      .join("; ");
    const code = codeOf.get(entry.subjectId) ?? entry.subjectId;
    return {
      id: String(entry.id),
      action: isNew ? "C" : "U",
      changes: isNew ? changes : `Registration code ${code}: ${changes}`,
      createdDate: entry.at.toISOString(),
      by: entry.actorName,
    };
  });
  return numberedPage(list, { total, page, pageSize });
}

/** The home page's figure: the number of codes that can be used today. */
export async function readFigure({ shop: { domain, timeZone }, clock }: CallContext): Promise<string> {
  const today = isoDateIn(clock.now(), timeZone);
  const isUsable = sql`${registrationCodes.shop} = ${domain} AND ${registrationCodes.startDay} <= ${today}
    AND ${registrationCodes.endDay} >= ${today}
    AND (${registrationCodes.maxCount} IS NULL OR ${registrationCodes.currentCount} < ${registrationCodes.maxCount})`;
  const active = await withShop(domain, (tx) => tx.$count(registrationCodes, isUsable));
  return `${active.toLocaleString("en-US")} active ${active === 1 ? "code" : "codes"}`;
}
