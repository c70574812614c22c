import { checkBulkMutation, checkBulkQuery } from "../../bulk/check-document.ts";
import { createStagedUpload, findUploadByPath } from "../../bulk/file-routes.ts";
import { MAX_CONCURRENT } from "../../bulk/operations.ts";
import { idOfType } from "../gid.ts";
import { bulkOperationSource, findBulkOperation } from "../resolvers/bulk-operation.ts";
import type { TypeResolvers } from "../resolvers/types.ts";

/** The mutations for bulk operations and staged uploads. */
export const bulkMutations: TypeResolvers = {
  // Lines are always grouped with their parent. Without `groupObjects`, Shopify leaves their order open.
  bulkOperationRunQuery: async (_root, args: { query: string }, context) => {
    const problem = checkBulkQuery(args.query);
    if (problem) return refused(["query"], problem, "INVALID");
    const operation = await context.bulk.start(context, { type: "QUERY", document: args.query });
    if (!operation) return refused(null, TOO_MANY, "LIMIT_REACHED");
    return { bulkOperation: bulkOperationSource(operation), userErrors: [] };
  },

  bulkOperationRunMutation: async (_root, args: RunMutationArguments, context) => {
    const problem = checkBulkMutation(args.mutation);
    if (problem) return refused(["mutation"], problem, "INVALID_MUTATION");
    const upload = await findUploadByPath(context.store, context.shop.domain, args.stagedUploadPath);
    if (!upload) {
      const message =
        "The JSONL file could not be found. Try uploading the file again, and check that you've entered " +
        "the URL correctly for the stagedUploadPath mutation argument.";
      return refused(null, message, "NO_SUCH_FILE");
    }
    const operation = await context.bulk.start(context, {
      type: "MUTATION",
      document: args.mutation,
      uploadSecret: upload.secret,
      clientIdentifier: args.clientIdentifier ?? null,
    });
    if (!operation) return refused(null, TOO_MANY, "LIMIT_REACHED");
    return { bulkOperation: bulkOperationSource(operation), userErrors: [] };
  },

  bulkOperationCancel: async (_root, args: { id: string }, context) => {
    const id = idOfType(args.id, "BulkOperation");
    const canceled = await context.bulk.cancel(context.shop.domain, id);
    const bulkOperation = await findBulkOperation(context, id);
    if (!bulkOperation) {
      return { bulkOperation, userErrors: [{ field: ["id"], message: "Bulk operation does not exist" }] };
    }
    const status = bulkOperation.status.toLowerCase();
    const message = `A bulk operation cannot be canceled when it is ${status}`;
    return { bulkOperation, userErrors: canceled ? [] : [{ field: null, message }] };
  },

  stagedUploadsCreate: async (_root, args: { input: UploadInput[] }, context) => ({
    stagedTargets: await Promise.all(
      args.input.map((input) =>
        createStagedUpload(context.store, context.shop.domain, context.publicUrl, input),
      ),
    ),
    userErrors: [],
  }),
};

interface RunMutationArguments {
  mutation: string;
  stagedUploadPath: string;
  clientIdentifier?: string | null;
}

interface UploadInput {
  filename: string;
  mimeType: string;
  resource: string;
  httpMethod: "POST" | "PUT";
}

const TOO_MANY = `This app already runs ${MAX_CONCURRENT} bulk operations of this type in this shop.`;

function refused(field: string[] | null, message: string, code: string) {
  return { bulkOperation: null, userErrors: [{ field, message, code }] };
}
