import type { AudienceId } from "../../audiences";

/** What the invitation is for, in a sentence. */
const INVITED: Record<AudienceId, (title: string) => string> = {
  partner: () => "You are invited as a partner.",
  retiree: () => "You are invited as a retiree.",
  invite: () => "You are invited.",
  toolconnect: () => "You are invited to use tool-connect.",
  event: (title) => `You are invited to ${title}.`,
  usertype: (title) => `You are invited as ${title}.`,
};

export const invitedText = (audience: AudienceId, title: string): string => INVITED[audience](title);

export const REGISTER = "Register";
export const JOIN_LIST = "Join the waiting list";
export const FULL_BUT_WAITING =
  "This event is full: every place has been taken. Join the waiting list. When a place becomes free, the next person on the list gets it, and an email.";
export const YOUR_REGISTRATION = "See or change your registration";
export const ADDRESS_IS_FIXED = "The invitation is for this address.";
export const NOT_YOU = "Not you? Then close this page. Nothing is saved before you register.";

/** The text of a page with one message. */
export interface Sentence {
  title: string;
  text: string;
}

export const registered = (shop: string, firstName: string): Sentence => ({
  title: "You are registered",
  text: `Thank you, ${firstName}. You are registered with ${shop}. You don't need to do anything else.`,
});

export const REGISTERED_BEFORE: Sentence = {
  title: "You are already registered",
  text: "This link was already used, and you don't need to do anything else. If it wasn't you who registered, please contact the shop.",
};

export const WAITING: Sentence = {
  title: "You are on the waiting list",
  text: "When a place becomes free, the next person on the list gets it, and an email. You don't need to do anything else.",
};

/** @param until an instant with its time zone */
export const expired = (shop: string, until: string): Sentence => ({
  title: "This link has expired",
  text: `It worked until ${until}. If you can't get a new one here, please ask ${shop} to invite you again.`,
});

export const RENEWABLE = "We can email you a new one, to the address that was invited.";
export const EMAIL_ME = "Email me a new link";

export const declined = (shop: string): Sentence => ({
  title: "Thank you for your answer",
  text: `${shop} sees that you don't want to register. If you change your mind, open the link of the email again.`,
});

export const DECLINE_LABEL = "I don't want to register";
export const declineWarning = (shop: string): string =>
  `${shop} sees your answer. You can change your mind until the link expires.`;

export const revoked = (shop: string): Sentence => ({
  title: "This link no longer works",
  text: `The invitation was canceled. If you received a newer email from ${shop}, use its link. Otherwise, please contact the shop.`,
});

export const unknown = (shop: string): Sentence => ({
  title: "This link isn't valid",
  text: `The link is incomplete, or it isn't from ${shop}. Please open the link from the email, or copy all of it.`,
});

export const pending = (shop: string): Sentence => ({
  title: "Your registration is being saved",
  text: `${shop} is saving your registration. This takes a few minutes, and you don't need to do anything. Open this page again to see the result.`,
});

/** @param why the reason that registration is closed, as a sentence */
export const closed = (why: string): Sentence => ({ title: "You can't register", text: why });

export const refused = (shop: string): Sentence => ({
  title: "Registration failed",
  text: `The shop couldn't save your registration, and nothing was changed. Please try again in a few minutes. If it happens again, please contact ${shop}.`,
});

export const GO_TO_SHOP = (shop: string): string => `Go to ${shop}`;
