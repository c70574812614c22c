import { json, type Request, type Response, Router } from "express";
import type { Store } from "../data/database.ts";
import { ALL_VALUES, findDocuments, literally } from "../data/search-documents.ts";
import { findKey, type Right } from "./application.ts";
import { getSettings, operate, resourceCalls, setSettings } from "./configuration.ts";
import { accept, handle, type Work } from "./handle.ts";
import { listIndexes, readIndex, recordsOf } from "./indexes.ts";
import * as records from "./records.ts";
import { MAX_HITS } from "./search.ts";
import { applyDueTasks, isTaskApplied } from "./tasks.ts";

/**
 * The API of the Algolia stand-in below `/algolia/1`, with an application and one of its keys, as Algolia's own clients call it. A
 * change is applied a moment after its answer, and its task says when. For scripts and tests, `GET /algolia.json?shop=` lists the
 * indexes, and with `index` and `q` searches one.
 */
export function algoliaRoutes(store: Store): Router {
  const router = Router();
  const root = "/algolia/1/indexes";
  const index = `${root}/:index`;
  const on = (
    method: "get" | "post" | "put" | "delete",
    path: string,
    right: Right | null,
    name: string,
    work: Work,
  ) =>
    // Browsers send text/plain, which needs no permission in advance.
    router[method](path, json({ limit: "10mb", type: () => true }), handle(store, name, right, work));

  // A key may read itself, whatever its rights are.
  on("get", "/algolia/1/keys/:key", null, "key", readKey);
  on("get", root, "listIndexes", "listed", listed);
  on("post", `${root}/\\*/queries`, "search", "queries", records.queries);
  on("post", `${root}/\\*/objects`, "search", "objects", records.getRecords);
  on("post", `${root}/\\*/batch`, "addObject", "batch", records.batchOfMany);
  on("post", `${index}/batch`, "addObject", "batch", records.batch);
  on("post", `${index}/operation`, "addObject", "operation", operate);
  on("post", `${index}/query`, "search", "query", records.query);
  on("post", `${index}/browse`, "browse", "browse", records.browse);
  on("post", `${index}/facets/:facet/query`, "search", "facet", records.queryFacet);
  on("post", `${index}/clear`, "deleteIndex", "clear", records.clear);
  on("post", `${index}/deleteByQuery`, "deleteIndex", "deleteByQuery", records.deleteByFilters);
  on("get", `${index}/task/:task`, "addObject", "task", task);
  on("get", `${index}/settings`, "settings", "readSettings", getSettings);
  on("put", `${index}/settings`, "editSettings", "settings", setSettings);
  for (const kind of ["synonyms", "rules"] as const) {
    const { save, get, remove, saveMany, clear, search } = resourceCalls(kind);
    on("post", `${index}/${kind}/batch`, "editSettings", kind, saveMany);
    on("post", `${index}/${kind}/clear`, "editSettings", kind, clear);
    on("post", `${index}/${kind}/search`, "settings", `${kind}.read`, search);
    on("get", `${index}/${kind}/:objectID`, "settings", `${kind}.read`, get);
    on("put", `${index}/${kind}/:objectID`, "editSettings", kind, save);
    on("delete", `${index}/${kind}/:objectID`, "editSettings", kind, remove);
  }
  on("post", index, "addObject", "addRecord", records.addRecord);
  on("delete", index, "deleteIndex", "remove", (request) => accept(request, { kind: "delete" }));
  on("get", `${index}/:objectID`, "search", "record", records.getRecord);
  on("put", `${index}/:objectID`, "addObject", "replaceRecord", records.replaceRecord);
  on("delete", `${index}/:objectID`, "deleteObject", "deleteRecord", records.deleteRecord);
  on("post", `${index}/:objectID/partial`, "addObject", "updateRecord", records.updateRecord);
  router.get("/algolia.json", (request, response, next) => {
    answerJson(store, request, response).catch(next);
  });
  return router;
}

/** What a key may do, for the key itself. */
const readKey: Work = async ({ request }) => {
  const value = String(request.params.key);
  const key = findKey(request.get("x-algolia-application-id"), value);
  const asks = request.get("x-algolia-api-key");
  const isOwn =
    asks === value || findKey(request.get("x-algolia-application-id"), asks)?.acl.includes("addObject");
  if (!key || !isOwn) return { status: 404, body: { message: "Key does not exist", status: 404 } };
  return { status: 200, body: { value, acl: key.acl, createdAt: 0, validity: 0, description: "<redacted>" } };
};

const listed: Work = async ({ store, shop }) => ({
  status: 200,
  body: { items: await listIndexes(store, shop), nbPages: 1 },
});

const task: Work = async ({ store, shop, request }) => {
  const id = Number(request.params.task);
  const isApplied = Number.isSafeInteger(id) && (await isTaskApplied(store, shop, id));
  return { status: 200, body: { status: isApplied ? "published" : "notPublished", pendingTask: false } };
};

async function answerJson(store: Store, { query }: Request, response: Response): Promise<void> {
  const shop = String(query.shop ?? "");
  await applyDueTasks(store, shop);
  if (query.index === undefined) return void response.json({ indexes: await listIndexes(store, shop) });
  const index = await readIndex(store.pool, shop, String(query.index));
  if (!index) return void response.json({ hits: [], nbHits: 0 });
  const matches = literally(String(query.q ?? ""));
  const condition = matches ? { values: ALL_VALUES, matches, ignoreCase: true } : { all: [] };
  const page = { offset: 0, limit: MAX_HITS };
  const { documents, total } = await findDocuments(store, recordsOf(shop, index), condition, page);
  response.json({ hits: documents, nbHits: total });
}
