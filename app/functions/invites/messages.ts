/** What is said when something failed without a reason that the person could do anything about. */
export const FALLBACKS = {
  loadUserTypes: "Error loading user types",
  loadInvites: "Error loading invite log",
  send: "Error sending invite",
  remove: "Error deleting invite",
  exportUsers: "Error exporting users",
  createType: "Error creating user type",
  updateType: "Error updating user type",
  deleteType: "Error deleting user type",
} as const;

/** How long a status message is shown, in seconds. */
export const SHOWN_SECONDS = { success: 5, error: 10 } as const;

/** As many invitations as one request sends again, deletes or brings back by itself. */
export const MAX_BULK_CHANGES = 100;

export const EXPORT_STARTED = "The spreadsheet is being written. It will be in the job center.";

/** "12 users", "1 user". */
export const usersInWords = (count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "user" : "users"}`;

const invitationsAre = (count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "invitation was" : "invitations were"}`;

/** Some of what was asked for, and of the rest why not. */
export function outcomeText(done: number, what: string, refused: readonly string[]): string {
  const sentence = `${invitationsAre(done)} ${what}.`;
  if (refused.length === 0) return sentence;
  const why = [...new Set(refused)].slice(0, 3).join(" ");
  return done === 0 ? why : `${sentence} ${refused.length.toLocaleString("en-US")} not: ${why}`;
}
