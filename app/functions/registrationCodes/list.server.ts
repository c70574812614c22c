import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { describeChanges } from "~/core/audit/audit-action.server";
import { auditEntries as entry } from "~/core/audit/tables.server";
import type { CallContext } from "~/core/context.server";
import { defineList, type RowOf } from "~/core/lists/define-list.server";
import { column, columnsOf, field } from "~/core/lists/define-row.server";
import { readRow } from "~/core/lists/read-list.server";
import { codeSubject } from "~/domain/codes/audit.server";
import { codesList, isCode, type RegistrationCode } from "~/domain/codes/list.server";
import { countUsableCodes, textOfCode } from "~/domain/codes/registration-code.server";
import { isoDateIn } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { pluralize } from "~/platform/text/pluralize";
import { codeChanged, codeCreated, codeDeactivated, codeReactivated } from "./audit.server";

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

interface RecordedChange
  extends Pick<typeof entry.$inferSelect, "action" | "before" | "after" | "subjectId"> {
  /** The text of the code as it is now. */
  code: string | null;
}

function changesOf(
  { action, before, after, subjectId, code }: RecordedChange,
  { shop, declarations }: CallContext,
): string {
  const isNew = action === codeCreated.name;
  const wording = {
    menuNameOf: (flag: string) => flag,
    switchTitleOf: () => undefined,
    timeZone: shop.timeZone,
  };
  const changes = describeChanges(declarations.auditActions.get(action), before, after, wording)
    .toSorted((one, other) => FIELD_ORDER.indexOf(one.field) - FIELD_ORDER.indexOf(other.field))
    .map(({ field, before, after }) =>
      isNew ? `${field}: ${after}` : `${field}: ${before || "(empty)"} → ${after || "(empty)"}`,
    )
    .join("; ");
  return isNew ? changes : `Registration code ${code ?? subjectId}: ${WITHOUT_FIELDS[action] ?? changes}`;
}

/** The list on the tab History: what staff changed, by the audit's entries about codes. */
export const historyList = defineList({
  name: "registration-codes-history",
  few: "hundreds of codes",
  from: sql`${entry}`,
  id: { by: sql`${entry.id}`, type: "bigint" },
  where: ({ shop }) =>
    and(eq(entry.shop, shop.domain), eq(entry.subjectType, codeSubject.name), inArray(entry.action, HISTORY)),
  row: {
    id: field(sql`${entry.id}::text`, z.string()),
    /** A letter of Create, Read, Update, Delete. */
    action: column(entry.action, z.enum(["C", "R", "U", "D"]), { title: "Action" }, (action: string) =>
      action === codeCreated.name ? "C" : "U",
    ),
    changes: column(
      columnsOf({
        action: entry.action,
        before: entry.before,
        after: entry.after,
        subjectId: entry.subjectId,
        code: textOfCode(sql`${entry.shop}`, sql`${entry.subjectId}::integer`),
      }),
      z.string(),
      { title: "Changes", narrow: "title" },
      changesOf,
    ),
    /** An instant, ISO 8601. */
    createdDate: column(entry.at, z.string(), { title: "Date", format: "date" }),
    /** Who did it. */
    by: field(entry.actorName, z.string()),
  },
  orders: { createdDate: "id" },
  filters: {},
  search: null,
  defaultSort: "createdDate desc",
  pageSize: 25,
  density: "compact",
});

export type CodeHistoryEntry = RowOf<typeof historyList>;

/** A code as calls answer it. */
export async function readCode(context: CallContext, id: number): Promise<RegistrationCode> {
  const { domain } = context.shop;
  const code = await withShop(domain, (tx) => readRow(tx, context, codesList, isCode(domain, id)));
  if (!code) throw new Error(`There is no registration code ${id}.`);
  return code;
}

/** The home page's figure: the number of codes that can be used today. */
export async function readFigure({ shop: { domain, timeZone }, clock }: CallContext): Promise<string> {
  const today = isoDateIn(clock.now(), timeZone);
  const active = await withShop(domain, (tx) => countUsableCodes(tx, domain, today));
  return pluralize(active, "active code");
}
