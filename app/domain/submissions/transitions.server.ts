import { defineStates } from "~/platform/states";
import type { SubmissionStatus } from "./statuses";

const ASSIGNED = "It is assigned to a reviewer.";
const DENIED = "Its reviewer denies it, or its customer withdraws it.";
const APPROVED = "Its reviewer approves it.";
const RELEASED = "Its reviewer may no longer review submissions.";
const CANCELED = "Its order was canceled.";
const DELIVERED = "Its order was delivered.";

/** The states of a submission. */
export const submissionStates = defineStates<SubmissionStatus>({
  table: "submissions",
  column: "status",
  transitions: {
    Unassigned: {
      Assigned: ASSIGNED,
      "In Review": "A reviewer takes it.",
      Denied: "A reviewer denies one of a loyalty promotion, or its customer withdraws it.",
      Approved: "A reviewer approves one of a loyalty promotion.",
    },
    Assigned: {
      Unassigned: RELEASED,
      "In Review": "Its reviewer opens it.",
      Denied: DENIED,
      Approved: APPROVED,
    },
    "In Review": { Unassigned: RELEASED, Assigned: ASSIGNED, Denied: DENIED, Approved: APPROVED },
    Denied: {},
    Approved: {
      "In Review": "The approval is undone, or its order can't be created.",
      "Order Created": "Its order was created.",
    },
    "Order Created": { Shipped: "Its order was shipped.", Delivered: DELIVERED, "In Review": CANCELED },
    Shipped: { Delivered: DELIVERED, "Order Created": "Its shipment was canceled.", "In Review": CANCELED },
    Delivered: { "In Review": CANCELED },
  },
});
