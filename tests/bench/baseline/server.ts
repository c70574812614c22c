/**
 * The baseline: a bare Node server with `pg` and nothing else. `POST /rows` answers the rows as JSON, `POST /page` as a React
 * page; the body is the question. `POST /query` runs the statement that is its body. Says its port to the parent process when it listens.
 */
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { BarePage } from "./page.tsx";
import { type ListQuestion, type Query, queryFor } from "./queries.ts";
import type { MirrorRecord } from "./record.ts";

const [databaseUrl = "", shop = ""] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });

const server = http.createServer(async (request, response) => {
  try {
    if (request.url === "/query") {
      const { rows } = await pool.query(await readJson<Query>(request));
      return send(response, "application/json", JSON.stringify({ rows }));
    }
    const { rows } = await pool.query<MirrorRecord>(queryFor(await readJson<ListQuestion>(request), shop));
    const page = rows.slice(0, 25);
    if (request.url === "/page")
      send(
        response,
        "text/html",
        `<!DOCTYPE html>${renderToString(createElement(BarePage, { rows: page }))}`,
      );
    else
      send(
        response,
        "application/json",
        JSON.stringify({ rows: page, total: rows[0]?.total, hasNextPage: rows.length > 25 }),
      );
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
// This process ends with the bench.
process.on("disconnect", () => process.exit());
server.listen(0, () => process.send?.((server.address() as AddressInfo).port));

async function readJson<Body>(request: IncomingMessage): Promise<Body> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return JSON.parse(text) as Body;
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { "content-type": type, "content-length": Buffer.byteLength(body) }).end(body);
}
