import { GraphQLError } from "graphql";

const DOCUMENTATION = "https://shopify.dev/api/usage/access-scopes";

/** The local store doesn't support this. Returning null instead would hide the difference from Shopify. */
export function notImplemented(what: string): GraphQLError {
  return new GraphQLError(`The local store does not implement ${what}.`, {
    extensions: { code: "NOT_IMPLEMENTED" },
  });
}

/** Shopify's error for a missing scope. */
export function accessDenied(field: string, scope: string): GraphQLError {
  const requiredAccess = `\`${scope}\` access scope.`;
  return new GraphQLError(`Access denied for ${field} field. Required access: ${requiredAccess}`, {
    extensions: { code: "ACCESS_DENIED", documentation: DOCUMENTATION, requiredAccess },
  });
}

/** An invalid request, such as a page without a size. */
export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
}

/** Shopify's error for an input list with too many elements. */
export function inputTooLarge(size: number, max: number): GraphQLError {
  const message = `The input array size of ${size} is greater than the maximum allowed of ${max}.`;
  return new GraphQLError(message, { extensions: { code: "MAX_INPUT_SIZE_EXCEEDED" } });
}
