import { z } from "zod";
import { describeChanges } from "~/core/audit/audit-action.server";
import { proveAudit, readProof } from "~/core/audit/prove.server";
import {
  type AuditFilter,
  type AuditRecord,
  readAudit,
  readAuditActors,
  readSubject,
} from "~/core/audit/read-audit.server";
import { call } from "~/core/call.server";
import type { CallContext, Declarations } from "~/core/context.server";
import { assertDeclared, declaredName, menuNameOf } from "~/core/declared-name";
import { type PageRequest, pageOf, pageRequest } from "~/core/lists/keyset-page";
import { type DayRange, parseSearchDate } from "~/platform/dates/day-range";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import type { ListResult } from "~/platform/list";
import { activityList } from "./filter";
import { type ActivityEntry, activityEntry } from "./schemas";

/** The calls of the Activity page and of the timelines. Administrators get what they may see, and the owner gets everything. */
export const activityCalls = {
  list: call("GET /activity", {
    for: "signed-in",
    summary: "A page of changes in Backroom, newest first",
    input: z.object({
      search: z.string().trim().max(60, "must be at most 60 characters").optional(),
      /** An administrator's id. */
      person: z.string().max(40).optional(),
      kind: declaredName("auditActions").optional(),
      /** DD-MM-YYYY, a day in the shop's time zone. */
      day: z.string().max(10, "must be a day, as DD-MM-YYYY").optional(),
      ...pageRequest,
    }),
    output: pageOf(activityEntry),
    run(context, input) {
      const { search, person, kind, day, ...page } = input;
      if (kind !== undefined) assertDeclared(context.declarations, "auditActions", kind, "kind");
      return listActivity(
        context,
        { search, actorId: person, action: kind, day: day ? readDay(day, context) : undefined },
        page,
      );
    },
  }),
  people: call("GET /activity/people", {
    for: "signed-in",
    summary: "The administrators whose changes the caller may see",
    output: z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) }),
    run: async ({ shop, administrator }) => ({
      people: await withShop(shop.domain, (tx) => readAuditActors(tx, shop.domain, administrator)),
    }),
  }),
  proof: call("GET /activity/proof", {
    for: "owner",
    summary: "The result of the latest verification of the record of changes. Null before the first one",
    output: z.object({
      proof: z
        .object({
          /** Instant, ISO 8601. */
          at: z.string(),
          entries: z.number().int(),
          /** Entries whose content was erased for legal reasons. */
          erased: z.number().int(),
          /** Changes that were made to the record outside Backroom. */
          faults: z.array(z.object({ where: z.string(), what: z.string() })),
        })
        .nullable(),
    }),
    run: async ({ shop }) => ({ proof: await readProof(shop.domain) }),
  }),
  prove: call("POST /activity/proof", {
    for: "owner",
    summary: "Verify the record of changes now, in the background",
    status: 202,
    output: z.object({ started: z.literal(true) }),
    async run({ shop }) {
      await requestTask(proveAudit, shop.domain);
      return { started: true as const };
    },
  }),
  ofSubject: call("GET /activity/{subjectType}/{subjectId}", {
    for: "signed-in",
    summary: "The history of a record, newest first",
    input: z.object({
      subjectType: declaredName("auditSubjects"),
      subjectId: z.string().max(100),
      ...pageRequest,
    }),
    output: pageOf(activityEntry).extend({
      /** The record's current name. Null when the administrator sees no entry about it. */
      name: z.string().nullable(),
      /** No customer has this id, and nothing that the administrator may see is recorded about it. */
      isUnknown: z.boolean(),
    }),
    async run(context, input) {
      const { subjectType, subjectId, ...page } = input;
      const { auditSubjects } = context.declarations;
      assertDeclared(context.declarations, "auditSubjects", subjectType, "subjectType");
      const history = await listActivity(context, { subject: { type: subjectType, id: subjectId } }, page);
      const subject = auditSubjects.get(subjectType);
      const found = subject
        ? await withShop(context.shop.domain, (tx) =>
            readSubject(tx, context.shop.domain, subject, subjectId),
          )
        : null;
      const hasEntries = history.rows.length > 0;
      return {
        ...history,
        // Only for a reader who sees an entry about it.
        name: hasEntries && subject ? found?.name || subject.nameless : null,
        // Other kinds of records can have a history before they have a row.
        isUnknown: !hasEntries && !found && subject?.isDataSubject === true,
      };
    },
  }),
};

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
