import { implement } from "@orpc/server";
import { describeChanges } from "~/core/audit/describe-changes.server";
import { proveAudit, readProof } from "~/core/audit/prove.server";
import {
  type AuditFilter,
  type AuditRecord,
  readAudit,
  readAuditActors,
  readSubject,
} from "~/core/audit/read-audit.server";
import type { CallContext, Declarations } from "~/core/context.server";
import { assertDeclared } from "~/core/declared-name";
import { menuNameOf } from "~/core/granted-functions";
import { guard } from "~/core/guard.server";
import type { PageRequest } from "~/core/lists/keyset-page";
import { type DayRange, parseSearchDate } from "~/platform/dates/day-range";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import type { ListResult } from "~/platform/list";
import { type ActivityEntry, activityContract } from "./contract";
import { activityList } from "./list";

const calls = implement(activityContract).$context<CallContext>().use(guard);

export const activityRouter = calls.router({
  list: calls.list.handler(({ input, context }) => {
    const { search, person, kind, day, ...page } = input;
    if (kind !== undefined) assertDeclared(context.declarations, "auditActions", kind, "kind");
    return listActivity(
      context,
      { search, actorId: person, action: kind, day: day ? readDay(day, context) : undefined },
      page,
    );
  }),
  people: calls.people.handler(async ({ context: { shop, administrator } }) => ({
    people: await withShop(shop.domain, (tx) => readAuditActors(tx, shop.domain, administrator)),
  })),
  proof: calls.proof.handler(async ({ context: { shop } }) => ({ proof: await readProof(shop.domain) })),
  prove: calls.prove.handler(async ({ context: { shop } }) => {
    await requestTask(proveAudit, shop.domain);
    return { started: true };
  }),
  ofSubject: calls.ofSubject.handler(async ({ input, context }) => {
    const { subjectType, subjectId, ...page } = input;
    const { auditSubjects } = context.declarations;
    assertDeclared(context.declarations, "auditSubjects", subjectType, "subjectType");
    const history = await listActivity(context, { subject: { type: subjectType, id: subjectId } }, page);
    const subject = auditSubjects.get(subjectType);
    const found = subject
      ? await withShop(context.shop.domain, (tx) => readSubject(tx, context.shop.domain, subject, subjectId))
      : null;
    const hasEntries = history.rows.length > 0;
    return {
      ...history,
      // Only for a reader who sees an entry about it.
      name: hasEntries && subject ? found?.name || subject.nameless : null,
      // Other kinds of records can have a history before they have a row.
      isUnknown: !hasEntries && !found && subject?.isDataSubject === true,
    };
  }),
});

async function listActivity(
  { shop, administrator, declarations }: CallContext,
  filter: AuditFilter,
  page: PageRequest,
): Promise<ListResult<ActivityEntry>> {
  const found = await withShop(shop.domain, (tx) =>
    readAudit(
      tx,
      {
        shop: shop.domain,
        administrator,
        subjects: [...declarations.auditSubjects.values()],
        groups: declarations.auditGroups,
      },
      filter,
      {
        ...page,
        list: activityList,
      },
    ),
  );
  return { ...found, rows: found.rows.map((record) => activityEntryOf(record, shop.timeZone, declarations)) };
}

const UNNAMED_ADMINISTRATOR = "An administrator without a name";

/** Of a kind that another version declared. */
const UNKNOWN_RECORD = "A record of another version";

function readDay(day: string, { shop }: CallContext): DayRange {
  const found = parseSearchDate(day, shop.timeZone);
  if (!found)
    throw badRequest(`"${day}" isn't a valid date. Use DD-MM-YYYY.`, {
      day: "must be a day, as DD-MM-YYYY",
    });
  return found;
}

function activityEntryOf(
  { entry, found, partNames }: AuditRecord,
  timeZone: string,
  { functions, auditActions, auditSubjects, switches }: Declarations,
): ActivityEntry {
  const { subjectType: type, subjectId: id } = entry;
  const action = auditActions.get(entry.action);
  const subject = auditSubjects.get(type);
  const listPath = functions.find(({ permission }) => permission === entry.flag)?.path;
  return {
    id: String(entry.id),
    at: entry.at.toISOString(),
    who: { id: entry.actorId, name: entry.actorName || UNNAMED_ADMINISTRATOR },
    action: entry.action,
    what: action?.label ?? entry.action,
    subject: {
      type,
      id,
      name: found?.name || (subject?.nameless ?? UNKNOWN_RECORD),
      url: subject?.urlOf?.(id, found, listPath) ?? null,
    },
    changes: describeChanges(action, entry.before, entry.after, {
      menuNameOf: (flag) => menuNameOf(functions, flag),
      switchTitleOf: (key) => switches.get(key)?.title,
      parts: subject?.parts && { ...subject.parts, names: partNames ?? {} },
      timeZone,
    }),
    jobId: entry.jobId,
  };
}
