import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import express from "express";
import type { Store } from "../data/database.ts";
import { drawDemoImage } from "../demo/demo-image.ts";

/** A row of `files`. */
export interface FileRow {
  secret: string;
  shop: string;
  kind: string;
  filename: string;
  mime_type: string;
  size: number | null;
}

const UPLOAD_LIMIT = "100mb";

/** The path of the file with this secret. */
export function filePath(store: Store, secret: string): string {
  return join(store.filesFolder, `${secret}.jsonl`);
}

/** Creates a file and returns its secret, which grants access to it. */
export async function createFile(
  store: Store,
  shop: string,
  file: { kind: "upload" | "bulk"; filename: string; mimeType: string },
): Promise<string> {
  const secret = randomBytes(24).toString("hex");
  await store.pool.query(
    "INSERT INTO files (secret, shop, kind, filename, mime_type, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
    [secret, shop, file.kind, file.filename, file.mimeType, new Date(store.clock.now())],
  );
  return secret;
}

/** A target for a staged upload, as returned by `stagedUploadsCreate`. */
export async function createStagedUpload(
  store: Store,
  shop: string,
  publicUrl: string,
  input: { filename: string; mimeType: string; resource: string; httpMethod: "POST" | "PUT" },
) {
  const secret = await createFile(store, shop, { ...input, kind: "upload" });
  const key = uploadPath(secret, input.filename);
  const url = `${publicUrl}/uploads/${input.httpMethod === "PUT" ? key : ""}`;
  return {
    url,
    resourceUrl: `${publicUrl}/uploads/${key}`,
    parameters: [
      { name: "Content-Type", value: input.mimeType },
      { name: "success_action_status", value: "201" },
      { name: "acl", value: "private" },
      { name: "key", value: key },
    ],
  };
}

/** The uploaded file for a `stagedUploadPath`, or null if nothing was uploaded. */
export async function findUploadByPath(store: Store, shop: string, path: string): Promise<FileRow | null> {
  const secret = /tmp\/([0-9a-f]{48})\//.exec(path)?.[1];
  const { rows } = await store.pool.query<FileRow>(
    "SELECT * FROM files WHERE secret = $1 AND shop = $2 AND kind = 'upload' AND size IS NOT NULL",
    [secret, shop],
  );
  return rows[0] ?? null;
}

/** Serves results of bulk operations (`GET /bulk/<secret>.jsonl`), accepts staged uploads (`/uploads/`), and serves them as files (`/cdn/`). */
export function fileRoutes(store: Store): express.Router {
  const router = express.Router();

  router.get("/bulk/:name", async (request, response, next) => {
    try {
      const secret = /^([0-9a-f]{48})\.jsonl$/.exec(request.params.name)?.[1];
      const { rows } = await store.pool.query<FileRow>(
        "SELECT * FROM files WHERE secret = $1 AND kind = 'bulk'",
        [secret],
      );
      if (!secret || !rows[0]) return void response.status(404).type("text/plain").send("Unknown file.");
      response.type("application/jsonl");
      response.set("Content-Disposition", `attachment; filename="${rows[0].filename}"`);
      const content = createReadStream(filePath(store, secret));
      if (request.acceptsEncodings("gzip")) {
        response.set("Content-Encoding", "gzip").vary("Accept-Encoding");
        await pipeline(content, createGzip({ level: 1 }), response);
      } else {
        response.set("Content-Length", String((await stat(filePath(store, secret))).size));
        await pipeline(content, response);
      }
    } catch (error) {
      if (response.headersSent) response.destroy();
      else next(error);
    }
  });

  router.get("/cdn/files/:secret/:filename", async (request, response, next) => {
    try {
      const { rows } = await store.pool.query<FileRow>(
        "SELECT * FROM files WHERE secret = $1 AND kind = 'upload' AND size IS NOT NULL",
        [request.params.secret],
      );
      if (!rows[0]) return void response.status(404).type("text/plain").send("Unknown file.");
      response.type(rows[0].mime_type).set("Content-Security-Policy", "sandbox");
      await pipeline(createReadStream(filePath(store, rows[0].secret)), response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else next(error);
    }
  });

  router.get("/cdn/demo/:filename", (request, response) => {
    response
      .set("Cache-Control", "public, max-age=86400")
      .type("svg")
      .send(drawDemoImage(request.params.filename));
  });

  const body = express.raw({ type: () => true, limit: UPLOAD_LIMIT });
  router.post("/uploads/", body, async (request, response, next) => {
    try {
      const form = await new Response(request.body, {
        headers: { "Content-Type": request.get("Content-Type") ?? "" },
      })
        .formData()
        .catch(() => null);
      const file = form?.get("file");
      const key = form?.get("key");
      if (!(file instanceof Blob) || typeof key !== "string") {
        return void response.status(400).type("text/plain").send("The fields key and file are required.");
      }
      const saved = await saveUpload(store, key, Buffer.from(await file.arrayBuffer()));
      if (!saved) return void response.status(403).type("text/plain").send("Unknown upload.");
      response.status(201).type("application/xml").send(`<PostResponse><Key>${key}</Key></PostResponse>`);
    } catch (error) {
      next(error);
    }
  });

  router.put("/uploads/tmp/:secret/:filename", body, async (request, response, next) => {
    try {
      const { secret, filename } = request.params;
      const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const saved = await saveUpload(store, uploadPath(secret, filename), content);
      response.status(saved ? 201 : 403).end();
    } catch (error) {
      next(error);
    }
  });

  return router;
}

function uploadPath(secret: string, filename: string): string {
  return `tmp/${secret}/${encodeURIComponent(filename)}`;
}

async function saveUpload(store: Store, key: string, content: Buffer): Promise<boolean> {
  const secret = /^tmp\/([0-9a-f]{48})\//.exec(key)?.[1];
  const { rowCount } = await store.pool.query("SELECT FROM files WHERE secret = $1 AND kind = 'upload'", [
    secret,
  ]);
  if (!secret || !rowCount) return false;
  await writeFile(filePath(store, secret), content);
  await store.pool.query("UPDATE files SET size = $2 WHERE secret = $1", [secret, content.length]);
  return true;
}
