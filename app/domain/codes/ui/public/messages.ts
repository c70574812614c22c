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

/** Shown at the field with the code. */
export const UNKNOWN_CODE = "This code isn't valid. Check it, or ask the person who gave it to you.";
export const EXPIRED_CODE = "This code has expired. Ask the person who gave it to you for a new one.";
export const USED_UP_CODE =
  "This code has been used as often as it can be. Ask the person who gave it to you for a new one.";
export const notYet = (day: string): string => `This code can be used from ${day} on. Please come back then.`;

/** Shown at the field with the email address. */
export const NOT_ALLOWED =
  "This code isn't for this email address. Use the address of your school or company.";

/** Also for an address that has registered before: the page doesn't reveal who has. */
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
