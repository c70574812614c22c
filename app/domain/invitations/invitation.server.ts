import type { invitations } from "./tables.server";

/** An invitation as its row has it. */
export type Invitation = typeof invitations.$inferSelect;

/** How an invited person is called in lists, mails and the audit. */
export const invitedName = ({ firstName, lastName }: Pick<Invitation, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();
