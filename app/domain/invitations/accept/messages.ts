import type { AudienceId } from "../audiences";

/** What somebody is invited to, in a sentence. */
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
export const ADDRESS_IS_FIXED = "The invitation is for this address.";
export const NOT_YOU = "Not you? Then close this page. Nothing is saved before you register.";

/** A page that says one thing. */
export interface Sentence {
  title: string;
  text: string;
}

export const registered = (shop: string, firstName: string): Sentence => ({
  title: "You are registered",
  text: `Thank you, ${firstName}. You are registered with ${shop}; there is nothing else to do.`,
});

export const REGISTERED_BEFORE: Sentence = {
  title: "You have registered already",
  text: "This link has done its work, and there is nothing else to do. If it was not you who registered, please tell the shop.",
};

export const expired = (shop: string, day: string): Sentence => ({
  title: "This link has run out",
  text: `It worked until ${day}. Please ask ${shop} to invite you again.`,
});

export const revoked = (shop: string): Sentence => ({
  title: "This link does not work any more",
  text: `The invitation was taken back. If a newer mail from ${shop} came, use the link in that one; else please ask the shop.`,
});

export const unknown = (shop: string): Sentence => ({
  title: "This link does not work",
  text: `It is not complete, or it is not from ${shop}. Please open the link in the mail itself, or copy it whole.`,
});

export const pending = (shop: string): Sentence => ({
  title: "Your registration is being saved",
  text: `${shop} has your registration, and finishes it within a few minutes. You need not do anything; this page tells when you open it again.`,
});

/** @param why nobody can register now, in a sentence */
export const closed = (why: string): Sentence => ({ title: "You cannot register", text: why });

export const refused = (shop: string): Sentence => ({
  title: "The registration did not work",
  text: `The shop could not save it, and nothing was changed. Please try again in a few minutes. If it happens again, please tell ${shop}.`,
});

export const GO_TO_SHOP = (shop: string): string => `Go to ${shop}`;
