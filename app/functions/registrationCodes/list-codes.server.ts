import { and, desc, eq, inArray } from "drizzle-orm";
import { describeChanges } from "~/core/audit/describe-changes.server";
import { auditEntries } from "~/core/audit/tables.server";
import type { CallContext } from "~/core/context.server";
import { readOrder } from "~/core/lists/list-query.server";
import { numberedPage } from "~/core/lists/numbered-page";
import { codeSubject } from "~/domain/codes/audit.server";
import { readPartners } from "~/domain/codes/calls.server";
import { codeStatus } from "~/domain/codes/code-tags";
import { codesList, type ExpirationFilter } from "~/domain/codes/codes-list";
import { countUsableCodes, findCodes, readCodeTexts } from "~/domain/codes/find-codes.server";
import type { ShopCode } from "~/domain/codes/register/register-operation.server";
import type { Partner } from "~/domain/codes/schemas";
import type { Shop } from "~/platform/auth/shops.server";
import { isoDateIn } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { storefrontUrl } from "~/platform/storefront.server";
import { pluralize } from "~/platform/text/pluralize";
import { codeChanged, codeCreated, codeDeactivated, codeReactivated } from "./audit.server";
import type { CodeHistoryEntry, RegistrationCode } from "./schemas";

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
    const { rows, total } = await findCodes(tx, filter, { order, page, pageSize });
    const list = rows.map((code) => registrationCodeOf(code, all, shop, today));
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

const HISTORY = [codeCreated, codeChanged, codeDeactivated, codeReactivated].map(({ name }) => name);

/** What a history says of an action that changes no field. */
const WITHOUT_FIELDS: Readonly<Record<string, string>> = {
  [codeDeactivated.name]: "Deactivated",
  [codeReactivated.name]: "Reactivated",
};

/** A page of what staff changed: the audit's entries about codes. */
export async function listHistory(
  { shop, declarations }: CallContext,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const isHistory = and(
    eq(auditEntries.shop, shop.domain),
    eq(auditEntries.subjectType, codeSubject.name),
    inArray(auditEntries.action, HISTORY),
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
    const codes = await readCodeTexts(tx, shop.domain, ids);
    return { entries, total: await tx.$count(auditEntries, isHistory), codes };
  });
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
    const code = codes.get(Number(entry.subjectId)) ?? entry.subjectId;
    return {
      id: String(entry.id),
      action: isNew ? "C" : "U",
      changes: isNew ? changes : `Registration code ${code}: ${WITHOUT_FIELDS[entry.action] ?? changes}`,
      createdDate: entry.at.toISOString(),
      by: entry.actorName,
    };
  });
  return numberedPage(list, { total, page, pageSize });
}

/** The home page's figure: the number of codes that can be used today. */
export async function readFigure({ shop: { domain, timeZone }, clock }: CallContext): Promise<string> {
  const today = isoDateIn(clock.now(), timeZone);
  const active = await withShop(domain, (tx) => countUsableCodes(tx, domain, today));
  return pluralize(active, "active code");
}
