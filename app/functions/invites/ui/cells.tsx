import { InvitationStateText } from "~/domain/invitations/ui/InvitationStateText";
import { EmailText } from "~/ui/EmailText";
import { RowLink } from "~/ui/list/RowLink";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import type { InvitedRow } from "../invitations-contract";

/** A row of the lists of people: the invitation, with its id as the list needs it. */
export type Person = InvitedRow & { id: string };

/** What the columns of both lists of people hold. */
export const PERSON_CELLS = {
  // The customer card needs a kind of customer, and the people of a user type may have none.
  name: ({ displayName, url }) =>
    url ? (
      <RowLink to={url} target="_blank">
        {displayName}
      </RowLink>
    ) : (
      displayName
    ),
  email: ({ email }) => <EmailText email={email} />,
  userType: ({ userType }) => userType,
  createdAt: ({ createdAt }) => <Moment at={createdAt} />,
  registeredAt: ({ stateAt }) => <Moment at={stateAt} />,
  state: (person) => <InvitationStateText {...person} />,
} satisfies Cells<Person>;
