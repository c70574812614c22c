/** The text of a page with one message. */
export interface Sentence {
  title: string;
  text: string;
}

export const REGISTER = "Register";
export const EMAIL_HINT = "Each email address can enter once.";

export const FIRST_NAME_NOT_VALID = "First Name not valid.";
export const LAST_NAME_NOT_VALID = "Last Name not valid.";
export const EMAIL_NOT_VALID = "Email not valid.";

export const registered = (name: string, number: number, code: string): Sentence => ({
  title: "You are registered",
  text: `Thank you for taking part in ${name}. Your entry is number ${number.toLocaleString("en-US")}; its code in the draw begins with ${code}. We email the winners.`,
});

export const registeredBefore = (name: string): Sentence => ({
  title: "You are already registered",
  text: `This email address already takes part in ${name}. You don't need to do anything else.`,
});

export const notYet = (name: string, day: string): Sentence => ({
  title: "Registration isn't open yet",
  text: `Registration for ${name} opens on ${day}. Please come back then.`,
});

export const ended = (name: string): Sentence => ({
  title: "Registration has ended",
  text: `Registration for ${name} has closed. We notify the winners by email.`,
});

export const full = (name: string): Sentence => ({
  title: "All places are taken",
  text: `${name} has reached its maximum number of entries, so registration is closed.`,
});

export const unknown = (shop: string): Sentence => ({
  title: "Giveaway not found",
  text: `The link is incomplete, or ${shop} has removed the giveaway.`,
});

export const fairness = (commitment: string): string =>
  `Anyone can verify the draw. Its seed is already fixed and has the SHA-256 ${commitment}.`;

export const fairnessOfAnother = (commitment: string): string =>
  `The seed of another draw, should there be one, is already fixed and has the SHA-256 ${commitment}.`;

/** Says neither who it is nor why they are out: the public knows entries by number only. */
export const withdrawalText = ({ number, movedUp }: { number: number; movedUp: number | null }): string =>
  movedUp === null
    ? `After the draw, entry ${number} was withdrawn. No alternate moved up.`
    : `After the draw, entry ${number} was withdrawn, and entry ${movedUp} moved up.`;
