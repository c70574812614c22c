import { implement } from "@orpc/server";
import { AUDIT_LABELS, type AuditAction } from "~/domain/audit/actions";
import { describeChanges } from "~/domain/audit/changes";
import { proveAudit, readProof } from "~/domain/audit/prove.server";
import { type AuditFilter, type AuditRecord, readAudit, readAuditActors } from "~/domain/audit/read.server";
import type { CallContext } from "~/platform/contract/context.server";
import { door } from "~/platform/contract/door.server";
import type { PageRequest } from "~/platform/contract/page";
import { type Day, dayOf } from "~/platform/day";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import type { ListResult } from "~/platform/list";
import { menuNameOf, registry } from "../registry";
import { type ActivityEntry, activityContract } from "./contract";
import { activityList } from "./list";

const calls = implement(activityContract).$context<CallContext>().use(door);

export const activityRouter = calls.router({
  list: calls.list.handler(({ input, context }) => {
    const { search, person, kind, day, ...page } = input;
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
  ofSubject: calls.ofSubject.handler(({ input, context }) => {
    const { subjectType, subjectId, ...page } = input;
    return listActivity(context, { subject: { type: subjectType, id: subjectId } }, page);
  }),
});

async function listActivity(
  { shop, administrator }: CallContext,
  filter: AuditFilter,
  page: PageRequest,
): Promise<ListResult<ActivityEntry>> {
  const { pageSize } = activityList;
  const found = await withShop(shop.domain, (tx) =>
    readAudit(tx, shop.domain, administrator, filter, { ...page, pageSize }),
  );
  return { ...found, rows: found.rows.map((record) => activityEntryOf(record, shop.timeZone)) };
}

function readDay(day: string, { shop }: CallContext): Day {
  const found = dayOf(day, shop.timeZone);
  if (!found)
    throw badRequest(`"${day}" is not a day. Write it as DD-MM-YYYY.`, {
      day: "must be a day, as DD-MM-YYYY",
    });
  return found;
}

function activityEntryOf({ entry, subjectName, invited }: AuditRecord, timeZone: string): ActivityEntry {
  const action = entry.action as AuditAction;
  const { subjectType: type, subjectId: id } = entry;
  return {
    id: String(entry.id),
    at: entry.at.toISOString(),
    who: { id: entry.actorId, name: entry.actorName },
    action,
    what: AUDIT_LABELS[action] ?? action,
    subject: {
      type,
      id,
      name: subjectName ?? nameless(type, id),
      url: invited ? invitationUrl(entry.flag, invited) : subjectUrl(type, id),
    },
    changes: describeChanges(action, entry.before, entry.after, { menuNameOf, timeZone }),
    jobId: entry.jobId,
  };
}

/** How a subject is called whose name is not known, or not any more. */
function nameless(type: string, id: string): string {
  if (type === "shop") return "The whole shop";
  if (type === "event") return `Event ${id}`;
  if (type === "giveaway") return `Giveaway ${id}`;
  if (type === "invitation") return "An invitation";
  return type === "customer" ? `Customer ${id}` : type === "job" ? "A job" : `Administrator ${id}`;
}

/** An invitation in its list. */
function invitationUrl(flag: string | null, { email, state }: NonNullable<AuditRecord["invited"]>) {
  const list = registry.find(({ permission }) => permission === flag);
  const query = new URLSearchParams({ tab: state === "accepted" ? "registered" : "invited", q: email });
  return list ? `${list.path}?${query}` : null;
}

/** The subject's own page in this console. */
function subjectUrl(type: string, id: string): string | null {
  if (type === "customer") return `/customers/${id}`;
  if (type === "job") return `/jobs/${id}`;
  if (type === "event") return `/events/${id}/invites`;
  if (type === "giveaway") return `/giveaways/${id}`;
  return type === "administrator" ? `/access/${id}` : null;
}
