import { Badge, Text } from "@shopify/polaris";
import { EmailText } from "~/ui/EmailText";
import { RowLink } from "~/ui/list/RowLink";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import type { MailRow } from "../contract";
import { STATE_BADGES } from "../states";

/** A row of the list of emails. */
export const mailCells = {
  createdAt: (mail) => <Moment at={mail.createdAt} time />,
  to: ({ to: { name, email } }) =>
    name ? (
      <>
        <div>{name}</div>
        <Text as="span" tone="subdued" fontWeight="regular">
          <EmailText email={email} />
        </Text>
      </>
    ) : (
      <EmailText email={email} />
    ),
  subject: (mail) => <RowLink to={`/mail/${mail.id}`}>{mail.subject}</RowLink>,
  state: (mail) => <MailStateBadge state={mail.state} />,
  problem: (mail) => mail.problem,
} satisfies Cells<MailRow>;

/** An email's state. */
export function MailStateBadge({ state }: Pick<MailRow, "state">) {
  const { label, tone } = STATE_BADGES[state];
  return <Badge tone={tone}>{label}</Badge>;
}
