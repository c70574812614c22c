import { createFiles, updateFiles } from "../../catalog/change-files.ts";
import { fileTypename, findFiles } from "../../catalog/media.ts";
import type { MediaFileRow } from "../../catalog/rows.ts";
import { notImplemented } from "../errors.ts";
import { idOfType, parseGid } from "../gid.ts";
import { mediaSource } from "../resolvers/media.ts";
import type { TypeResolvers } from "../resolvers/types.ts";

interface CreateInput {
  originalSource: string;
  alt?: string | null;
  contentType?: MediaFileRow["type"] | "MODEL_3D" | null;
  filename?: string | null;
  duplicateResolutionMode?: "APPEND_UUID" | "RAISE_ERROR" | "REPLACE" | null;
}

interface UpdateInput {
  id: string;
  alt?: string | null;
  filename?: string | null;
  originalSource?: string | null;
  previewImageSource?: string | null;
  referencesToAdd?: string[] | null;
  referencesToRemove?: string[] | null;
}

/** The mutations of files. */
export const fileMutations: TypeResolvers = {
  fileCreate: async (_root, { files }: { files: CreateInput[] }, context) => {
    const inputs = files.map((input) => {
      if (input.contentType === "MODEL_3D") throw notImplemented("3D models");
      if (input.duplicateResolutionMode === "REPLACE") throw notImplemented("replacing a file by its name");
      return {
        source: input.originalSource.trim(),
        alt: input.alt ?? "",
        type: input.contentType ?? null,
        filename: input.filename ?? null,
        uniqueFilename: input.duplicateResolutionMode === "RAISE_ERROR",
      };
    });
    const result = await createFiles(context.store, context.shop.domain, inputs);
    for (const file of result.files)
      context.store.counters.mutation(context.shop.domain, "fileCreate", file.id, true);
    return { files: result.files.map(mediaSource), userErrors: result.userErrors };
  },

  fileUpdate: async (_root, { files }: { files: UpdateInput[] }, context) => {
    const ids = files.map(({ id }) => parseGid(id));
    const rows = await findFiles(
      context.store.pool,
      context.shop.domain,
      ids.map(({ id }) => id),
    );
    const types = new Map(rows.map((row) => [row.id, fileTypename(row)]));
    const edits = files.map((input, index) => {
      if (input.filename || input.previewImageSource)
        throw notImplemented("changing a file's name or preview image");
      const { id, type } = ids[index] as { id: number; type: string };
      return {
        // A global id with another type names no file.
        id: types.get(id) === type ? id : 0,
        globalId: input.id,
        ...(input.alt == null ? {} : { alt: input.alt }),
        ...(input.originalSource ? { source: input.originalSource.trim() } : {}),
        addToProducts: (input.referencesToAdd ?? []).map((product) => idOfType(product, "Product")),
        removeFromProducts: (input.referencesToRemove ?? []).map((product) => idOfType(product, "Product")),
      };
    });
    const result = await updateFiles(context.store, context.shop.domain, edits);
    for (const file of result.files)
      context.store.counters.mutation(context.shop.domain, "fileUpdate", file.id, true);
    return { files: result.files.map(mediaSource), userErrors: result.userErrors };
  },
};
