import { CONFIRM_WITHIN_HOURS } from "~/platform/confirmation-link";

/** The text of a page with one message. */
export interface Sentence {
  title: string;
  text: string;
}

export const title = (shop: string): string => `Register with ${shop}`;
export const INTRODUCTION = "Enter the code that you were given. Your registration is then reviewed.";
export const REGISTER = "Register";
export const KIND_LABEL = "I register as";
export const KIND_LABELS = { student: "Student", staff: "Staff" } as const;

export const CODE_NOT_VALID = "Registration Code not valid.";
export const KIND_NOT_VALID = "Choose whether you register as a student or as staff.";

/**
 * At the field with the code, for one that doesn't exist, can't be used today, or isn't for this address. It doesn't say which, so that
 * guessing reveals little.
 */
export const CODE_NOT_USABLE =
  "This code can't be used with this email address. Check both, or ask the person who gave you the code.";

/** The same for every address, so that the page doesn't reveal who has registered. */
export const REQUESTED: Sentence = {
  title: "Check your email",
  text: `If this address hasn't registered with this code yet, you get an email with a link within a few minutes. Your registration counts after you confirm it with this link, within ${CONFIRM_WITHIN_HOURS} hours. Check your spam folder if you don't see it.`,
};

export const CONFIRM = "Confirm registration";
export const confirmText = (shop: string): string => `Confirm that you register with ${shop} as:`;

export const LINK_NOT_VALID: Sentence = {
  title: "This link doesn't work",
  text: "It's incomplete, or it has expired. If you haven't confirmed your registration yet, register again.",
};

const refusedCode = (text: string): Sentence => ({ title: "This code can't be used", text });
/** Shown only after the link in the email, so it may say why the code is refused: the person entered a valid one. */
export const EXPIRED_CODE = refusedCode(
  "This code has expired. Ask the person who gave it to you for a new one.",
);
export const USED_UP_CODE = refusedCode(
  "This code has been used as often as it can be. Ask the person who gave it to you for a new one.",
);
export const NOT_ALLOWED = refusedCode(
  "This code isn't for this email address. Use the address of your school or company.",
);
export const notYet = (day: string): Sentence =>
  refusedCode(`This code can be used from ${day} on. Please come back then.`);

export const registered = (shop: string): Sentence => ({
  title: "You are registered",
  text: `Thank you. ${shop} reviews your registration. You don't need to do anything else.`,
});

export const pending = (shop: string): Sentence => ({
  title: "Your registration is being saved",
  text: `${shop} is saving your registration. This takes a few minutes, and you don't need to do anything.`,
});

export const refused = (shop: string): Sentence => ({
  title: "Registration failed",
  text: `The shop couldn't save your registration, and the code wasn't used. Please check your email address and try again. If it happens again, please contact ${shop}.`,
});
