import type { RequestContext } from "../context.ts";
import { gid, idOfType } from "../gid.ts";
import { listConnection, type PageArguments } from "../paging/connection.ts";
import type { TypeResolvers } from "./types.ts";

/** The id of the shop's only location. It has all of the inventory. */
export const locationIdOf = ({ shop }: RequestContext): number => shop.id;

const locationSource = (context: RequestContext) => ({
  __typename: "Location",
  number: locationIdOf(context),
  id: gid("Location", locationIdOf(context)),
  name: "Shop location",
  isActive: true,
});

/** The root fields of locations. */
export const locationQueries: TypeResolvers = {
  location: (_root, { id }: { id?: string | null }, context) =>
    !id || idOfType(id, "Location") === locationIdOf(context) ? locationSource(context) : null,
  locations: (_root, args: PageArguments, context) =>
    listConnection([locationSource(context)], ({ number }) => number, args),
};
