import { GraphQLError } from "graphql";

/** The global id of a resource: `gid://shopify/Customer/7000000000001`. */
export function gid(type: string, id: number): string {
  return `gid://shopify/${type}/${id}`;
}

/** Parses a global id. Throws Shopify's "Invalid global id" error if it is invalid. */
export function parseGid(id: string): { type: string; id: number } {
  const match = /^gid:\/\/shopify\/([A-Za-z]+)\/(\d{1,16})(\?.*)?$/.exec(id);
  if (!match) {
    throw new GraphQLError(`Invalid global id '${id}'`, {
      extensions: { code: "argumentLiteralsIncompatible" },
    });
  }
  return { type: match[1] as string, id: Number(match[2]) };
}

/** The numeric id of a global id of this type. Throws Shopify's "Invalid id" error for another type. */
export function idOfType(id: string, type: string): number {
  const parsed = parseGid(id);
  if (parsed.type !== type) {
    throw new GraphQLError(`Invalid id: ${id}`, { extensions: { code: "RESOURCE_NOT_FOUND" } });
  }
  return parsed.id;
}
