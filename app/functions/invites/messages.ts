import { pluralize } from "~/platform/text/pluralize";

/** The tabs of the screen, as their cookie and address have them. */
export const INVITES_TABS = ["invitedUsers", "registeredUsers", "userTypes"] as const;

type InvitesTab = (typeof INVITES_TABS)[number];

/** Names the deleted user types instead of a tab, in the page's address. */
export const DELETED_USER_TYPES = "deletedUserTypes";

export const INVITES_TAB_NAMES: Record<InvitesTab, string> = {
  invitedUsers: "Invited Users",
  registeredUsers: "Registered Users",
  userTypes: "User Types",
};

/** The messages for failures without a reason that the person could act on. */
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

/** The maximum number of invitations that one request resends, deletes or restores. */
export const MAX_BULK_CHANGES = 100;

export const EXPORT_STARTED = "The spreadsheet is being written. It will be in Jobs.";

interface Outcome {
  done: number;
  what: string;
  /** The reasons why some of them get no email, although it was done. */
  notSent?: readonly string[];
  /** Why it wasn't done with the others. */
  refused: readonly string[];
}

/** What was done with several invitations, and why not with the others. */
export function outcomeText({ done, what, notSent = [], refused }: Outcome): string {
  const sentences = done > 0 ? [`${pluralize(done, "invitation was", "invitations were")} ${what}.`] : [];
  if (notSent.length > 0)
    sentences.push(
      `${pluralize(notSent.length, "invitation wasn't", "invitations weren't")} sent: ${reasons(notSent)}`,
    );
  if (refused.length === 0) return sentences.join(" ");
  if (sentences.length === 0) return reasons(refused);
  const others = pluralize(refused.length, "wasn't", "weren't");
  return `${sentences.join(" ")} ${others}: ${reasons(refused)}`;
}

const reasons = (all: readonly string[]): string => [...new Set(all)].slice(0, 3).join(" ");
