/** What a promotion lets a customer choose from, by the name of its field. */
export const CHOICE_KINDS = [
  "retailers",
  "models",
  "methods",
  "ages",
  "genders",
  "countries",
  "states",
] as const;

export type ChoiceKind = (typeof CHOICE_KINDS)[number];

export type Choices = Readonly<Record<ChoiceKind, readonly string[]>>;

/** The form's fields take at least as many characters. */
export const MAX_CHOICE_LENGTH = 120;

/** Whether a promotion accepts one submission per address, one per person, or any number. */
export const SUBMISSION_LIMITS = ["address", "person", "none"] as const;

export type SubmissionLimit = (typeof SUBMISSION_LIMITS)[number];

interface FormField {
  label: string;
  isOptional?: true;
  /** The promotion's choices for it. Without any, it is a text. */
  choice?: ChoiceKind;
  type?: "email" | "date" | "tel";
  autoComplete?: string;
  maxLength?: number;
}

const FORM = {
  email: { label: "Email", type: "email", autoComplete: "email", maxLength: 254 },
  gender: { label: "Gender", choice: "genders" },
  ageRange: { label: "Age Range", choice: "ages" },
  purchasingMethod: { label: "Purchasing Method", choice: "methods" },
  purchaseDate: { label: "Purchase Date", type: "date", maxLength: 10 },
  receiptId: { label: "Receipt ID", maxLength: 100 },
  amount: { label: "Amount on the receipt", isOptional: true, maxLength: 15 },
  modelNumber: { label: "Model Number", choice: "models", maxLength: MAX_CHOICE_LENGTH },
  retailer: { label: "Retailer", choice: "retailers" },
  purchaseCity: { label: "City of Purchase", isOptional: true },
  purchaseState: { label: "State of Purchase", choice: "states" },
  shippingFirstName: { label: "First Name", autoComplete: "given-name" },
  shippingLastName: { label: "Last Name", autoComplete: "family-name" },
  shippingAddress1: { label: "Address", autoComplete: "address-line1" },
  shippingAddress2: { label: "Apartment, suite, etc.", isOptional: true, autoComplete: "address-line2" },
  shippingCity: { label: "City", autoComplete: "address-level2" },
  shippingState: { label: "State", autoComplete: "address-level1" },
  shippingPostalCode: { label: "Postal Code", autoComplete: "postal-code", maxLength: 20 },
  shippingCountry: { label: "Country", choice: "countries", autoComplete: "country-name" },
  phone: { label: "Phone", type: "tel", isOptional: true, autoComplete: "tel", maxLength: 25 },
} as const satisfies Record<string, FormField>;

export type FieldName = keyof typeof FORM;

export type FormValues = Record<FieldName, string>;

/** The fields of the form, in their order. */
export const FIELDS: Readonly<Record<FieldName, FormField>> = FORM;
