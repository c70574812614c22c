import { INVITED_KINDS } from "~/domain/customers/kinds";
import { MTD_TAG } from "~/domain/customers/reserved-tags";
import type { Flag } from "~/platform/auth/permission";

/** A group of invited people, and what its invitations grant. */
export interface Audience {
  /** The flag for inviting and viewing them. */
  flag: Flag;
  /** The list's name for refresh events. */
  list: string;
  noun: { one: string; many: string };
  /** The customer tags granted on acceptance, besides the invitation's own. */
  tags: readonly string[];
}

function audienceOf<const Kind extends Omit<Audience, "tags"> & { tag: string }>({ tag, ...kind }: Kind) {
  return { ...kind, tags: [tag] } as const;
}

/** Every audience, one declaration each. The tags of an event's and a user type's invitations are those of their group. */
export const AUDIENCES = {
  partner: audienceOf(INVITED_KINDS.partner),
  retiree: audienceOf(INVITED_KINDS.retiree),
  invite: audienceOf(INVITED_KINDS.invite),
  toolconnect: audienceOf(INVITED_KINDS.toolconnect),
  event: {
    flag: "showEvents",
    list: "event-invitees",
    noun: { one: "invitee", many: "invitees" },
    tags: [],
  },
  usertype: {
    flag: "showInvites",
    list: "invites",
    noun: { one: "user", many: "users" },
    tags: [],
  },
} as const satisfies Record<string, Audience>;

export type AudienceId = keyof typeof AUDIENCES;
export const AUDIENCE_IDS = Object.keys(AUDIENCES) as [AudienceId, ...AudienceId[]];

/** One audience and, where it is made of groups, which of them: an event's or a user type's id as text; else "". */
export interface InvitationScope {
  audience: AudienceId;
  groupId: string;
}

/** The tags that an invitation grants: its audience's and its own. An event and a user type add theirs. */
export const invitationTags = (invitation: {
  audience: AudienceId;
  is_mtd: boolean;
  additional_tags: readonly string[];
}): string[] => [
  ...AUDIENCES[invitation.audience].tags,
  ...(invitation.is_mtd ? [MTD_TAG] : []),
  ...invitation.additional_tags,
];
