/** Error texts for failures without a reason that the user could act on. */
export const FALLBACKS = {
  records: "Error loading Records",
  assignees: "Error loading assignee",
  assign: "Error : Assignee not changed",
  denyReasons: "Error getting Deny list",
  holdReasons: "Error getting Hold list",
  detail: "Error getting in submission details",
  statuses: "Error getting Submission Status list",
  pending: "Error loading pending submission",
  queryPending: "Error querying pending submission",
  submissions: "Error getting submissions list",
  loyaltyApprove: "Error in submission Approval",
  approve: "Error approving submission",
  loyaltyDeny: "Error in denying submission",
  deny: "Error denying submission",
  hold: "Error putting submission on hold",
  update: "Error updating submission",
  load: "Error loading submission list",
  query: "Error querying submission list",
  filters: "Error getting filters",
  exportAll: "Error in exporting all submission",
  export: "Error exporting submissions",
  denyList: "Error loading deny list",
  createReason: "Error creating Reason",
  updateReason: "Error updating Reason",
  deleteReason: "Error deleting Reason",
} as const;

export const ASSIGNED = "Assignee changes successfully";
export const APPROVED = "Submission Approved Successfully";
export const DENIED = "Submission Denied successfully";
export const HELD = "Submission Hold successfully";
export const REASON_CREATED = "New Reason created";
export const REASON_UPDATED = "New Reason updated";
export const REASON_DELETED = "Reason deleted";

/** The most submissions that one call changes. */
export const MAX_SELECTED = 100;
export const MAX_RECORDS = "Max Records to update is set to: 100";
