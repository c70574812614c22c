/** The pictures that can be uploaded, by the type that browsers announce. */
export const PICTURE_ENDINGS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
};

/** Of one picture. */
export const MAX_PICTURE_MEGABYTES = 10;

/** In bytes. */
export const MAX_PICTURE_BYTES = MAX_PICTURE_MEGABYTES * 1024 * 1024;

/** How many pictures one upload takes. */
export const MAX_PICTURES = 20;

export const NOT_A_PICTURE =
  "This isn't a JPG, PNG, WebP or GIF picture. Save it as one of these, and choose it again.";

export const TOO_LARGE = `This picture is larger than ${MAX_PICTURE_MEGABYTES} MB. Save a smaller one, and choose it again.`;

export const IS_EMPTY = "This file is empty. Choose another one.";

/** Why a chosen file can't be uploaded. Null when it can. */
export function problemOfPicture({ type, size }: { type: string; size: number }): string | null {
  if (!Object.hasOwn(PICTURE_ENDINGS, type)) return NOT_A_PICTURE;
  if (size > MAX_PICTURE_BYTES) return TOO_LARGE;
  return size === 0 ? IS_EMPTY : null;
}
