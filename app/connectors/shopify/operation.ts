/** One Admin API document, with the types of what it takes and what it answers. All are validated against the official schema in the tests. */
export interface Operation<Data, Variables> {
  name: string;
  text: string;
  /** Whether it may be sent again when its answer was lost. */
  repeatable: boolean;
  /** Whether it is a mutation: then its outcome matters once it has been sent. */
  changes: boolean;
  /** Carries the types; never set. */
  readonly types?: (variables: Variables) => Data;
}

/** Declares an Admin API document (version 2026-10). Its name is the name in its text. */
export function operation<Data, Variables = Record<string, never>>(
  text: string,
  options: { repeatable: boolean } = { repeatable: true },
): Operation<Data, Variables> {
  const [, kind, name] = /\b(query|mutation)\s+(\w+)/.exec(text) ?? [];
  if (!name) throw new Error("An Admin API document needs a name.");
  return { name, text, changes: kind === "mutation", ...options };
}

/** Why Shopify did not do what a mutation asked for; it answers these with HTTP 200. */
export interface UserError {
  code?: string | null;
  field?: string[] | null;
  message: string;
}
