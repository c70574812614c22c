import { readFile } from "node:fs/promises";
import { parse } from "smol-toml";
import { z } from "zod";

const configSchema = z.object({
  webhooks: z
    .object({
      subscriptions: z
        .array(
          z.object({
            topics: z.array(z.string()).default([]),
            compliance_topics: z.array(z.string()).default([]),
            uri: z.string(),
            include_fields: z.array(z.string()).default([]),
          }),
        )
        .default([]),
    })
    .default({ subscriptions: [] }),
  app_proxy: z.object({ url: z.string(), prefix: z.string(), subpath: z.string() }).optional(),
  access_scopes: z.object({ scopes: z.string().default("") }).default({ scopes: "" }),
});

/** The addresses of a storefront that lead to the app. */
export interface AppProxy {
  /** Where they begin in the shop, such as `/apps/backroom`. */
  path: string;
  /** Where they lead; a path is one of the app's. */
  url: string;
}

/** What the local store needs to know from an app's `shopify.app.toml`. */
export interface AppConfig {
  scopes: string[];
  subscriptions: Array<{ topic: string; uri: string; includeFields: string[]; compliance: boolean }>;
  proxy: AppProxy | null;
}

/** Reads `shopify.app.toml` as `shopify app dev` does. Throws when the file is missing or is not such a file. */
export async function readAppConfig(path: string): Promise<AppConfig> {
  const config = configSchema.parse(parse(await readFile(path, "utf8")));
  const proxy = config.app_proxy;
  return {
    scopes: config.access_scopes.scopes
      .split(",")
      .map((scope) => scope.trim())
      .filter(Boolean),
    subscriptions: config.webhooks.subscriptions.flatMap(
      ({ topics, compliance_topics, uri, include_fields }) => [
        ...topics.map((topic) => ({ topic, uri, includeFields: include_fields, compliance: false })),
        ...compliance_topics.map((topic) => ({ topic, uri, includeFields: [], compliance: true })),
      ],
    ),
    proxy: proxy ? { path: `/${proxy.prefix}/${proxy.subpath}`, url: proxy.url } : null,
  };
}
