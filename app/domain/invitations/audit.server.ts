import { sql } from "drizzle-orm";
import { auditAction, MAY_NAME_OTHERS } from "~/core/audit/audit-action.server";
import {
  auditGroup,
  auditSubject,
  type FoundSubject,
  INTEGER_ID,
  readUuid,
  UUID_ID,
} from "~/core/audit/audit-subject.server";
import { customerSubject } from "~/domain/customers/audit.server";
import type { InvitationState } from "./states";

interface FoundInvitation extends FoundSubject {
  email: string;
  state: InvitationState;
}

export const invitationSubject = auditSubject<FoundInvitation>("invitation", {
  id: UUID_ID,
  find: (shop, id) => sql`SELECT json_build_object(
      'name', trim(i.first_name || ' ' || i.last_name), 'email', i.email, 'state', i.state)
    FROM invitations AS i WHERE i.shop = ${shop} AND i.id = ${id}`,
  search: { from: sql`invitations_of_shop`, id: sql`id`, text: sql`search_text` },
  readId: readUuid,
  nameless: "An invitation",
  // An invitation has no page of its own: this is its row in its list.
  urlOf(_id, found, listPath) {
    if (!found || !listPath) return null;
    const tab = found.state === "accepted" ? "registered" : "invited";
    return `${listPath}?${new URLSearchParams({ tab, q: found.email })}`;
  },
});

/** The invitations that a customer has accepted. */
export const invitationsOfCustomer = auditGroup({
  member: customerSubject,
  group: invitationSubject,
  groupsOf: (shop, customerId) => sql`SELECT i.id::text FROM invitations AS i
    WHERE i.shop = ${shop} AND i.customer_id = ${customerId}`,
});

interface InvitedSide {
  name: string;
  email: string;
  /** What the invitation is for. */
  to: string;
}

export const invitationSent = auditAction<null, InvitedSide & { mails: number }>(
  "invitation.sent",
  "Invited a person",
  MAY_NAME_OTHERS,
);

/** A new email with a new link, to a person who was invited before. */
export const invitationSentAgain = auditAction<null, InvitedSide & { mails: number }>(
  "invitation.sent again",
  "Sent an invitation again",
  MAY_NAME_OTHERS,
);

/** The invitation is stored, but its address accepts no email. */
export const invitationNotSent = auditAction<null, InvitedSide & { problem: string }>(
  "invitation.not sent",
  "Couldn't email an invitation",
  MAY_NAME_OTHERS,
);

export const invitationEdited = auditAction<{ name: string }, { name: string }>(
  "invitation.edited",
  "Changed the names on an invitation",
  MAY_NAME_OTHERS,
);

export const invitationDeleted = auditAction<InvitedSide, null>(
  "invitation.deleted",
  "Deleted an invitation",
  MAY_NAME_OTHERS,
);

export const invitationRestored = auditAction<null, InvitedSide>(
  "invitation.restored",
  "Restored an invitation",
  MAY_NAME_OTHERS,
);

export const invitationAccepted = auditAction<{ state: string }, { state: string; customer: string }>(
  "invitation.accepted",
  "Accepted an invitation",
  MAY_NAME_OTHERS,
);

/** Shopify refused to save the customer. */
export const invitationRefused = auditAction<null, { name: string; reason: string }>(
  "invitation.refused",
  "Couldn't register an invited person",
  MAY_NAME_OTHERS,
);

export const invitationDeclined = auditAction<{ state: string }, { name: string; state: string }>(
  "invitation.declined",
  "Declined an invitation",
  MAY_NAME_OTHERS,
);

export const userTypeSubject = auditSubject("userType", {
  id: INTEGER_ID,
  find: (shop, id) => sql`SELECT json_build_object('name', t.name) FROM user_types AS t
    WHERE t.shop = ${shop} AND t.id = ${id}`,
  nameless: "A user type",
});

type UserTypeSide = Record<string, string | boolean>;

/** Also of one that is added or restored: there is nothing before. */
export const userTypeChanged = auditAction<UserTypeSide | null, UserTypeSide>(
  "userType.changed",
  "Changed a user type",
);

export const userTypeDeleted = auditAction<UserTypeSide, null>("userType.deleted", "Deleted a user type");
