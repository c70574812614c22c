/** One Admin API document, with the types of its variables and its data. */
export interface Operation<Data, Variables> {
  name: string;
  text: string;
  /** Whether it can be retried safely when the response was lost. */
  repeatable: boolean;
  /** A mutation may have been executed once it was sent, also without a response. */
  isMutation: boolean;
  /** Carries the types. Never set. */
  readonly types?: (variables: Variables) => Data;
}

/** A query that runs as a bulk operation. Its result is a file with a line per record. The types are those of the query. */
export interface BulkQuery<Data> {
  name: string;
  text: string;
  bulk: true;
  /** Carries the types. Never set. */
  readonly types?: () => Data;
}

/** The types of every document by its name. Each `operations/*.generated.ts` adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface GeneratedTypes {}

type Before<Text, End extends string> = Text extends `${infer Head}${End}${string}` ? Head : Text;
/** The name in a document that starts with `query Name` or `mutation Name`. */
type NameIn<Text> = Text extends `${"query" | "mutation"} ${infer Rest}`
  ? Before<Before<Before<Rest, "(">, "{">, " ">
  : never;
type TypesOf<Text> =
  NameIn<Text> extends keyof GeneratedTypes
    ? GeneratedTypes[NameIn<Text>] & { data: unknown; variables: unknown }
    : never;
type WithTypes<Text> =
  NameIn<Text> extends keyof GeneratedTypes ? unknown : { missingTypes: "Run `npm run graphql:types`." };

/** Variables may be read-only. */
type Input<T> = T extends object ? { readonly [Key in keyof T]: Input<T[Key]> } : T;

/**
 * Declares a document of the Admin API, version 2026-10. Its name is the name in its text.
 * @param options repeatable by default, also mutations
 */
export function operation<const Text extends string>(
  text: Text & WithTypes<Text>,
  options?: { repeatable: boolean },
): Operation<TypesOf<Text>["data"], Input<TypesOf<Text>["variables"]>> {
  return composedOperation(text, options);
}

/** Declares a query for `bulkOperationRunQuery`. */
export function bulkQuery<const Text extends string>(
  text: Text & WithTypes<Text>,
): BulkQuery<TypesOf<Text>["data"]> {
  const { name } = composedOperation(text);
  return { name, text, bulk: true };
}

/** Declares a document whose text is built at run time. The caller passes the types of an exported document. */
export function composedOperation<Data, Variables>(
  text: string,
  options: { repeatable: boolean } = { repeatable: true },
): Operation<Data, Variables> {
  const [, kind, name] = /\b(query|mutation)\s+(\w+)/.exec(text) ?? [];
  if (!name) throw new Error("An Admin API document needs a name.");
  return { name, text, isMutation: kind === "mutation", ...options };
}

/** The data that a document returns. */
export type DataOf<Document> = Document extends { readonly types?: (variables: never) => infer Data }
  ? Data
  : never;
export type VariablesOf<Document> = Document extends Operation<unknown, infer Variables> ? Variables : never;
/** An item of a connection. */
export type Item<Connection> = Connection extends { edges: readonly { node: infer Node }[] }
  ? Node
  : Connection extends { nodes: readonly (infer Node)[] }
    ? Node
    : never;

/** Why Shopify refused a mutation. The response has status 200. */
export interface UserError {
  code?: string | null;
  field?: string[] | null;
  message: string;
}
