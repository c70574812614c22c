import { operation, type UserError } from "../operation";

/** Where the classic account of the customer with this address stands; null when there is no such customer. */
export const accountStateByEmail = operation<
  { customer: { state: "DECLINED" | "DISABLED" | "ENABLED" | "INVITED" } | null },
  { email: string }
>(
  `query AccountStateByEmail($email: String!) {
  customer: customerByIdentifier(identifier: { emailAddress: $email }) { state }
}`,
);

/**
 * Shopify's own mail with which a customer enables their classic account. Only where a shop has such accounts. Not repeatable:
 * each request is a mail.
 */
export const accountInviteSend = operation<
  { customerSendAccountInviteEmail: { userErrors: UserError[] } | null },
  { customerId: string; subject: string }
>(
  `mutation AccountInviteSend($customerId: ID!, $subject: String!) {
  customerSendAccountInviteEmail(customerId: $customerId, email: { subject: $subject }) {
    userErrors { code field message }
  }
}`,
  { repeatable: false },
);
