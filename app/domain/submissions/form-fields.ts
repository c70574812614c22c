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

/** The parts of the form, in their order. */
export const SECTIONS = {
  person: "About you",
  purchase: "Your purchase",
  shipping: "Where we send your reward",
} as const;

type Section = keyof typeof SECTIONS;

interface FormField {
  section: Section;
  label: string;
  isOptional?: true;
  /** The promotion's choices for it. Without any, it is a text. */
  choice?: ChoiceKind;
  type?: "email" | "date" | "tel";
  autoComplete?: string;
  /** The keyboard of a phone. */
  inputMode?: "email" | "decimal" | "tel";
  /** A number or name that a phone must not correct. */
  isVerbatim?: true;
  maxLength?: number;
}

const FORM = {
  email: {
    section: "person",
    label: "Email",
    type: "email",
    autoComplete: "email",
    maxLength: 254,
    inputMode: "email",
  },
  gender: { section: "person", label: "Gender", choice: "genders" },
  ageRange: { section: "person", label: "Age Range", choice: "ages" },
  purchasingMethod: { section: "purchase", label: "Purchasing Method", choice: "methods" },
  purchaseDate: { section: "purchase", label: "Purchase Date", type: "date", maxLength: 10 },
  receiptId: { section: "purchase", label: "Receipt ID", maxLength: 100, isVerbatim: true },
  amount: {
    section: "purchase",
    label: "Amount on the receipt",
    isOptional: true,
    maxLength: 15,
    inputMode: "decimal",
  },
  modelNumber: {
    section: "purchase",
    label: "Model Number",
    choice: "models",
    maxLength: MAX_CHOICE_LENGTH,
    isVerbatim: true,
  },
  retailer: { section: "purchase", label: "Retailer", choice: "retailers" },
  purchaseCity: { section: "purchase", label: "City of Purchase", isOptional: true },
  purchaseState: { section: "purchase", label: "State of Purchase", choice: "states" },
  shippingFirstName: { section: "shipping", label: "First Name", autoComplete: "shipping given-name" },
  shippingLastName: { section: "shipping", label: "Last Name", autoComplete: "shipping family-name" },
  shippingAddress1: { section: "shipping", label: "Address", autoComplete: "shipping address-line1" },
  shippingAddress2: {
    section: "shipping",
    label: "Apartment, suite, etc.",
    isOptional: true,
    autoComplete: "shipping address-line2",
  },
  shippingCity: { section: "shipping", label: "City", autoComplete: "shipping address-level2" },
  shippingState: { section: "shipping", label: "State", autoComplete: "shipping address-level1" },
  shippingPostalCode: {
    section: "shipping",
    label: "Postal Code",
    autoComplete: "shipping postal-code",
    maxLength: 20,
    isVerbatim: true,
  },
  shippingCountry: {
    section: "shipping",
    label: "Country",
    choice: "countries",
    autoComplete: "shipping country-name",
  },
  phone: {
    section: "shipping",
    label: "Phone",
    type: "tel",
    isOptional: true,
    autoComplete: "shipping tel",
    maxLength: 25,
    inputMode: "tel",
  },
} as const satisfies Record<string, FormField>;

export type FieldName = keyof typeof FORM;

export type FormValues = Record<FieldName, string>;

/** The field of the receipt, which isn't among `FIELDS`. */
export const RECEIPT_FIELD = "receipt";

/** The texts of a promotion's form that replace or add to those of every form. The introduction is the promotion's description. */
export interface FormTexts {
  /** Instead of the promotion's name. */
  title?: string;
  /** After a submission counts, before its number. */
  thanks?: string;
  /** Below the labels of fields. */
  help?: Readonly<Partial<Record<FieldName | typeof RECEIPT_FIELD, string>>>;
}

export const MAX_TITLE_LENGTH = 255;
export const MAX_THANKS_LENGTH = 1_000;
export const MAX_HELP_LENGTH = 200;

/** The fields of the form, in their order. */
export const FIELDS: Readonly<Record<FieldName, FormField>> = FORM;
