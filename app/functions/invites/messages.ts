import { pluralize } from "~/platform/text/pluralize";
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

export const EXPORT_STARTED = "The spreadsheet is being written. It will be in the job center.";

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
      `${pluralize(notSent.length, "invitation was", "invitations were")} renewed without an email: ${reasons(notSent)}`,
    );
  if (refused.length === 0) return sentences.join(" ");
  if (sentences.length === 0) return reasons(refused);
  const others = pluralize(refused.length, "wasn't", "weren't");
  return `${sentences.join(" ")} ${others}: ${reasons(refused)}`;
}

const reasons = (all: readonly string[]): string => [...new Set(all)].slice(0, 3).join(" ");
