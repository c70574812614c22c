/** A form whose input differs from what is stored. */
export interface UnsavedForm {
  /** Is being saved. */
  busy: boolean;
  save(): void;
  discard(): void;
}
