import { json, type Request, type RequestHandler, type Response, Router, urlencoded } from "express";
import { z } from "zod";
import type { Store } from "../data/database.ts";
import { findDocuments, findIds, literally, valuesAt } from "../data/search-documents.ts";
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
import { type CollectionPlace, commit, type DocumentUpdate, receiveUpdates, rollback } from "./documents.ts";
import {
  addDynamicFields,
  type DynamicField,
  dynamicFieldSchema,
  problemOf,
  readDynamicFields,
  storedPart,
} from "./fields.ts";
import { conditionIn, QueryRefused } from "./query.ts";
import { documentsOf, MAX_ROWS, parametersIn, select } from "./select.ts";

const text = z.union([z.string(), z.number()]).transform(String);
const documentSchema = z.looseObject({ id: text.pipe(z.string().min(1)) });
const deletion = z.union([
  z.array(text).min(1),
  text,
  z.strictObject({ query: z.string() }),
  z.strictObject({ id: z.union([z.array(text).min(1), text]) }),
]);
const commands = z.strictObject({
  add: z
    .strictObject({
      doc: documentSchema,
      overwrite: z.literal(true).optional(),
      commitWithin: z.number().optional(),
    })
    .optional(),
  delete: deletion.optional(),
  commit: z.looseObject({}).optional(),
  optimize: z.looseObject({}).optional(),
  rollback: z.strictObject({}).optional(),
});
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
 * The API of the Solr stand-in below `/solr`, with the user and the password of a shop, as Solr's clients call it: the Collections API,
 * and the handlers `update`, `select`, `get`, `admin/ping` and `schema` of a collection or an alias. For scripts and tests, `GET /solr.json?shop=` lists collections and aliases, and
 * with `collection` and `q` searches one.
 */
export function solrRoutes(store: Store): Router {
  const router = Router();
  const body = json({ limit: "20mb" });
  router.get("/solr/admin/collections", handle(store, "administer", administer));
  // The second path is that of clients from before Solr 4.
  router.post(
    ["/solr/:collection/update", "/solr/:collection/update/json"],
    body,
    handle(store, "update", update),
  );
  const form = urlencoded({ extended: false, limit: "1mb" });
  router.all("/solr/:collection/select", form, handle(store, "select", selectFrom));
  router.get("/solr/:collection/get", handle(store, "get", realTimeGet));
  router.get("/solr/:collection/admin/ping", handle(store, "ping", ping));
  router.get("/solr/admin/info/system", handle(store, "system", system));
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
    answerWithFaults(store, shop, response, counted, async () => {
      try {
        return await work(store, shop, request);
      } catch (error) {
        if (error instanceof QueryRefused) return refused(400, error.message);
        throw error;
      }
    }).catch(next);
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
    const place = { shop, collection };
    const { body, query } = request;
    const parsed = (Array.isArray(body) ? z.array(documentSchema) : commands).safeParse(body ?? {});
    if (!parsed.success) return refused(400, z.prettifyError(parsed.error));
    const wanted = Array.isArray(parsed.data) ? {} : parsed.data;
    const documents = Array.isArray(parsed.data) ? parsed.data : wanted.add ? [wanted.add.doc] : [];
    const fields = await readDynamicFields(store, shop, config_set);
    for (const document of documents) {
      const problem = problemOf(document, fields);
      if (problem) return refused(400, problem);
    }
    const updates: DocumentUpdate[] = documents.map((document) => ({ id: document.id, document }));
    if (wanted.delete !== undefined) {
      const ids = await idsIn(store, place, wanted.delete, fields);
      updates.push(...ids.map((id) => ({ id, document: null })));
    }
    if (wanted.rollback) await rollback(store, place);
    if (updates.length > 0) await receiveUpdates(store, place, updates);
    const commits = [query.commit, query.softCommit, query.optimize].includes("true");
    if (commits || wanted.commit || wanted.optimize) await commit(store, place);
    return succeeded();
  });

/** A query deletes what is committed. */
async function idsIn(
  store: Store,
  { shop, collection }: CollectionPlace,
  wanted: z.infer<typeof deletion>,
  fields: readonly DynamicField[],
): Promise<string[]> {
  if (typeof wanted === "string" || Array.isArray(wanted)) return [wanted].flat();
  if ("id" in wanted) return [wanted.id].flat();
  const condition = conditionIn(wanted.query, { fields, defaultFields: ["_text_"], operator: "OR" });
  return findIds(store, documentsOf(shop, collection), condition);
}

const selectFrom: Work = (store, shop, request) =>
  inCollection(store, shop, request, async ({ name, config_set }) => {
    const fields = await readDynamicFields(store, shop, config_set);
    const parameters = parametersIn(request.query, request.body);
    return succeeded(await select(store, documentsOf(shop, name), fields, parameters));
  });

/** Documents by their ids. The real one also finds what isn't committed. */
const realTimeGet: Work = (store, shop, request) =>
  inCollection(store, shop, request, async ({ name, config_set }) => {
    const fields = await readDynamicFields(store, shop, config_set);
    const ids = String(request.query.ids ?? request.query.id ?? "").split(",");
    const condition = { any: ids.map((is) => ({ values: valuesAt(["id"]), is })) };
    const page = { offset: 0, limit: ids.length };
    const { documents } = await findDocuments(store, documentsOf(shop, name), condition, page);
    const docs = documents.map((document) => storedPart(document, fields));
    return succeeded(
      request.query.ids === undefined
        ? { doc: docs[0] ?? null }
        : { response: { numFound: docs.length, start: 0, numFoundExact: true, docs } },
    );
  });

const ping: Work = (store, shop, request) =>
  inCollection(store, shop, request, async () => succeeded({ status: "OK" }));

const system: Work = async () => succeeded({ mode: "solrcloud", lucene: { "solr-spec-version": "9.7.0" } });

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
  if (!collection) return void response.json({ numFound: 0, documents: [] });
  const matches = literally(String(query.q ?? ""));
  const condition = matches ? { values: valuesAt(["_text_"]), matches, ignoreCase: true } : { all: [] };
  const page = { offset: 0, limit: MAX_ROWS };
  const found = await findDocuments(store, documentsOf(shop, collection.name), condition, page);
  response.json({ numFound: found.total, documents: found.documents });
}
