import { GraphQLError } from "graphql";
import { findJob } from "../../catalog/reorder-media.ts";
import { findDeletion } from "../../discounts/delete-codes.ts";
import type { TypeResolvers } from "./types.ts";

/** The global id of a job, which contains a UUID instead of a number. */
export function jobGid(id: string): string {
  return `gid://shopify/Job/${id}`;
}

/** Root fields for jobs. */
export const jobQueries: TypeResolvers = {
  job: async (_root, args: { id: string }, context) => {
    const id = /^gid:\/\/shopify\/Job\/([0-9a-f-]{36})$/.exec(args.id)?.[1];
    if (!id) throw new GraphQLError(`Invalid global id '${args.id}'`);
    const { domain } = context.shop;
    const job =
      (await findJob(context.store.pool, domain, id)) ?? (await findDeletion(context.store.pool, domain, id));
    return job && { id: jobGid(job.id), done: job.done_at !== null };
  },
};
