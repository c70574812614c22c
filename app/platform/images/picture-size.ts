/** In pixels, as the picture is stored. */
export interface PictureSize {
  width: number;
  height: number;
}

/** The size that a JPG, PNG or GIF announces, read from its header. Undefined when the header is damaged. No pixel is decoded. */
export function pictureSizeOf(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (bytes[0] === 0x89) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (bytes[0] === 0x47) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    return jpegSize(view);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Follows the segments of a JPG to the one that begins a frame (ITU-T T.81, B.2.2). */
function jpegSize(view: DataView): PictureSize | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    // A fill byte.
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
