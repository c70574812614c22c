/** One text of a connection's settings. */
export interface ConnectionField<Name extends string = string> {
  /** Its field on the wire, and under which it is stored. */
  name: Name;
  label: string;
  maxLength: number;
  helpText?: string;
  placeholder?: string;
  inputMode?: "numeric" | "tel";
  /** Makes it a choice. */
  options?: readonly { value: string; label: string }[];
  /** Its value until one is stored. */
  initial?: string;
  /** A regular expression, and what is wrong with a value that doesn't match it. */
  pattern?: { source: string; message: string };
}

/** Fields side by side. */
export interface FieldRow<Name extends string = string> {
  title?: string;
  fields: readonly ConnectionField<Name>[];
}

/** How a connection is shown on Settings: the address, the account, the secret, and the options, in this order. Plain data for the browser. */
export interface ConnectionCard<
  Field extends string = string,
  Secret extends string = string,
  Flag extends string = string,
> {
  /** The other system's name. */
  title: string;
  /** What it is for. */
  about: string;
  address: { label: string; placeholder: string; helpText?: string };
  /** What identifies the shop there, beside the secret. */
  account?: readonly FieldRow<Field>[];
  /** It can be replaced but never read. `storedFlag` is the wire's field for whether there is one. */
  secret: { name: Secret; label: string; storedFlag: Flag };
  options?: readonly FieldRow<Field>[];
}

/** A declared connection, as Settings needs it. */
export interface DeclaredConnection {
  /** The key of its calls under `connectors`. */
  name: string;
  card: ConnectionCard;
  /** What can be done once it is set up, for the notice. */
  nextStep: string;
}

/** All declared connections by name. */
export type Connections = ReadonlyMap<string, DeclaredConnection>;

/** Longest address and secret (characters). */
export const MAX_ADDRESS_LENGTH = 500;

/** The secret's label inside a sentence: "key", "API key". An abbreviation keeps its capitals. */
export const secretNameOf = ({ secret: { label } }: Pick<ConnectionCard, "secret">): string =>
  /^[A-Z]{2}/.test(label) ? label : label.toLowerCase();

/** All fields of a card, without the address and the secret. */
export const fieldsOf = <Field extends string>({
  account = [],
  options = [],
}: Pick<ConnectionCard<Field>, "account" | "options">): ConnectionField<Field>[] =>
  [...account, ...options].flatMap((row) => row.fields);
