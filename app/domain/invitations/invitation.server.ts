import type { invitations } from "./tables.server";

/** An invitation as stored. */
export type Invitation = typeof invitations.$inferSelect;

/** The display name of an invited person in lists, emails and the audit log. */
export const invitedName = ({ firstName, lastName }: Pick<Invitation, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();
