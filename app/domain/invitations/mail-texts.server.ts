import { type MailText, mailText, type Placeholder } from "~/core/mail/mail-text";
import type { AudienceId } from "./audiences";
import { type mailValues, readMailValues, reasonNotToSend } from "./mails.server";
import { invitationTransport } from "./shopifys-invite.server";

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

interface Invitation<Name extends string>
  extends Pick<MailText<Name>, "id" | "name" | "when" | "subject" | "placeholders"> {
  what: string;
}

const invitationText = <Name extends keyof ReturnType<typeof mailValues>>({
  what,
  ...text
}: Invitation<Name>) =>
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
