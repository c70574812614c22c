import { z } from "zod";
import { type AlgoliaRequest, accept, isSet, parse, Refused, requireIndex, type Work } from "./handle.ts";
import { type Resource, type ResourceKind, readIndex, replicaNames } from "./indexes.ts";

const RANKING = ["typo", "geo", "words", "filters", "proximity", "attribute", "exact", "custom"];
const DEFAULT_SETTINGS = {
  hitsPerPage: 20,
  maxValuesPerFacet: 100,
  ranking: RANKING,
  paginationLimitedTo: 1_000,
};

const forwards = ({ request }: AlgoliaRequest): boolean => isSet(request, "forwardToReplicas");

export const getSettings: Work = async (request) => {
  const { settings, primary } = await requireIndex(request);
  return { status: 200, body: { ...DEFAULT_SETTINGS, ...settings, ...(primary && { primary }) } };
};

export const setSettings: Work = async (request) => {
  const settings = parse(z.looseObject({ replicas: z.array(z.string()).nullish() }), request.request.body);
  for (const name of replicaNames(settings)) {
    const index = await readIndex(request.store.pool, request.shop, name);
    if (index?.primary && index.primary !== request.index)
      throw new Refused(400, `index ${name} is already a replica of ${index.primary}`);
  }
  return accept(request, { kind: "settings", settings, forwards: forwards(request) });
};

const scope = z.array(z.enum(["settings", "synonyms", "rules"])).min(1);
const operationSchema = z.discriminatedUnion("operation", [
  z.strictObject({ operation: z.literal("move"), destination: z.string().min(1) }),
  z.strictObject({ operation: z.literal("copy"), destination: z.string().min(1), scope: scope.optional() }),
]);

/** Copies or moves an index. */
export const operate: Work = async (request) => {
  const wanted = parse(operationSchema, request.request.body);
  const { destination: to } = wanted;
  if (wanted.operation === "move") return accept(request, { kind: "move", to });
  const target = await readIndex(request.store.pool, request.shop, to);
  if (replicaNames(target?.settings ?? {}).length > 0)
    throw new Refused(400, `cannot copy to ${to}: the destination index has replicas`);
  return accept(request, { kind: "copy", to, scope: wanted.scope });
};

const resourceSchema = z.looseObject({ objectID: z.string().min(1) });
const searchSchema = z.object({
  query: z.string().default(""),
  type: z.string().optional(),
  page: z.number().int().min(0).default(0),
  hitsPerPage: z.number().int().min(1).max(1_000).default(20),
});

/** The synonyms or the rules of an index: one, several, all. */
export function resourceCalls(
  of: ResourceKind,
): Record<"save" | "get" | "remove" | "saveMany" | "clear" | "search", Work> {
  const save = (request: AlgoliaRequest, resources: readonly Resource[], replaces: boolean) =>
    accept(request, { kind: "save", of, resources, replaces, forwards: forwards(request) });
  const idOf = ({ request }: AlgoliaRequest) => String(request.params.objectID);
  return {
    async save(request) {
      const resource = { ...parse(resourceSchema, { ...request.request.body, objectID: idOf(request) }) };
      const { status, body } = await save(request, [resource], false);
      return { status, body: { ...body, id: resource.objectID } };
    },
    async get(request) {
      const resource = (await requireIndex(request))[of][idOf(request)];
      if (!resource) throw new Refused(404, "ObjectID does not exist");
      return { status: 200, body: resource };
    },
    async remove(request) {
      const change = { kind: "remove", of, id: idOf(request), forwards: forwards(request) } as const;
      const { status, body } = await accept(request, change);
      return { status, body: { ...body, deletedAt: body.updatedAt } };
    },
    saveMany: async (request) =>
      save(
        request,
        parse(z.array(resourceSchema), request.request.body),
        isSet(request.request, "replaceExistingSynonyms", "clearExistingRules"),
      ),
    clear: (request) => save(request, [], true),
    async search(request) {
      const { query, type, page, hitsPerPage } = parse(searchSchema, request.request.body ?? {});
      const found = Object.values((await requireIndex(request))[of]).filter(
        (each) =>
          JSON.stringify(each).toLowerCase().includes(query.toLowerCase()) &&
          (type === undefined || String(each.type).toLowerCase() === type.toLowerCase()),
      );
      const hits = found.slice(page * hitsPerPage, (page + 1) * hitsPerPage);
      const nbPages = Math.ceil(found.length / hitsPerPage);
      return { status: 200, body: { hits, nbHits: found.length, page, nbPages } };
    },
  };
}
