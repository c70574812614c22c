import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import { z } from "zod";

const TARGETS = [
  "admin.customer-details.action.link",
  "admin.order-details.action.link",
  "admin.product-details.action.link",
] as const;
/** The pages of the local store on which an admin link can be. */
export type LinkTarget = (typeof TARGETS)[number];

const fileSchema = z.strictObject({
  extensions: z.array(
    z.strictObject({
      name: z.string(),
      handle: z.string(),
      type: z.literal("admin_link"),
      targeting: z.array(
        z.strictObject({ target: z.enum(TARGETS), url: z.templateLiteral(["app://", z.string()]) }),
      ),
    }),
  ),
});

/** A link to a page of the app. */
export interface AdminLink {
  name: string;
  target: LinkTarget;
  /** The page's path in the app. */
  path: string;
}

/**
 * The app's admin links, from the files in its folder `extensions`.
 * @throws an error that names the file, with what is wrong as its cause
 * @see https://shopify.dev/docs/apps/build/admin/admin-links
 */
export function readAdminLinks(folder: string): AdminLink[] {
  return readdirSync(folder)
    .map((extension) => `${folder}/${extension}/shopify.extension.toml`)
    .filter((file) => existsSync(file))
    .flatMap((file) => readExtensions(file))
    .flatMap(({ name, targeting }) =>
      targeting.map(({ target, url }) => ({ name, target, path: url.slice("app:/".length) })),
    );
}

function readExtensions(file: string): z.infer<typeof fileSchema>["extensions"] {
  try {
    return fileSchema.parse(parse(readFileSync(file, "utf8"))).extensions;
  } catch (error) {
    throw new Error(`${file} isn't valid.`, { cause: error });
  }
}

/** The links of this project. */
export const adminLinks = readAdminLinks(fileURLToPath(new URL("../../extensions", import.meta.url)));
