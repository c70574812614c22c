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

const adminLink = z.strictObject({
  name: z.string(),
  handle: z.string(),
  type: z.literal("admin_link"),
  targeting: z.array(
    z.strictObject({ target: z.enum(TARGETS), url: z.templateLiteral(["app://", z.string()]) }),
  ),
});

/** Blocks of the theme (`local-store/storefront/theme-blocks.ts`). */
const themeExtension = z.strictObject({ name: z.string(), handle: z.string(), type: z.literal("theme") });

/** The part of a page of the local store on which a block of the app can be. */
const BLOCK_TARGET = "admin.customer-details.block.render";

const adminBlock = z.strictObject({
  name: z.string(),
  handle: z.string(),
  type: z.literal("ui_extension"),
  targeting: z.tuple([
    z.strictObject({ target: z.literal(BLOCK_TARGET), module: z.templateLiteral(["./", z.string()]) }),
  ]),
});

const fileSchema = z.strictObject({
  api_version: z.string().optional(),
  extensions: z.array(z.discriminatedUnion("type", [adminLink, themeExtension, adminBlock])),
});

/** A link to a page of the app. */
export interface AdminLink {
  name: string;
  target: LinkTarget;
  /** The page's path in the app. */
  path: string;
}

/** A block of the app on a customer's page. */
export interface AdminBlock {
  name: string;
  handle: string;
  /** The file that shows it. */
  module: string;
}

/**
 * What the app adds to the admin, from the files in its folder `extensions`.
 * @throws an error that names the file, with what is wrong as its cause
 * @see https://shopify.dev/docs/apps/build/admin
 */
export function readAppExtensions(folder: string): { links: AdminLink[]; blocks: AdminBlock[] } {
  const links: AdminLink[] = [];
  const blocks: AdminBlock[] = [];
  for (const extension of readdirSync(folder)) {
    const file = `${folder}/${extension}/shopify.extension.toml`;
    if (!existsSync(file)) continue;
    for (const declared of readExtensions(file)) {
      const { name, handle } = declared;
      if (declared.type === "admin_link")
        for (const { target, url } of declared.targeting)
          links.push({ name, target, path: url.slice("app:/".length) });
      if (declared.type === "ui_extension") {
        const [{ module }] = declared.targeting;
        blocks.push({ name, handle, module: `${folder}/${extension}/${module.slice("./".length)}` });
      }
    }
  }
  return { links, blocks };
}

function readExtensions(file: string): z.infer<typeof fileSchema>["extensions"] {
  try {
    return fileSchema.parse(parse(readFileSync(file, "utf8"))).extensions;
  } catch (error) {
    throw new Error(`${file} isn't valid.`, { cause: error });
  }
}

/** Those of this project. */
export const appExtensions = readAppExtensions(fileURLToPath(new URL("../../extensions", import.meta.url)));
