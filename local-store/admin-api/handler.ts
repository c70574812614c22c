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
} from "graphql";
import type { BulkRunner } from "../bulk/runner.ts";
import type { Store } from "../data/database.ts";
import type { AccessTokenRow, ShopRow } from "../data/rows.ts";
import { findAccessToken, findShop } from "../data/shops.ts";
import { cutAfterCommit, cutBeforeCommit, denyAfterCommit, failInstead } from "../faults/injection.ts";
import { loadAdminSchema } from "../schema/load.ts";
import { type RequestContext, requestContext } from "./context.ts";
import { CostBuckets } from "./cost/bucket.ts";
import { queryCost, type WeighedOperation } from "./cost/query-cost.ts";
import { resolveField, resolveType } from "./resolve-field.ts";

/** What the Admin API needs beside the store. */
export interface AdminApiOptions {
  bulk: BulkRunner;
  /** Where the store itself is reached, for the addresses of files. */
  publicUrl: string;
}

const VERSION = "2026-10";
const MAX_SINGLE_QUERY_COST = 1_000;
const LIMITS_PAGE = "https://shopify.dev/api/usage/limits";

/**
 * The Admin API: `POST /admin/api/2026-10/graphql.json` with `X-Shopify-Access-Token`; the shop is the
 * `X-Forwarded-Host` (or the host itself).
 */
export function adminApi(store: Store, options: AdminApiOptions): express.Router {
  const router = express.Router();
  const buckets = new CostBuckets(store.clock);

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
  const asked = readBody(request.body);
  const name = countedName(asked);
  store.counters.request(shop.domain, name);
  const { latencyMs, throttled } = store.faults.of(shop.domain, name);
  if (latencyMs > 0) await store.faults.wait(shop.domain, latencyMs);
  if (failInstead(store, shop.domain, name, response)) return;

  const prepared = prepare(asked);
  if ("errors" in prepared)
    return void response.json({ errors: prepared.errors.map((error) => error.toJSON()) });
  const isMutation = prepared.operation.operation === "mutation";
  if (isMutation && cutBeforeCommit(store, shop.domain, name, response)) return;
  const requested = queryCost(prepared);
  if (requested > MAX_SINGLE_QUERY_COST) return void response.json(maxCostExceeded(requested));
  const bucket = `${shop.domain} ${caller.token.api_key}`;
  const faulty = store.faults.strikes(shop.domain, throttled);
  if (faulty) store.counters.fault(shop.domain, "throttled");
  if (faulty || !buckets.take(bucket, shop.plan, requested)) {
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
    operationName: asked.operationName,
    variableValues: asked.variables,
    contextValue: context,
    fieldResolver: resolveField,
    typeResolver: resolveType,
  });
  const actual = data ? queryCost(prepared, data) : 0;
  buckets.giveBack(bucket, shop.plan, requested - actual);
  if (isMutation && (await cutAfterCommit(store, shop.domain, name, response))) return;
  const denied = isMutation && data ? denyAfterCommit(store, shop.domain, name, data) : [];
  const described = [...(errors ?? []).map((error) => describe(error)), ...denied];
  response.json({
    ...(data !== undefined && { data }),
    ...(described.length > 0 && { errors: described }),
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

interface Asked {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
}

function readBody(body: unknown): Asked {
  const { query, variables, operationName } = (body ?? {}) as Record<string, unknown>;
  return {
    query: typeof query === "string" ? query : "",
    variables:
      typeof variables === "object" && variables !== null ? (variables as Record<string, unknown>) : {},
    operationName: typeof operationName === "string" ? operationName : undefined,
  };
}

/** The name to count a request under: known before the document is parsed, because refused requests count as well. */
function countedName(asked: Asked): string {
  const withoutComments = asked.query.replace(/^\s*#.*$/gm, "");
  return asked.operationName ?? /\b(?:query|mutation)\s+(\w+)/.exec(withoutComments)?.[1] ?? "";
}

type Prepared = WeighedOperation & { document: DocumentNode; operation: OperationDefinitionNode };

const checked = new Map<string, DocumentNode>();
const CHECKED_LIMIT = 500;

/** Parses and validates an operation; one that was seen before is not checked again. */
function prepare(asked: Asked): Prepared | { errors: readonly GraphQLError[] } {
  const schema = loadAdminSchema();
  let document = checked.get(asked.query);
  if (!document) {
    try {
      document = parse(asked.query);
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] };
      throw error;
    }
    const errors = validate(schema, document);
    if (errors.length > 0) return { errors };
    if (checked.size >= CHECKED_LIMIT) checked.clear();
    checked.set(asked.query, document);
  }
  const operation = getOperationAST(document, asked.operationName);
  if (!operation) return { errors: [new GraphQLError("No operation named as asked.")] };
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  );
  return { schema, document, operation, fragments, variables: asked.variables };
}

/** An error that no resolver meant to raise is a fault of the store: the client learns no more than Shopify's would. */
function describe(error: GraphQLError): unknown {
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
