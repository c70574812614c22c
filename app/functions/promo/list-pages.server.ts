import type { CallContext } from "~/core/context.server";
import { numberedPage } from "~/core/lists/numbered-page";
import {
  type FilterChoiceKind,
  readFilterChoices,
  readFilterPeople,
  readFilterPromotions,
  readFilterReasons,
} from "~/domain/submissions/filter-options.server";
import {
  listSubmissions,
  type SubmissionRecord,
  type SubmissionSort,
  type SubmissionsRequest,
} from "~/domain/submissions/list-submissions.server";
import { readDenyReasons, readHoldReasons, readReviewers } from "~/domain/submissions/read-options.server";
import { readReviewSettings } from "~/domain/submissions/review-settings.server";
import { RISK_SIGNALS } from "~/domain/submissions/statuses";
import type { SubmissionFilter } from "~/domain/submissions/submission-filter.server";
import { readShop } from "~/platform/db/read-shop.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { centsFromDatabase } from "~/platform/money/cents";
import type { AssignmentType } from "./list";
import type { QueueRow, SubmissionRow } from "./schemas";

/** How a call asks for a page. */
interface PageInput {
  sortField: SubmissionSort;
  sortOrder: "asc" | "desc";
  page: number;
  pageSize: number;
}

const QUEUE_OF = {
  unAssigned: "unassigned",
  assigned: "assigned",
  onHold: "held",
  assignmentQueue: "open",
} as const satisfies Record<AssignmentType, SubmissionFilter["queue"]>;

/** A page of the assignment queue. */
export const readQueue = (
  context: CallContext,
  { assignmentType, search, ...input }: PageInput & { assignmentType: AssignmentType; search: string },
) => readQueuePage(context, { search, isLoyalty: false, queue: QUEUE_OF[assignmentType] }, input);

/** A page of the submissions that wait for the signed-in reviewer. */
export const readApprovals = (context: CallContext, { search, ...input }: PageInput & { search: string }) =>
  readQueuePage(
    context,
    { search, isLoyalty: false, queue: "open", reviewer: context.administrator.id },
    input,
  );

async function readQueuePage({ shop, clock }: CallContext, filter: SubmissionFilter, input: PageInput) {
  const now = clock.now();
  return readShop(shop.domain, async (tx) => {
    const [{ targetHours }, page] = await Promise.all([
      readReviewSettings(tx, shop.domain),
      listSubmissions(tx, requestOf(filter, input)),
    ]);
    return {
      ...numberedPage(
        page.rows.map((record) => queueRowOf(record, now, targetHours)),
        { ...input, total: page.total },
      ),
      isExact: page.isExact,
    };
  });
}

/** A page of submissions, in any status. */
export async function readSubmissions({ shop }: CallContext, filter: SubmissionFilter, input: PageInput) {
  const page = await readShop(shop.domain, (tx) => listSubmissions(tx, requestOf(filter, input)));
  return { ...numberedPage(page.rows.map(rowOf), { ...input, total: page.total }), isExact: page.isExact };
}

const requestOf = (
  filter: SubmissionFilter,
  { sortField, sortOrder, page, pageSize }: PageInput,
): SubmissionsRequest => ({
  filter,
  order: { key: sortField, descending: sortOrder === "desc" },
  page,
  pageSize,
});

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null;

function queueRowOf(record: SubmissionRecord, now: Date, targetHours: number): QueueRow {
  const age = Math.max(0, Math.floor((+now - +record.createdAt) / 1000));
  const name = `${record.firstName} ${record.lastName}`.trim();
  return {
    id: Number(record.id),
    name,
    displayName: name,
    email: record.email,
    reviewer: record.reviewer,
    reviewerId: record.reviewerId,
    status: record.status,
    holdReason: record.holdReason,
    isAnswered: record.isAnswered,
    assignedDate: instantOf(record.assignedAt),
    createdDate: record.createdAt.toISOString(),
    ageOfSubmission: age,
    dueDate: new Date(+record.createdAt + targetHours * 3_600_000).toISOString(),
    isLate: age > targetHours * 3_600,
    shippingAddress1: record.shippingAddress1,
    shippingAddress2: record.shippingAddress2,
    addressUsed: record.addressUsed,
    receiptIdUsed: record.receiptIdUsed,
    problem: record.problem,
    ...enteredOf(record),
  };
}

const enteredOf = ({ promotion, amountCents, ageRange, riskScore, signals }: SubmissionRecord) => ({
  promotion,
  amountCents: amountCents === null ? null : centsFromDatabase(amountCents),
  ageRange,
  riskScore,
  risks: signals.map((signal) => RISK_SIGNALS[signal].name),
});

const rowOf = (record: SubmissionRecord): SubmissionRow => ({
  id: Number(record.id),
  email: record.email,
  createdDate: record.createdAt.toISOString(),
  status: record.status,
  denyReason: record.denyReason,
  shippingAddress1: record.shippingAddress1,
  shippingAddress2: record.shippingAddress2,
  addressUsed: record.addressUsed,
  receiptIdUsed: record.receiptIdUsed,
  reviewer: record.reviewer,
  approver: record.approver,
  aprovedDate: instantOf(record.approvedAt),
  denier: record.denier,
  deniedDate: instantOf(record.deniedAt),
  orderName: record.orderName,
  fulfillmentStatus: record.fulfillmentStatus,
  ...enteredOf(record),
});

const answer = <Row>(list: Row[]) => ({ status: true as const, msg: "", list });

/** Puts values into a look-up list, numbered from 1. */
export const optionsOf = <Key extends string, Value extends string>(key: Key, values: readonly Value[]) =>
  answer(values.map((value, index) => ({ id: index + 1, ...({ [key]: value } as Record<Key, Value>) })));

const read = async <Row>({ shop }: CallContext, work: (tx: ShopTransaction) => Promise<Row[]>) =>
  answer(await withShop(shop.domain, work));

/** A look-up list of the advanced filters. */
export async function readChoiceOptions<Key extends string>(
  context: CallContext,
  key: Key,
  kind: FilterChoiceKind,
) {
  const { values, isComplete } = await readShop(context.shop.domain, (tx) => readFilterChoices(tx, kind));
  return { ...optionsOf(key, values), isComplete };
}

/** The promotions of the advanced filters. */
export const readPromotionOptions = async (context: CallContext) =>
  answer(await readShop(context.shop.domain, readFilterPromotions));

export async function readPeopleOptions(context: CallContext) {
  return answer(await readShop(context.shop.domain, readFilterPeople));
}

export async function readReasonOptions(context: CallContext) {
  return answer(await readShop(context.shop.domain, readFilterReasons));
}

export const readReviewerOptions = (context: CallContext) => read(context, readReviewers);

export const readDenyOptions = (context: CallContext) => read(context, (tx) => readDenyReasons(tx, false));

export const readLoyaltyDenyOptions = (context: CallContext) =>
  read(context, (tx) => readDenyReasons(tx, true));

export const readHoldOptions = (context: CallContext) => read(context, readHoldReasons);
