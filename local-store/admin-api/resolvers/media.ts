import { fileStatus, fileTypename, fileUrl, findFiles } from "../../catalog/media.ts";
import type { MediaFileRow } from "../../catalog/rows.ts";
import { toDateTime } from "../../data/instants.ts";
import type { RequestContext } from "../context.ts";
import { gid } from "../gid.ts";
import type { TypeResolvers } from "./types.ts";

/** A file as a resolver source: a MediaImage, Video, ExternalVideo, or GenericFile. */
export type MediaSource = MediaFileRow & { __typename: ReturnType<typeof fileTypename> };

/** Converts a stored file to a resolver source. */
export function mediaSource<T extends MediaFileRow>(
  file: T,
): T & { __typename: ReturnType<typeof fileTypename> } {
  return { ...file, __typename: fileTypename(file) };
}

/** The file with this id. Null if it doesn't exist or has another type. */
export async function findMedia(context: RequestContext, type: string, id: number): Promise<unknown> {
  const [file] = await findFiles(context.store.pool, context.shop.domain, [id]);
  return file && fileTypename(file) === type ? mediaSource(file) : null;
}

const ERROR_MESSAGES: Readonly<Record<string, string>> = {
  IMAGE_DOWNLOAD_FAILURE: "Image upload failed. The image could not be downloaded.",
  GENERIC_FILE_DOWNLOAD_FAILURE: "File upload failed. The file could not be downloaded.",
};

function errorsOf(file: MediaSource, _args: unknown, context: RequestContext) {
  if (fileStatus(context.store, file) !== "FAILED") return [];
  const message = ERROR_MESSAGES[file.error_code ?? ""] ?? "Failed.";
  return [{ code: file.error_code, message, details: null }];
}

const common: TypeResolvers = {
  id: (file: MediaSource) => gid(file.__typename, file.id),
  alt: (file: MediaSource) => file.alt,
  createdAt: (file: MediaSource) => toDateTime(file.created_at),
  updatedAt: (file: MediaSource) => toDateTime(file.updated_at),
  mimeType: (file: MediaSource) => file.mime_type,
  fileStatus: (file: MediaSource, _args, context) => fileStatus(context.store, file),
  fileErrors: errorsOf,
};

const media: TypeResolvers = {
  ...common,
  mediaContentType: (file: MediaSource) => file.type,
  status: (file: MediaSource, _args, context) => fileStatus(context.store, file),
  mediaErrors: errorsOf,
  mediaWarnings: () => [],
  preview: (file: MediaSource, _args, context) => ({
    image: file.type === "IMAGE" ? readyImage(file, context) : null,
    status: fileStatus(context.store, file),
  }),
};

/** The supported fields of files, by type. */
export const fileResolvers: Readonly<Record<string, TypeResolvers>> = {
  MediaImage: { ...media, image: (file: MediaSource, _args, context) => readyImage(file, context) },
  Video: {
    ...media,
    filename: (file: MediaSource) => file.filename,
    sources: (file: MediaSource, _args, context) =>
      fileStatus(context.store, file) === "READY"
        ? [{ url: fileUrl(context.store, file), mimeType: file.mime_type ?? "video/mp4", format: "mp4" }]
        : [],
  },
  ExternalVideo: {
    ...media,
    originUrl: (file: MediaSource) => file.source,
    embedUrl: (file: MediaSource) => file.source,
    host: (file: MediaSource) => (/vimeo/i.test(file.source) ? "VIMEO" : "YOUTUBE"),
  },
  GenericFile: {
    ...common,
    url: (file: MediaSource, _args, context) =>
      fileStatus(context.store, file) === "READY" ? fileUrl(context.store, file) : null,
    originalFileSize: (file: MediaSource) => file.size,
    preview: () => null,
  },
};

/** The image of a file. Null unless the file is ready. */
export function readyImage(file: MediaFileRow, context: RequestContext) {
  if (fileStatus(context.store, file) !== "READY") return null;
  return {
    id: gid("ImageSource", file.id),
    url: fileUrl(context.store, file),
    altText: file.alt || null,
    width: file.width,
    height: file.height,
  };
}
