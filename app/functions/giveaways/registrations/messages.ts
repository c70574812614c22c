/** A page that says one thing. */
export interface Sentence {
  title: string;
  text: string;
}

export const REGISTER = "Register";
export const EMAIL_HINT = "Each address takes part once.";

export const FIRST_NAME_NOT_VALID = "First Name not valid.";
export const LAST_NAME_NOT_VALID = "Last Name not valid.";
export const EMAIL_NOT_VALID = "Email not valid.";

export const registered = (name: string, number: number, code: string): Sentence => ({
  title: "You are registered",
  text: `Thank you for taking part in ${name}. Your entry is number ${number.toLocaleString("en-US")}; its code in the draw begins with ${code}. We write to the winners.`,
});

export const registeredBefore = (name: string): Sentence => ({
  title: "You have registered already",
  text: `This address takes part in ${name}, once as every other. There is nothing else to do.`,
});

export const notYet = (name: string, day: string): Sentence => ({
  title: "It has not begun yet",
  text: `One can register for ${name} from ${day} on. Please come back then.`,
});

export const ended = (name: string): Sentence => ({
  title: "It has ended",
  text: `The time to register for ${name} is over. Who wins is told by mail.`,
});

export const full = (name: string): Sentence => ({
  title: "Every place is taken",
  text: `${name} has as many entries as it takes, so nobody can register any more.`,
});

export const unknown = (shop: string): Sentence => ({
  title: "There is no such giveaway",
  text: `The address is not complete, or ${shop} has taken the giveaway back.`,
});

export const fairness = (commitment: string): string =>
  `The draw can be checked: its seed is fixed already, and has the SHA-256 ${commitment}.`;
