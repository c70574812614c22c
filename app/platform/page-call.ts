/** A call that a page posts: its name, such as "coupons.resend", and its input. The page's action answers with a notice. */
export interface PageCall {
  call: string;
  input: Readonly<Record<string, unknown>>;
  /** The name of what it is about, for the notice. */
  about?: string;
}
