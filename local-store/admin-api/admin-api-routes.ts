import express, { type Request, type Response } from "express";
import {
  type DocumentNode,
  execute,
  GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
  visit,
} from "graphql";
import type { BulkRunner } from "../bulk/bulk-runner.ts";
import type { Store } from "../data/database.ts";
import type { AccessTokenRow, ShopRow } from "../data/rows.ts";
import { findAccessToken, findShop } from "../data/shops.ts";
import { cutAfterCommit, cutBeforeCommit, denyAfterCommit, failRequest } from "../faults/inject-faults.ts";
import { loadAdminSchema } from "../schema/load.ts";
import { type RequestContext, requestContext } from "./context.ts";
import { CostBuckets } from "./cost/cost-buckets.ts";
import { type PricedOperation, queryCost } from "./cost/query-cost.ts";
import { inputTooLarge } from "./errors.ts";
import { resolveField, resolveType } from "./field-resolver.ts";

/** Dependencies of the Admin API in addition to the store. */
export interface AdminApiOptions {
  bulk: BulkRunner;
  /** The store's base URL, for the URLs of files. */
  publicUrl: string;
}

const VERSION = "2026-10";
const MAX_SINGLE_QUERY_COST = 1_000;
const MAX_INPUT_SIZE = 250;
const LIMITS_PAGE = "https://shopify.dev/api/usage/limits";

/**
 * The Admin API: `POST /admin/api/2026-10/graphql.json` with `X-Shopify-Access-Token`. `X-Forwarded-Host` or the host determines the
 * shop.
 */
export function adminApiRoutes(store: Store, options: AdminApiOptions): express.Router {
  const router = express.Router();
  const buckets = new CostBuckets(store.clock, 1 / store.delayMs(1));

  router.post(
    "/admin/api/:version/graphql.json",
    express.json({ limit: "12mb" }),
    async (request, response, next) => {
      try {
        if (request.params.version !== VERSION)
          return void response.status(404).json({ errors: "Not Found" });
        const caller = await authenticate(store, request);
        if (!caller) {
          const errors = "[API] Invalid API key or access token (unrecognized login or wrong password)";
          return void response.status(401).json({ errors });
        }
        await answer(store, options, buckets, caller, request, response);
      } catch (error) {
        next(error);
      }
    },
  );

  return router;
}

interface Caller {
  shop: ShopRow;
  token: AccessTokenRow;
}

async function authenticate(store: Store, request: Request): Promise<Caller | null> {
  const domain = (request.get("X-Forwarded-Host") ?? request.hostname).split(":")[0] ?? "";
  const shop = await findShop(store.pool, domain);
  const token = shop && (await findAccessToken(store, domain, request.get("X-Shopify-Access-Token") ?? ""));
  return token ? { shop, token } : null;
}

async function answer(
  store: Store,
  options: AdminApiOptions,
  buckets: CostBuckets,
  caller: Caller,
  request: Request,
  response: Response,
): Promise<void> {
  const { shop } = caller;
  const graphqlRequest = readBody(request.body);
  const name = readOperationName(graphqlRequest);
  store.counters.request(shop.domain, name);
  const { latencyMs, throttled } = store.faults.of(shop.domain, name);
  if (latencyMs > 0) await store.faults.wait(shop.domain, latencyMs);
  if (failRequest(store, shop.domain, name, response)) return;

  const prepared = prepare(graphqlRequest);
  if ("errors" in prepared)
    return void response.json({ errors: prepared.errors.map((error) => error.toJSON()) });
  const isMutation = prepared.operation.operation === "mutation";
  if (isMutation && cutBeforeCommit(store, shop.domain, name, response)) return;
  const requested = queryCost(prepared);
  if (requested > MAX_SINGLE_QUERY_COST) return void response.json(maxCostExceeded(requested));
  const bucket = `${shop.domain} ${caller.token.api_key}`;
  const isFault = store.faults.shouldInject(shop.domain, throttled);
  if (isFault) store.counters.fault(shop.domain, "throttled");
  if (isFault || !buckets.take(bucket, shop.plan, requested)) {
    const cost = {
      requestedQueryCost: requested,
      actualQueryCost: null,
      throttleStatus: buckets.status(bucket, shop.plan),
    };
    const throttledError = {
      message: "Throttled",
      extensions: { code: "THROTTLED", documentation: LIMITS_PAGE },
    };
    return void response.json({ errors: [throttledError], extensions: { cost } });
  }

  const context: RequestContext = requestContext({ store, ...caller, ...options });
  const { data, errors } = await execute({
    schema: prepared.schema,
    document: prepared.document,
    operationName: graphqlRequest.operationName,
    variableValues: graphqlRequest.variables,
    contextValue: context,
    fieldResolver: resolveField,
    typeResolver: resolveType,
  });
  const actual = data ? queryCost(prepared, data) : 0;
  buckets.refund(bucket, shop.plan, requested - actual);
  if (isMutation && (await cutAfterCommit(store, shop.domain, name, response))) return;
  const denials = isMutation && data ? denyAfterCommit(store, shop.domain, name, data) : [];
  const allErrors = [...(errors ?? []).map((error) => toErrorResponse(error)), ...denials];
  response.json({
    ...(data !== undefined && { data }),
    ...(allErrors.length > 0 && { errors: allErrors }),
    extensions: {
      cost: {
        requestedQueryCost: requested,
        actualQueryCost: actual,
        throttleStatus: buckets.status(bucket, shop.plan),
      },
      ...(context.searches.length > 0 && { search: context.searches }),
    },
  });
}

