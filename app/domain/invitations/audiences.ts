import type { MailTextId } from "~/domain/mail/texts";
import type { Flag } from "~/platform/auth/permission";

/** Whom an invitation is for, and what follows from it. */
export interface Audience {
  /** Who may invite them, and sees them. */
  flag: Flag;
  /** The list that shows them: the name under which it refreshes. */
  list: string;
  noun: { one: string; many: string };
  /** What whoever accepts becomes: the customer's tags, beside those of the invitation itself. */
  tags: readonly string[];
  mail: MailTextId;
}

/** Everybody whom the store invites, one declaration each. An event's and a user type's own tags come from their group. */
export const AUDIENCES = {
  partner: {
    flag: "showPartnerUsers",
    list: "partnerusers",
    noun: { one: "partner user", many: "partner users" },
    tags: ["Partner"],
    mail: "invitation.partner",
  },
  retiree: {
    flag: "showRetireeUsers",
    list: "retireeusers",
    noun: { one: "retiree user", many: "retiree users" },
    tags: ["Retiree"],
    mail: "invitation.retiree",
  },
  invite: {
    flag: "showInviteUsers",
    list: "inviteusers",
    noun: { one: "invited user", many: "invited users" },
    tags: ["Invited"],
    mail: "invitation.general",
  },
  toolconnect: {
    flag: "showToolConnectInviteUsers",
    list: "toolconnectinviteusers",
    noun: { one: "tool-connect user", many: "tool-connect users" },
    tags: ["Tool-Connect"],
    mail: "invitation.toolconnect",
  },
  event: {
    flag: "showEvents",
    list: "event-invitees",
    noun: { one: "invitee", many: "invitees" },
    tags: [],
    mail: "invitation.event",
  },
  usertype: {
    flag: "showInvites",
    list: "invites",
    noun: { one: "user", many: "users" },
    tags: [],
    mail: "invitation.usertype",
  },
} as const satisfies Record<string, Audience>;

export type AudienceId = keyof typeof AUDIENCES;
export const AUDIENCE_IDS = Object.keys(AUDIENCES) as [AudienceId, ...AudienceId[]];

/** The tag of retirees for whom the box "MTD Users" was ticked (section 2.7 of the first specification text). */
export const MTD_TAG = "MTD";

/** One audience and, where it is made of groups, which of them: an event's or a user type's id as text; else "". */
export interface InvitationScope {
  audience: AudienceId;
  groupId: string;
}

/** The tags that an invitation stands for: those of its audience and its own. An event's and a user type's come on top. */
export const invitationTags = (invitation: {
  audience: AudienceId;
  is_mtd: boolean;
  additional_tags: readonly string[];
}): string[] => [
  ...AUDIENCES[invitation.audience].tags,
  ...(invitation.is_mtd ? [MTD_TAG] : []),
  ...invitation.additional_tags,
];
