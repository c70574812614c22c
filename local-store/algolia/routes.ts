import { json, type Request, type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import type { Store } from "../data/database.ts";
import { answerWithFaults, type ServiceAnswer } from "../faults/answer-with-faults.ts";
import { findShopByApplication } from "./application.ts";
import { listIndexes, searchIndex } from "./indexes.ts";
import { addTask, applyDueTasks, type IndexChange, isTaskApplied } from "./tasks.ts";

/** As in Algolia's smallest plan. */
const MAX_RECORD_BYTES = 10_000;
const MAX_HITS = 1_000;

const batchSchema = z.strictObject({
  requests: z
    .array(
      z.strictObject({
        action: z.enum(["addObject", "deleteObject"]),
        body: z.looseObject({ objectID: z.string().min(1) }),
      }),
    )
    .min(1),
});
const operationSchema = z.discriminatedUnion("operation", [
  z.strictObject({ operation: z.literal("move"), destination: z.string().min(1) }),
  // Copying with records isn't supported here.
  z.strictObject({
    operation: z.literal("copy"),
    destination: z.string().min(1),
    scope: z.array(z.enum(["settings", "synonyms", "rules"])).min(1),
  }),
]);
const querySchema = z.strictObject({
  query: z.string().default(""),
  hitsPerPage: z.number().int().min(0).max(MAX_HITS).default(20),
});

const refusal = (status: number, message: string): ServiceAnswer => ({ status, body: { message, status } });

type Work = (store: Store, shop: string, request: Request) => Promise<ServiceAnswer>;

/**
 * The API of the Algolia stand-in below `/algolia/1/indexes`, with the headers of an application and its key. A change is applied a
 * moment after its answer, and its task says when. For scripts and tests, `GET /algolia.json?shop=` lists the indexes, and with
 * `index` and `q` searches one.
 */
export function algoliaRoutes(store: Store): Router {
  const router = Router();
  const indexPath = "/algolia/1/indexes/:index";
  const body = json({ limit: "10mb" });
  router.get("/algolia/1/indexes", handle(store, "listed", listed));
  router.post(`${indexPath}/batch`, body, handle(store, "batch", batch));
  router.post(`${indexPath}/operation`, body, handle(store, "operation", operation));
  router.post(`${indexPath}/query`, body, handle(store, "query", query));
  router.get(`${indexPath}/task/:task`, handle(store, "task", task));
  router.delete(indexPath, handle(store, "remove", remove));
  router.get("/algolia.json", (request, response, next) => {
    answerJson(store, request, response).catch(next);
  });
  return router;
}

function handle(store: Store, operation: string, work: Work): RequestHandler {
  return (request, response, next) => {
    const shop = findShopByApplication(
      request.get("x-algolia-application-id"),
      request.get("x-algolia-api-key"),
    );
    if (!shop)
      return void response.status(403).json({ message: "Invalid Application-ID or API key", status: 403 });
    const counted = {
      operation: `algolia.${operation}`,
      serverError: "algoliaServerError",
      timeoutAfterCommit: "algoliaTimeoutAfterCommit",
    } as const;
    answerWithFaults(store, shop, response, counted, async () => {
      await applyDueTasks(store, shop);
      return work(store, shop, request);
    }).catch(next);
  };
}

const listed: Work = async (store, shop) => {
  const items = await listIndexes(store, shop);
  return { status: 200, body: { items, nbPages: 1 } };
};

const batch: Work = async (store, shop, request) => {
  const { faults, counters } = store;
  if (faults.shouldInject(shop, faults.of(shop).algoliaRefused)) {
    counters.fault(shop, "algoliaRefused");
    return refusal(400, "The record quota of this application is used up.");
  }
  const parsed = batchSchema.safeParse(request.body);
  if (!parsed.success) return refusal(400, z.prettifyError(parsed.error));
  const { requests } = parsed.data;
  for (const [position, { body }] of requests.entries()) {
    const size = Buffer.byteLength(JSON.stringify(body));
    if (size > MAX_RECORD_BYTES)
      return refusal(
        400,
        `Record at the position ${position} objectID=${body.objectID} is too big size=${size}/${MAX_RECORD_BYTES} bytes.`,
      );
  }
  const answer = await accept(store, shop, request, { kind: "batch", requests });
  return { ...answer, body: { ...answer.body, objectIDs: requests.map(({ body }) => body.objectID) } };
};

const operation: Work = async (store, shop, request) => {
  const parsed = operationSchema.safeParse(request.body);
  if (!parsed.success) return refusal(400, z.prettifyError(parsed.error));
  const { operation: kind, destination: to } = parsed.data;
  return accept(store, shop, request, { kind, to });
};

const remove: Work = (store, shop, request) => accept(store, shop, request, { kind: "delete" });

async function accept(store: Store, shop: string, { params }: Request, change: IndexChange) {
  const taskID = await addTask(store, shop, String(params.index), change);
  return { status: 200, body: { taskID, updatedAt: new Date(store.clock.now()).toISOString() } };
}

const task: Work = async (store, shop, { params }) => {
  const id = Number(params.task);
  const isApplied = Number.isSafeInteger(id) && (await isTaskApplied(store, shop, String(params.index), id));
  return { status: 200, body: { status: isApplied ? "published" : "notPublished", pendingTask: false } };
};

const query: Work = async (store, shop, { params, body }) => {
  const parsed = querySchema.safeParse(body);
  if (!parsed.success) return refusal(400, z.prettifyError(parsed.error));
  const { query: text, hitsPerPage: limit } = parsed.data;
  const found = await searchIndex(store, shop, String(params.index), { text, limit });
  return found ? { status: 200, body: found } : refusal(404, `Index ${params.index} does not exist`);
};

async function answerJson(store: Store, { query }: Request, response: Response): Promise<void> {
  const shop = String(query.shop ?? "");
  await applyDueTasks(store, shop);
  if (query.index === undefined) return void response.json({ indexes: await listIndexes(store, shop) });
  const options = { text: String(query.q ?? ""), limit: MAX_HITS };
  response.json((await searchIndex(store, shop, String(query.index), options)) ?? { hits: [], nbHits: 0 });
}
