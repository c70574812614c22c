import bwipjs from "bwip-js/node";

/** A QR code of an address, as a data URL for an email. */
export async function qrCode(address: string): Promise<string> {
  const png = await bwipjs.toBuffer({
    bcid: "qrcode",
    text: address,
    scale: 4,
    padding: 8,
    backgroundcolor: "FFFFFF",
  });
  return `data:image/png;base64,${png.toString("base64")}`;
}
