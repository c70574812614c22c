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

/** The app proxy: storefront paths that are forwarded to the app. */
export interface AppProxy {
  /** The path in the storefront, such as `/apps/backroom`. */
  path: string;
  /** The target URL, or a path in the app. */
  url: string;
}

/** The parts of `shopify.app.toml` that the local store uses. */
export interface AppConfig {
  scopes: string[];
  subscriptions: Array<{ topic: string; uri: string; includeFields: string[]; compliance: boolean }>;
  proxy: AppProxy | null;
}

/** Reads `shopify.app.toml` as `shopify app dev` does. Throws if the file is missing or invalid. */
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