interface GraphqlRequest {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
}

function readBody(body: unknown): GraphqlRequest {
  const { query, variables, operationName } = (body ?? {}) as Record<string, unknown>;
  return {
    query: typeof query === "string" ? query : "",
    variables:
      typeof variables === "object" && variables !== null ? (variables as Record<string, unknown>) : {},
    operationName: typeof operationName === "string" ? operationName : undefined,
  };
}

/** The size of the largest array in a value. "Input arguments that accept an array have a maximum size of 250 for all APIs." */
function largestArray(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return Object.values(value).reduce<number>((largest, part) => Math.max(largest, largestArray(part)), own);
}

/** The size of the largest list that is written in a document. */
function largestList(document: DocumentNode): number {
  let largest = 0;
  visit(document, {
    ListValue({ values }) {
      largest = Math.max(largest, values.length);
    },
  });
  return largest;
}

/** The operation name for counters. Read before parsing, because refused requests are counted too. */
function readOperationName(graphqlRequest: GraphqlRequest): string {
  const withoutComments = graphqlRequest.query.replace(/^\s*#.*$/gm, "");
  return graphqlRequest.operationName ?? /\b(?:query|mutation)\s+(\w+)/.exec(withoutComments)?.[1] ?? "";
}

type Prepared = PricedOperation & { document: DocumentNode; operation: OperationDefinitionNode };

const validDocuments = new Map<string, DocumentNode>();
const MAX_VALID_DOCUMENTS = 500;

/** Parses and validates an operation. Valid documents are cached. */
function prepare(graphqlRequest: GraphqlRequest): Prepared | { errors: readonly GraphQLError[] } {
  const schema = loadAdminSchema();
  let document = validDocuments.get(graphqlRequest.query);
  if (!document) {
    try {
      document = parse(graphqlRequest.query);
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] };
      throw error;
    }
    const errors = validate(schema, document);
    if (errors.length > 0) return { errors };
    const size = largestList(document);
    if (size > MAX_INPUT_SIZE) return { errors: [inputTooLarge(size, MAX_INPUT_SIZE)] };
    if (validDocuments.size >= MAX_VALID_DOCUMENTS) validDocuments.clear();
    validDocuments.set(graphqlRequest.query, document);
  }
  const size = largestArray(graphqlRequest.variables);
  if (size > MAX_INPUT_SIZE) return { errors: [inputTooLarge(size, MAX_INPUT_SIZE)] };
  const operation = getOperationAST(document, graphqlRequest.operationName);
  if (!operation) return { errors: [new GraphQLError("Unknown operation name.")] };
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  );
  return { schema, document, operation, fragments, variables: graphqlRequest.variables };
}

/** Unexpected errors are INTERNAL_SERVER_ERROR, as at Shopify, with the original message for debugging. */
function toErrorResponse(error: GraphQLError): unknown {
  const { originalError } = error;
  if (!originalError || originalError instanceof GraphQLError) return error.toJSON();
  const message = `Internal error. Looks like something went wrong on our end: ${originalError.message}`;
  return { ...error.toJSON(), message, extensions: { code: "INTERNAL_SERVER_ERROR" } };
}

function maxCostExceeded(cost: number): unknown {
  const message =
    `Query cost is ${cost}, which exceeds the single query max cost limit (${MAX_SINGLE_QUERY_COST}).\n\n` +
    "See https://shopify.dev/concepts/about-apis/rate-limits for more information on how the\n" +
    "cost of a query is calculated.\n\n" +
    "To query larger amounts of data with fewer limits, bulk operations should be used instead.\n" +
    "See https://shopify.dev/tutorials/perform-bulk-operations-with-admin-api for usage details.\n";
  const extensions = {
    code: "MAX_COST_EXCEEDED",
    cost,
    maxCost: MAX_SINGLE_QUERY_COST,
    documentation: LIMITS_PAGE,
  };
  return { errors: [{ message, extensions }] };
}
