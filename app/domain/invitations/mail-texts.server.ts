import { and, eq } from "drizzle-orm";
import { MailRefused, type MailServer } from "~/connectors/mail/port";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { accountInviteSend, accountStateByEmail } from "~/connectors/shopify/operations/customers";
import { refuseUserErrors } from "~/connectors/shopify/port";
import { type MailText, mailText, type Placeholder } from "~/core/mail/mail-text";
import { ensureCustomer } from "~/domain/customers/ensure-customer.server";
import { hasClassicAccounts } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import type { AudienceId } from "./audiences";
import type { Invitation } from "./invitation.server";
import { type mailValues, readMailValues, reasonNotToSend } from "./mails.server";
import { invitationLinks, invitations } from "./tables.server";

/** The invited person, and the link that accepts the invitation. */
const INVITED_PERSON = {
  name: { meaning: "The person's first name", example: "Ana" },
  link: {
    meaning: "The person's own link, which registers them",
    example: "https://shop.example/invitation/…",
    isLink: true,
  },
} as const satisfies Record<string, Placeholder>;

/** The placeholders of an invitation to something with a name. */
const invitedTo = (title: Placeholder, details: Placeholder) => ({ ...INVITED_PERSON, title, details });

interface InvitationText<Name extends string>
  extends Pick<MailText<Name>, "id" | "name" | "when" | "subject" | "placeholders"> {
  what: string;
}

const invitationText = <Name extends keyof ReturnType<typeof mailValues>>({
  what,
  ...text
}: InvitationText<Name>) =>
  mailText<Name>({
    ...text,
    body: `Hello {{name}},

${what}

Please register here. The link is only for you and works once:

{{link}}

{{shop}}`,
    findObjection: reasonNotToSend,
    // The person or the user type may have been renamed, or the event held back or moved, since the email was queued.
    readValues: readMailValues,
    chooseServer: invitationTransport,
  });

export const partnerInvitation = invitationText({
  id: "invitation.partner",
  name: "Invitation of a partner user",
  when: "A partner user is invited, or invited again",
  subject: "Your invitation to {{shop}}",
  what: "You are invited to {{shop}} as a partner.",
  placeholders: INVITED_PERSON,
});

export const retireeInvitation = invitationText({
  id: "invitation.retiree",
  name: "Invitation of a retiree user",
  when: "A retiree user is invited, or invited again",
  subject: "Your invitation to {{shop}}",
  what: "You are invited to {{shop}} as a retiree.",
  placeholders: INVITED_PERSON,
});

export const generalInvitation = invitationText({
  id: "invitation.general",
  name: "Invitation of a user",
  when: "A person is invited under “invite users”, or invited again",
  subject: "Your invitation to {{shop}}",
  what: "You are invited to {{shop}}.",
  placeholders: INVITED_PERSON,
});

export const toolConnectInvitation = invitationText({
  id: "invitation.toolconnect",
  name: "Invitation of a tool-connect user",
  when: "A person is invited under “tool-connect invite users”, or invited again",
  subject: "Your tool-connect invitation to {{shop}}",
  what: "You are invited to use tool-connect at {{shop}}.",
  placeholders: INVITED_PERSON,
});

export const eventInvitation = invitationText({
  id: "invitation.event",
  name: "Invitation to an event",
  when: "A person is invited to an event, or invited again",
  subject: "You are invited: {{title}}",
  what: "You are invited to {{title}}.\n\n{{details}}",
  placeholders: invitedTo(
    { meaning: "The event's name", example: "Summer sale for friends" },
    { meaning: "When it is", example: "06/30/2027 6:00 PM to 06/30/2027 10:00 PM" },
  ),
});

export const userTypeInvitation = invitationText({
  id: "invitation.usertype",
  name: "Invitation of a user type",
  when: "A person is invited under “invites”, or invited again",
  subject: "Your invitation to {{shop}}",
  what: "You are invited to {{shop}} as {{title}}.\n\n{{details}}",
  placeholders: invitedTo(
    { meaning: "The user type's name", example: "Distributor" },
    { meaning: "More about it. Empty if there is nothing to add", example: "" },
  ),
});

// Without their placeholders' names: one caller fills them all, and plain invitations have no title.
const TEXTS: Record<AudienceId, MailText> = {
  partner: partnerInvitation,
  retiree: retireeInvitation,
  invite: generalInvitation,
  toolconnect: toolConnectInvitation,
  event: eventInvitation,
  usertype: userTypeInvitation,
};

/** The email that invites an audience. */
export const invitationTextOf = (audience: AudienceId): MailText => TEXTS[audience];

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
async function invitationTransport(mail: InvitationMail, server: MailServer): Promise<MailServer> {
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
