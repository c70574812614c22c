import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from "graphql";

let loaded: GraphQLSchema | undefined;

/**
 * Shopify's complete Admin GraphQL schema, version 2026-10. The local store executes it, and the project's operations are validated
 * against it. The first call takes about 200 ms.
 */
export function loadAdminSchema(): GraphQLSchema {
  if (!loaded) {
    const file = gunzipSync(readFileSync(new URL("./admin_2026-10.json.gz", import.meta.url)));
    const { data } = JSON.parse(file.toString("utf8")) as { data: IntrospectionQuery };
    loaded = buildClientSchema(data, { assumeValid: true });
  }
  return loaded;
}
