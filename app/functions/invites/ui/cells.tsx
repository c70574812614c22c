import { Badge, type BadgeProps, BlockStack, Link, Text } from "@shopify/polaris";
import { STATE_NAMES } from "~/domain/invitations/states";
import { EmailText } from "~/ui/EmailText";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import type { InvitedRow } from "../invitations-contract";

/** A row of the lists of people: the invitation, with its id as the list needs it. */
export type Person = InvitedRow & { id: string };

const TONES: Partial<Record<Person["state"], BadgeProps["tone"]>> = {
  delivered: "info",
  bounced: "critical",
  accepted: "success",
  expired: "warning",
};

/** What the columns of both lists of people hold. */
export const PERSON_CELLS: Cells<Person> = {
  name: ({ displayName, shopifyCustomerId }) =>
    shopifyCustomerId ? (
      <Link url={`/customers/${shopifyCustomerId}`} removeUnderline>
        {displayName}
      </Link>
    ) : (
      displayName
    ),
  email: ({ email }) => <EmailText email={email} />,
  userType: ({ userType }) => userType,
  createdAt: ({ createdAt }) => <Moment at={createdAt} />,
  registeredAt: ({ stateAt }) => <Moment at={stateAt} />,
  state: ({ state, problem, stateAt }) => (
    <BlockStack gap="050" inlineAlign="start">
      <span title={stateAt}>
        <Badge tone={TONES[state]}>{STATE_NAMES[state]}</Badge>
      </span>
      {problem && (
        <Text as="span" tone="critical" variant="bodySm">
          {problem}
        </Text>
      )}
    </BlockStack>
  ),
};
