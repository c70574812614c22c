import { GraphQLError } from "graphql";

const DOCUMENTATION = "https://shopify.dev/api/usage/access-scopes";

/** The local store does not resolve this; Shopify would. Never answered with null. */
export function notImplemented(what: string): GraphQLError {
  return new GraphQLError(`The local store does not implement ${what}.`, {
    extensions: { code: "NOT_IMPLEMENTED" },
  });
}

/** The token lacks a scope; worded as Shopify words it. */
export function accessDenied(field: string, scope: string): GraphQLError {
  const requiredAccess = `\`${scope}\` access scope.`;
  return new GraphQLError(`Access denied for ${field} field. Required access: ${requiredAccess}`, {
    extensions: { code: "ACCESS_DENIED", documentation: DOCUMENTATION, requiredAccess },
  });
}

/** The request asks for something that cannot be, such as a page without a size. */
export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
}
