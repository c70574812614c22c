import { and, eq } from "drizzle-orm";
import { MailRefused, type MailServer } from "~/connectors/mail/port";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { accountInviteSend, accountStateByEmail } from "~/connectors/shopify/operations/customers";
import { refuseUserErrors } from "~/connectors/shopify/port";
import { ensureCustomer } from "~/domain/customers/ensure-customer.server";
import { hasClassicAccounts } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import type { Invitation } from "./invitation.server";
import { invitationLinks, invitations } from "./tables.server";

/** The parts of a queued email that matter here. */
interface InvitationMail {
  shop: string;
  linkId: string | null;
}

/**
 * The transport of an invitation's email. In a shop with classic customer accounts Shopify sends the invitation: the person becomes
 * a customer, still without the audience's tags, and Shopify's email lets them enable the account, which it reports
 * (`acceptEnabled`). A person with an enabled account gets our own email with the personal link, as in shops with new accounts.
 * @param server the transport of our own emails
 */
export async function invitationTransport(mail: InvitationMail, server: MailServer): Promise<MailServer> {
  const { shop, linkId } = mail;
  if (linkId === null || !(await hasClassicAccounts(shop))) return server;
  const invitation = await invitationOfLink(shop, linkId);
  return invitation ? shopifysInvite(invitation, server) : server;
}

function shopifysInvite(invitation: Invitation, server: MailServer): MailServer {
  const { email, firstName, lastName } = invitation;
  const tools = { adminApi: liveAdminApi(invitation.shop), call: { priority: "bulk" } as const };
  const { adminApi, call } = tools;
  return {
    async send(mail) {
      const isEnabled = await asMailServer(async () => {
        const { customer } = await adminApi.run(accountStateByEmail, { email }, call);
        if (customer?.state === "ENABLED") return true;
        const { id } = await ensureCustomer(tools, { email, firstName, lastName, tags: [] });
        const variables = { customerId: id, subject: mail.subject };
        const answer = await adminApi.run(accountInviteSend, variables, call);
        refuseUserErrors("invite the customer", answer.customerSendAccountInviteEmail);
        return false;
      });
      if (isEnabled) await server.send(mail);
    },
  };
}

/** Maps Shopify's answers to a mail server's: a refusal with reasons is final, no answer means a retry. */
async function asMailServer<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new MailRefused(error.code === "SHOPIFY_REFUSED" ? "mail" : "later", error.message);
  }
}

async function invitationOfLink(shop: string, linkId: string): Promise<Invitation | undefined> {
  const [found] = await withShop(shop, (tx) =>
    tx
      .select({ invitation: invitations })
      .from(invitationLinks)
      .innerJoin(
        invitations,
        and(eq(invitations.shop, shop), eq(invitations.id, invitationLinks.invitationId)),
      )
      .where(and(eq(invitationLinks.shop, shop), eq(invitationLinks.id, linkId))),
  );
  return found?.invitation;
}
