/** A product metafield as the grid shows it. */
export interface MonitoredField {
  /** `namespace.key`. */
  field: string;
  /** Whether the report has it. */
  active: boolean;
  /** What separates the items of a value that has several. Empty without one. */
  delimiter: string;
  /** The definition's name. Null for a metafield without a definition. Undefined when the definitions weren't read. */
  name?: string | null;
}

/** A namespace has up to 255 characters, a key up to 64. */
export const MAX_FIELD_LENGTH = 320;
export const MAX_DELIMITER_LENGTH = 10;
