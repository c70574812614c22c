import { randomUUID } from "node:crypto";
import { json, type Request, type Response, Router } from "express";
import Papa from "papaparse";
import { z } from "zod";
import { shops } from "../config.ts";
import type { Store } from "../data/database.ts";
import { findShop, listSalsifyProducts, salsifyOrganization, setSalsifyProducts } from "./products.ts";

/** How long an export runs. */
const EXPORT_MS = 400;

/** The supported configuration. Others are refused, so that a mistake shows. */
const request = z.strictObject({
  configuration: z.strictObject({
    entity_type: z.literal("product"),
    format: z.literal("csv"),
    /** `'SKU','Images'` */
    properties: z.string().regex(/^'[^']+'(,'[^']+')*$/),
    include_all_columns: z.boolean(),
    product_type: z.literal("all"),
  }),
});

const products = z.array(z.object({ sku: z.string().min(1), properties: z.record(z.string(), z.string()) }));

interface ExportRow {
  id: number;
  shop: string;
  properties: string[];
  started_at: Date;
  signature: string;
}

/**
 * The API of the Salsify stand-in: `POST /salsify/orgs/{organization}/export_runs` with a bearer token, then the same path with the
 * id until the run is completed, then the file at a signed address. For scripts and tests, `GET` and `PUT /salsify.json?shop=` read
 * and replace its products.
 */
export function salsifyRoutes(store: Store): Router {
  const router = Router();
  router.post("/salsify/orgs/:organization/export_runs", json(), (req, response, next) => {
    startExport(store, req, response).catch(next);
  });
  router.get("/salsify/orgs/:organization/export_runs/:id", (req, response, next) => {
    readExport(store, req, response).catch(next);
  });
  router.get("/salsify/files/:id/export.csv", (req, response, next) => {
    sendFile(store, req, response).catch(next);
  });
  router.get("/salsify.json", (req, response, next) => {
    listSalsifyProducts(store, String(req.query.shop ?? ""))
      .then((found) => response.json(found))
      .catch(next);
  });
  router.put("/salsify.json", json({ limit: "50mb" }), (req, response, next) => {
    const shop = shops.find(({ domain }) => domain === req.query.shop);
    const body = products.safeParse(req.body);
    if (!shop || !body.success) return void response.status(400).json({ message: "Not valid." });
    setSalsifyProducts(store, shop.domain, body.data)
      .then(() => response.status(204).end())
      .catch(next);
  });
  return router;
}

/** The shop of a request. Without one, the request has been answered. */
function authorize(store: Store, { headers, params }: Request, response: Response): string | undefined {
  const shop = findShop(headers.authorization);
  if (!shop) {
    response.status(401).json({ errors: ["Unauthorized"] });
    return undefined;
  }
  if (store.faults.shouldInject(shop.domain, store.faults.of(shop.domain).salsifyServerError)) {
    store.counters.fault(shop.domain, "salsifyServerError");
    response.status(503).type("text/html").send("<html><body>Unavailable</body></html>");
    return undefined;
  }
  if (params.organization === salsifyOrganization(shop.handle)) return shop.domain;
  response.status(404).json({ errors: ["Not found"] });
  return undefined;
}

async function startExport(store: Store, req: Request, response: Response): Promise<void> {
  const shop = authorize(store, req, response);
  if (!shop) return;
  const parsed = request.safeParse(req.body);
  if (!parsed.success) return void response.status(422).json({ errors: [z.prettifyError(parsed.error)] });
  const properties = parsed.data.configuration.properties.slice(1, -1).split("','");
  const { rows } = await store.pool.query<ExportRow>(
    `INSERT INTO salsify_export_runs (shop, properties, started_at, signature) VALUES ($1, $2, $3, $4) RETURNING *`,
    [shop, JSON.stringify(properties), new Date(store.clock.now()), randomUUID()],
  );
  response.status(201).json(asRun(store, rows[0] as ExportRow));
}

async function readExport(store: Store, req: Request, response: Response): Promise<void> {
  const shop = authorize(store, req, response);
  if (!shop) return;
  const run = await findRun(store, String(req.params.id));
  if (run?.shop !== shop) return void response.status(404).json({ errors: ["Not found"] });
  response.json(asRun(store, run));
}

async function sendFile(store: Store, req: Request, response: Response): Promise<void> {
  const run = await findRun(store, String(req.params.id));
  if (!run || req.query.Signature !== run.signature || req.headers.authorization)
    return void response.status(403).type("text/xml").send("<Error><Code>AccessDenied</Code></Error>");
  const found = await listSalsifyProducts(store, run.shop);
  const rows = found.map(({ sku, properties }) =>
    run.properties.map((name) => (name === "SKU" ? sku : (properties[name] ?? ""))),
  );
  response.type("text/csv").send(Papa.unparse([run.properties, ...rows]));
}

async function findRun(store: Store, id: string): Promise<ExportRow | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const { rows } = await store.pool.query<ExportRow>("SELECT * FROM salsify_export_runs WHERE id = $1", [id]);
  return rows[0];
}

function asRun(store: Store, { id, started_at, signature }: ExportRow) {
  const elapsed = store.clock.now() - started_at.getTime();
  const duration = store.delayMs(EXPORT_MS);
  const isCompleted = elapsed >= duration;
  return {
    id: Number(id),
    status: isCompleted ? "completed" : "running",
    start_time: started_at.toISOString(),
    end_time: isCompleted ? new Date(started_at.getTime() + duration).toISOString() : null,
    duration: Math.min(elapsed, duration) / 1000,
    url: isCompleted ? `${store.publicUrl}/salsify/files/${id}/export.csv?Signature=${signature}` : "",
    progress: isCompleted ? 100 : Math.floor((100 * elapsed) / duration),
    failure_reason: null,
    estimated_time_remaining: "",
  };
}
