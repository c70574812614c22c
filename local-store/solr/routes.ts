import { json, type Request, type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import type { Store } from "../data/database.ts";
import { answerWithFaults, type ServiceAnswer } from "../faults/answer-with-faults.ts";
import { findShopByPassword } from "./account.ts";
import {
  createCollection,
  deleteCollection,
  findCollection,
  listAliases,
  listCollections,
  setAlias,
} from "./collections.ts";
import { commit, receiveUpdates, search } from "./documents.ts";
import { addDynamicFields, dynamicFieldSchema, problemOf, readDynamicFields, storedPart } from "./fields.ts";

const MAX_ROWS = 1_000;

const updateSchema = z.union([
  z.array(z.looseObject({ id: z.string().min(1) })).min(1),
  z.strictObject({ delete: z.array(z.string()).min(1) }),
  z.strictObject({ commit: z.strictObject({}) }),
]);
const schemaChange = z.strictObject({ "add-dynamic-field": z.array(dynamicFieldSchema).min(1) });

type Work = (store: Store, shop: string, request: Request) => Promise<ServiceAnswer>;

const succeeded = (body: object = {}): ServiceAnswer => ({
  status: 200,
  body: { responseHeader: { status: 0 }, ...body },
});
const refused = (status: number, msg: string): ServiceAnswer => ({
  status,
  body: { responseHeader: { status }, error: { msg, code: status } },
});

/**
 * The API of the Solr stand-in below `/solr`, with the user and the password of a shop: the Collections API, and the handlers `update`,
 * `select` and `schema` of a collection or an alias. For scripts and tests, `GET /solr.json?shop=` lists collections and aliases, and
 * with `collection` and `q` searches one.
 */
export function solrRoutes(store: Store): Router {
  const router = Router();
  const body = json({ limit: "20mb" });
  router.get("/solr/admin/collections", handle(store, "administer", administer));
  router.post("/solr/:collection/update", body, handle(store, "update", update));
  router.get("/solr/:collection/select", handle(store, "select", select));
  router.get("/solr/:collection/schema/dynamicfields", handle(store, "readSchema", readSchema));
  router.post("/solr/:collection/schema", body, handle(store, "changeSchema", changeSchema));
  router.get("/solr.json", (request, response, next) => {
    answerJson(store, request, response).catch(next);
  });
  return router;
}

function handle(store: Store, operation: string, work: Work): RequestHandler {
  return (request, response, next) => {
    const shop = findShopByPassword(request.headers.authorization);
    if (!shop) return void response.status(401).type("text/html").send("<html>Bad credentials</html>");
    const counted = {
      operation: `solr.${operation}`,
      serverError: "solrServerError",
      timeoutAfterCommit: "solrTimeoutAfterCommit",
    } as const;
    answerWithFaults(store, shop, response, counted, () => work(store, shop, request)).catch(next);
  };
}

const administer: Work = async (store, shop, { query }) => {
  const text = (name: string) => String(query[name] ?? "");
  switch (query.action) {
    case "LIST":
      return succeeded({ collections: await listCollections(store, shop) });
    case "LISTALIASES":
      return succeeded({ aliases: await listAliases(store, shop) });
    case "CREATE": {
      if (!/^[1-9]\d*$/.test(text("numShards"))) return refused(400, "numShards must be > 0");
      return answerOf(await createCollection(store, shop, text("name"), text("collection.configName")));
    }
    case "DELETE":
      return answerOf(await deleteCollection(store, shop, text("name")));
    case "CREATEALIAS":
      return answerOf(await setAlias(store, shop, text("name"), text("collections")));
    default:
      return refused(400, `Unknown action: ${query.action}`);
  }
};

const answerOf = (refusal: string | undefined): ServiceAnswer =>
  refusal === undefined ? succeeded() : refused(400, refusal);

/** The collection of a request, by its name or an alias. */
async function inCollection(
  store: Store,
  shop: string,
  { params }: Request,
  work: (collection: { name: string; config_set: string }) => Promise<ServiceAnswer>,
): Promise<ServiceAnswer> {
  const collection = await findCollection(store, shop, String(params.collection));
  return collection ? work(collection) : refused(404, `Collection not found: ${params.collection}`);
}

const update: Work = (store, shop, request) =>
  inCollection(store, shop, request, async ({ name: collection, config_set }) => {
    const { faults, counters } = store;
    if (faults.shouldInject(shop, faults.of(shop).solrRefused)) {
      counters.fault(shop, "solrRefused");
      return refused(400, "Cannot write: the disk is full");
    }
    const parsed = updateSchema.safeParse(request.body);
    if (!parsed.success) return refused(400, z.prettifyError(parsed.error));
    const place = { shop, collection };
    if ("commit" in parsed.data) await commit(store, place);
    else if ("delete" in parsed.data) {
      const ids = parsed.data.delete;
      await receiveUpdates(
        store,
        place,
        ids.map((id) => ({ id, document: null })),
      );
    } else {
      const fields = await readDynamicFields(store, shop, config_set);
      for (const document of parsed.data) {
        const problem = problemOf(document, fields);
        if (problem) return refused(400, problem);
      }
      await receiveUpdates(
        store,
        place,
        parsed.data.map((document) => ({ id: document.id, document })),
      );
    }
    return succeeded();
  });

const select: Work = (store, shop, request) =>
  inCollection(store, shop, request, async ({ name, config_set }) => {
    const { q, rows = "10" } = request.query;
    if (q === undefined) return refused(400, "missing query string");
    const { numFound, documents } = await search(
      store,
      { shop, collection: name },
      { text: q === "*:*" ? null : String(q), rows: Math.min(Number(rows), MAX_ROWS) },
    );
    const fields = await readDynamicFields(store, shop, config_set);
    const docs = documents.map((document) => storedPart(document, fields));
    return succeeded({ response: { numFound, start: 0, numFoundExact: true, docs } });
  });

const readSchema: Work = (store, shop, request) =>
  inCollection(store, shop, request, async ({ config_set }) =>
    succeeded({ dynamicFields: await readDynamicFields(store, shop, config_set) }),
  );

const changeSchema: Work = (store, shop, request) =>
  inCollection(store, shop, request, async ({ config_set }) => {
    const parsed = schemaChange.safeParse(request.body);
    if (!parsed.success) return refused(400, z.prettifyError(parsed.error));
    const existing = await addDynamicFields(store, shop, config_set, parsed.data["add-dynamic-field"]);
    return existing ? refused(400, `Dynamic field '${existing}' already exists.`) : succeeded();
  });

async function answerJson(store: Store, { query }: Request, response: Response): Promise<void> {
  const shop = String(query.shop ?? "");
  if (query.collection === undefined) {
    const [collections, aliases] = await Promise.all([
      listCollections(store, shop),
      listAliases(store, shop),
    ]);
    return void response.json({ collections, aliases });
  }
  const collection = await findCollection(store, shop, String(query.collection));
  const text = query.q ? String(query.q) : null;
  response.json(
    collection
      ? await search(store, { shop, collection: collection.name }, { text, rows: MAX_ROWS })
      : { numFound: 0, documents: [] },
  );
}
