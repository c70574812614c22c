import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { archiveEvent, changeEvent, createEvent, restoreEvent } from "./change.server";
import { checkIn, listCheckIns, readCheckInRows, undoCheckIn } from "./check-in/check-in.server";
import { eventsContract } from "./contract";
import { inviteMany, inviteOne, listInvitees } from "./invites/invites.server";
import { eventOf, listEvents, pageOfEvents, readEvent, readFigure } from "./read.server";
import { removeUsers } from "./remove-users.server";
import { startReport } from "./report.server";

const calls = implement(eventsContract).$context<CallContext>().use(guard);

/** The calls about events and their people. */
export const eventsRouter = calls.router({
  list: calls.list.handler(async ({ context }) => ({ list: await listEvents(context) })),
  page: calls.page.handler(({ input, context }) => pageOfEvents(context, input)),
  detail: calls.detail.handler(({ input, context }) => readEvent(context, input.id)),
  create: calls.create.handler(async ({ input: { operationId, ...fields }, context }) =>
    eventOf(await createEvent(context, fields, operationId)),
  ),
  change: calls.change.handler(async ({ input: { id, version, ...fields }, context }) => {
    const { event, changed } = await changeEvent(context, id, fields, version);
    return { event: eventOf(event), changed };
  }),
  archive: calls.archive.handler(async ({ input, context }) =>
    eventOf(await archiveEvent(context, input.id)),
  ),
  restore: calls.restore.handler(async ({ input, context }) =>
    eventOf(await restoreEvent(context, input.id)),
  ),
  inviteList: calls.inviteList.handler(({ input, context }) => listInvitees(context, input)),
  inviteOne: calls.inviteOne.handler(async ({ input: { params, body }, context }) => {
    const { operationId, ...person } = body;
    return { customer: await inviteOne(context, params.eventId, person, operationId) };
  }),
  inviteMany: calls.inviteMany.handler(({ input: { params, query, body }, context }) =>
    inviteMany(context, params.eventId, body, query.operationId),
  ),
  removeUsers: calls.removeUsers.handler(({ input, context }) =>
    removeUsers(context, input.id, input.operationId),
  ),
  report: calls.report.handler(({ input, context }) => startReport(context, input.id)),
  checkIns: calls.checkIns.handler(({ input, context }) => listCheckIns(context, input)),
  checkInRows: calls.checkInRows.handler(({ input, context }) => readCheckInRows(context, input.id)),
  checkIn: calls.checkIn.handler(({ input, context }) => checkIn(context, input)),
  undoCheckIn: calls.undoCheckIn.handler(({ input, context }) => undoCheckIn(context, input)),
  figure: calls.figure.handler(async ({ context }) => ({ text: await readFigure(context), asOf: null })),
});
