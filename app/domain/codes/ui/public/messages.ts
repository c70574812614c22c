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

/** In the email and on the page of its link only, so that it doesn't say to others who has registered. */
export const REGISTERED_BEFORE =
  "This email address has registered with this code before. You don't need to do anything else.";

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
