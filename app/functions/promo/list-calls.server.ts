import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { FULFILLMENT_STATUSES, SUBMISSION_STATUSES } from "~/domain/submissions/statuses";
import { startSubmissionsExport } from "./export-submissions.server";
import { listCalls } from "./list-contract";
import { readApprovals, readQueue, readSubmissions } from "./list-pages.server";
import {
  optionsOf,
  readChoiceOptions,
  readDenyOptions,
  readHoldOptions,
  readLoyaltyDenyOptions,
  readPeopleOptions,
  readReasonOptions,
  readReviewerOptions,
} from "./options.server";

const calls = implement(listCalls).$context<CallContext>().use(guard);

/** The handlers of the lists and look-up lists. */
export const listRouter = calls.router({
  queue: calls.queue.handler(({ input, context }) => {
    return readQueue(context, input);
  }),
  csrApproval: calls.csrApproval.handler(({ input, context }) => {
    return readApprovals(context, input);
  }),
  loyaltyOrders: calls.loyaltyOrders.handler(({ input, context }) => {
    const { search, status, denyReason, ...page } = input;
    return readSubmissions(context, { search, status, denyReason, isLoyalty: true }, page);
  }),
  list: calls.list.handler(({ input, context }) => {
    const { sortField, sortOrder, page, pageSize, ...filter } = input;
    return readSubmissions(context, filter, { sortField, sortOrder, page, pageSize });
  }),
  exportList: calls.exportList.handler(({ input: { operationId, ...filter }, context }) => {
    return startSubmissionsExport(context, filter, operationId);
  }),
  reviewers: calls.reviewers.handler(({ context }) => readReviewerOptions(context)),
  denyReasons: calls.denyReasons.handler(({ context }) => readDenyOptions(context)),
  loyaltyDenyReasons: calls.loyaltyDenyReasons.handler(({ context }) => readLoyaltyDenyOptions(context)),
  holdReasons: calls.holdReasons.handler(({ context }) => readHoldOptions(context)),
  loyaltyStatuses: calls.loyaltyStatuses.handler(() => optionsOf("status", SUBMISSION_STATUSES)),
  statuses: calls.statuses.handler(() => optionsOf("status", SUBMISSION_STATUSES)),
  fulfillmentStatuses: calls.fulfillmentStatuses.handler(() => optionsOf("status", FULFILLMENT_STATUSES)),
  ages: calls.ages.handler(({ context }) => readChoiceOptions(context, "age", "ages")),
  countries: calls.countries.handler(({ context }) => readChoiceOptions(context, "country", "countries")),
  genders: calls.genders.handler(({ context }) => readChoiceOptions(context, "gender", "genders")),
  purchasingMethods: calls.purchasingMethods.handler(({ context }) =>
    readChoiceOptions(context, "method", "methods"),
  ),
  retailers: calls.retailers.handler(({ context }) => readChoiceOptions(context, "retailer", "retailers")),
  states: calls.states.handler(({ context }) => readChoiceOptions(context, "state", "states")),
  people: calls.people.handler(({ context }) => readPeopleOptions(context)),
  allDenyReasons: calls.allDenyReasons.handler(({ context }) => readReasonOptions(context)),
});
